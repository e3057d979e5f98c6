"""What the step *hierarchies* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

TITLE = Sentence("Hierarchies", "Jerarquías")
INTRO = Sentence(
    "A hierarchy says how a value may become coarser, level by level: 1986 → 198* → 19** → *. "
    "Every quasi-identifier needs one; each has a proposal.",
    "Una jerarquía dice cómo un valor puede hacerse más general, nivel a nivel: 1986 → 198* → "
    "19** → *. Cada cuasi-identificador necesita una; todos tienen una propuesta.",
)
STATES: Mapping[bool, Sentence] = {
    True: Sentence("complete", "completa"),
    False: Sentence("something is missing or wrong", "le falta algo o tiene errores"),
}
COLUMN = Sentence("Quasi-identifier", "Cuasi-identificador")
COMPLETE = Sentence(
    "Complete: every value has its place", "Completa: todos los valores tienen su sitio"
)
MISSING = Sentence(
    "Values of the table that are missing: {number}",
    "Valores de la tabla que faltan: {number}",
)
SPLIT = Sentence(
    "Labels that lead to different labels one level up: {number}",
    "Etiquetas que llevan a etiquetas distintas en el nivel siguiente: {number}",
)
TWICE = Sentence("Values listed twice: {number}", "Valores repetidos: {number}")
STRANGE = Sentence(
    "Values that the table does not have: {number}. No harm, unless it is a file's title line",
    "Valores que no están en la tabla: {number}. No importa, salvo que sea una línea de títulos",
)
EDITED = Sentence(
    "Changed, not saved yet: Save does it, and so does going on. Undo brings back the one before.",
    "Cambiada, sin guardar: se guarda con Guardar o al seguir. Deshacer recupera la de antes.",
)
MAKE = Sentence("Make it by", "Hacerla por")
PROPOSED = Sentence("the proposal", "la propuesta")
APPLY_WAY = Sentence("Make", "Generar")
TABLE = Sentence(
    "Levels of {column} (double click or Enter to edit)",
    "Niveles de {column} (doble clic o Intro para editar)",
)
LEVEL = Sentence("Level {number}", "Nivel {number}")
VALUE = Sentence("Value", "Valor")
ADD_LEVEL = Sentence("Add a level", "Añadir nivel")
REMOVE_LEVEL = Sentence("Remove the last level", "Borrar el último nivel")
ADD_SUPPRESSION = Sentence("Add suppression (*)", "Añadir supresión (*)")
PLACE_MISSING = Sentence("Give missing values a place", "Dar sitio a los valores que faltan")
SAVE = Sentence("Save this hierarchy", "Guardar esta jerarquía")
TREE = Sentence("As a tree", "En forma de árbol")
TREE_SAID = Sentence(
    "Tree of {column}: {values} values in {levels} levels",
    "Árbol de {column}: {values} valores en {levels} niveles",
)
TREE_MORE = Sentence("… and {number} more", "… y {number} más")
FILES = Sentence("Files", "Ficheros")
IMPORT = Sentence("Import a hierarchy file", "Importar un fichero de jerarquía")
EXPORT = Sentence("Export", "Exportar")
FORMAT = Sentence("Format", "Formato")
FORMATS: Mapping[str, Sentence] = {
    "own": Sentence("Celosía", "Celosía"),
    "arx": Sentence("ARX", "ARX"),
    "amnesia": Sentence("Amnesia", "Amnesia"),
    "taxonomy": Sentence("taxonomy tree", "árbol taxonómico"),
}
TOO_LONG = Sentence(
    "{number} values are too many to edit by hand here. Export, edit and import the file.",
    "{number} valores son demasiados para editarlos aquí. Exporte, edite e importe el fichero.",
)
NEW_REASON = Sentence("You decided this hierarchy.", "Usted ha decidido esta jerarquía.")
