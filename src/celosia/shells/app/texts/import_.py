"""What the step *import* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

TITLE = Sentence("Import", "Importar")
INTRO = Sentence(
    "Give the table with one record per row. It stays on this computer.",
    "Indique la tabla, con un registro por fila. Se queda en este ordenador.",
)
FROM_FILE = Sentence("A file", "Un fichero")
DROP = Sentence("Drop a file here, or", "Suelte aquí un fichero o")
CHOOSE_FILE = Sentence("Choose a file", "Elija un fichero")
FORMATS = Sentence("{formats}. Up to {most}.", "{formats}. Hasta {most}.")
FROM_DATABASE = Sentence("Or a table of a database", "O una tabla de una base de datos")
ADDRESS = Sentence("Address of the table", "Dirección de la tabla")
PASSWORD = Sentence("Password (kept in memory only)", "Contraseña (solo se guarda en memoria)")
CONNECT = Sentence("Connect", "Conectar")
FROM_EXAMPLE = Sentence("Or look around first", "O eche antes un vistazo")
EXAMPLE = Sentence(
    "Use an example: 2,000 invented hospital patients",
    "Usar un ejemplo: 2.000 pacientes de hospital inventados",
)
EXAMPLE_NAME = Sentence("example patients.csv", "pacientes de ejemplo.csv")
TABLE = Sentence("{name}: {records}, {columns}", "{name}: {records}, {columns}")
RECORDS = Sentence("{number} records", "{number} registros")
ONE_RECORD = Sentence("1 record", "1 registro")
COLUMNS = Sentence("{number} columns", "{number} columnas")
ONE_COLUMN = Sentence("1 column", "1 columna")
OTHER_TABLE = Sentence("Use another table", "Usar otra tabla")
REPLACES = Sentence(
    "Another table begins the way anew. This one stays until you finish: Undo brings it back, "
    "with all that you decided for it.",
    "Otra tabla empieza el camino de nuevo. Esta se guarda hasta que termine: con Deshacer vuelve, "
    "con todo lo decidido para ella.",
)
HOW_READ = Sentence("How the file was read", "Cómo se ha leído el fichero")
WHY_READ = Sentence(
    "Separator and encoding were found by looking at the file. Check the table above: if the "
    "columns or the accents look wrong, change them here.",
    "El separador y la codificación se han deducido del fichero. Mire la tabla de arriba: si las "
    "columnas o las tildes no salen bien, cámbielos aquí.",
)
WHY_NOT_READ = Sentence(
    "Separator and encoding are found by looking at the file. If you know them, choose them here; "
    "if it is not the right file, give another one below.",
    "El separador y la codificación se deducen del fichero. Si los conoce, elíjalos aquí; si no es "
    "el fichero correcto, indique otro más abajo.",
)
WHY_SHEET = Sentence(
    "A spreadsheet may have several sheets, and one is read: the first one, unless you name "
    "another here.",
    "Un libro de cálculo puede tener varias hojas, y se lee una: la primera, salvo que aquí "
    "indique otra.",
)
WHY_LABELS = Sentence(
    "Where every code of a column has a label of its own, the table shows the labels; it can show "
    "the codes instead. Codes that mean missing are empty cells.",
    "Si cada código de una columna tiene su propia etiqueta, la tabla muestra las etiquetas; puede "
    "mostrar los códigos. Los códigos de ausencia quedan como celdas vacías.",
)
MISSING = Sentence(
    "Codes that mean missing are empty cells here: {columns}.",
    "Los códigos de ausencia quedan aquí como celdas vacías: {columns}.",
)
SHOWN = Sentence("Show", "Mostrar")
SHOWN_AS: Mapping[str, Sentence] = {
    "labels": Sentence("labels", "etiquetas"),
    "codes": Sentence("codes", "códigos"),
}
SHEET = Sentence("Name of the sheet", "Nombre de la hoja")
NO_RECORDS = Sentence(
    "The table has columns and no record: there is nothing to publish. Is it the right file?",
    "La tabla tiene columnas y ningún registro: no hay nada que publicar. ¿Es el fichero correcto?",
)
SEPARATOR = Sentence("Separator", "Separador")
SEPARATORS: Mapping[str, Sentence] = {
    ",": Sentence("comma ,", "coma ,"),
    ";": Sentence("semicolon ;", "punto y coma ;"),
    "\t": Sentence("tab", "tabulador"),
    "|": Sentence("bar |", "barra |"),
    " ": Sentence("space", "espacio"),
    ":": Sentence("colon :", "dos puntos :"),
}
FIND_OUT = Sentence("find out", "averiguar")
ENCODING = Sentence("Encoding", "Codificación")
NULLS = Sentence(
    "Texts that mean “unknown” (separate with commas)",
    "Textos que significan «se desconoce» (separados por comas)",
)
READ_AGAIN = Sentence("Read again", "Leer de nuevo")
READ_AGAIN_DROPS = Sentence(
    "Reading again proposes everything anew; Undo brings the decisions back.",
    "Leer de nuevo vuelve a proponerlo todo; con Deshacer recupera lo decidido.",
)
KEPT = Sentence(
    "Saved what you changed in step {step_import}. Everything is proposed anew; Undo brings your "
    "decisions "
    "back.",
    "Guardado lo que cambió en el paso {step_import}. Se vuelve a proponer todo; con Deshacer "
    "recupera lo "
    "decidido.",
)
TYPES = Sentence("Types of the columns", "Tipos de las columnas")
WHY_TYPES = Sentence(
    "Proposed from the values. Every value is checked against its type; what does not fit is "
    "listed by line.",
    "Propuestos a partir de los valores. Cada valor se comprueba con su tipo; lo que no encaja se "
    "lista por línea.",
)
TYPE = Sentence("Type of {column}", "Tipo de {column}")
LENGTH = Sentence("Longest text of {column}", "Longitud máxima de {column}")
DATE_FORMAT = Sentence("Date format of {column}", "Formato de fecha de {column}")
COLUMN_TYPES: Mapping[str, Sentence] = {
    "integer": Sentence("whole number", "número entero"),
    "decimal": Sentence("decimal number", "número decimal"),
    "text": Sentence("text", "texto"),
    "date": Sentence("date", "fecha"),
    "boolean": Sentence("yes or no", "sí o no"),
}
SAVE_TYPES = Sentence("Save the types and check", "Guardar los tipos y comprobar")
SCHEMA_OUT = Sentence("Save as a schema file", "Guardar como fichero de esquema")
SCHEMA_IN = Sentence("Load a schema file", "Cargar un fichero de esquema")
ROWS = Sentence("The table", "La tabla")
SAMPLED = Sentence(
    "The table stays on its server: these are rows of a sample.",
    "La tabla se queda en su servidor: estas son filas de una muestra.",
)
GRID: Mapping[str, Sentence] = {
    "loadingOoo": Sentence("reading…", "leyendo…"),
    "loadingError": Sentence("could not be read", "no se ha podido leer"),
    "noRowsToShow": Sentence("no rows", "sin filas"),
    "ariaSortableColumn": Sentence("Press Enter to sort", "Pulse Intro para ordenar"),
    "ariaRowSelect": Sentence(
        "Press Space to pick this row", "Pulse espacio para elegir esta fila"
    ),
    "ariaRowDeselect": Sentence("Picked", "Elegida"),
    "ariaRowToggleSelection": Sentence("Press Space to pick it", "Pulse espacio para elegirla"),
    "ariaChecked": Sentence("picked", "elegida"),
    "ariaUnchecked": Sentence("not picked", "sin elegir"),
    "ariaInputEditor": Sentence("New text", "Texto nuevo"),
}
