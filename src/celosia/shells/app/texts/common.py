"""What every page says: titles, buttons, jobs, and what can go wrong."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

APP = Sentence("Celosía", "Celosía")
TAGLINE = Sentence(
    "Publish a table without publishing the people in it.",
    "Publique una tabla sin publicar a las personas que hay en ella.",
)
ONLY_HERE = Sentence(
    "Everything stays on this computer: nothing is sent anywhere.",
    "Todo se queda en este ordenador: no se envía nada a ningún sitio.",
)
LANGUAGE = Sentence("Language", "Idioma")
PROJECTS = Sentence("All projects", "Todos los proyectos")
YOUR_PROJECTS = Sentence("Your projects", "Sus proyectos")
NO_PROJECTS = Sentence(
    "There is no project yet. Begin one: it takes a table and ends with a release.",
    "Aún no hay ningún proyecto. Empiece uno: parte de una tabla y termina en una publicación.",
)
BEGIN = Sentence("Begin a new project", "Empezar un proyecto nuevo")
PROJECT_NAME = Sentence("Name of the project", "Nombre del proyecto")
NEW_NAME = Sentence("My project", "Mi proyecto")
BEGIN_BUTTON = Sentence("Begin", "Empezar")
OPEN = Sentence("Open", "Abrir")
BEGUN_ON = Sentence("Begun on {date}", "Empezado el {date}")
NO_TABLE = Sentence("no table yet", "aún sin tabla")
GONE_TITLE = Sentence("No such project", "No existe el proyecto")
GONE = Sentence(
    "There is no such project: it may have been finished, and then nothing of it is left.",
    "No existe ese proyecto: puede que se terminara, y entonces no queda nada de él.",
)
SKIP = Sentence("Skip to the content", "Ir al contenido")
LOST = Sentence("Celosía does not answer", "Celosía no responde")
LOST_MEANS = Sentence(
    "If it was closed or started again, use the address that celosia app shows in the terminal: "
    "your project is where it was. Until then this page keeps trying.",
    "Si se ha cerrado o se ha vuelto a abrir, use la dirección que celosia app muestra en el "
    "terminal: su proyecto sigue donde estaba. Mientras tanto, esta página lo sigue intentando.",
)
STEPS_NAME = Sentence("Steps", "Pasos")
UNDO = Sentence("Undo the last decision", "Deshacer la última decisión")
REDO = Sentence("Redo the decision", "Rehacer la decisión")
UNDONE = Sentence("Undone.", "Deshecho.")
REDONE = Sentence("Done again.", "Rehecho.")
OTHER_TABLE = Sentence(
    "The table is “{name}” again, with what was decided for it.",
    "La tabla vuelve a ser «{name}», con lo decidido para ella.",
)
NO_TABLE_NOW = Sentence(
    "The project has no table now; Redo brings it back.",
    "Ahora el proyecto no tiene tabla; con Rehacer vuelve.",
)
NEXT = Sentence("Next: {step}", "Siguiente: {step}")
LOADING = Sentence("One moment: reading the table…", "Un momento: se está leyendo la tabla…")
SAVED = Sentence("Saved.", "Guardado.")
WHY = Sentence("Why", "Por qué")
DETAIL = Sentence("What exactly happened", "Qué ha pasado exactamente")
STALE = Sentence(
    "You changed something since this was computed. Compute it again to be up to date.",
    "Ha cambiado algo desde que se calculó esto. Vuelva a calcularlo para ponerlo al día.",
)
STALE_RELEASE = Sentence(
    "You changed something since the result was made. What you see is about the result as it was "
    "made then; make it again in step {step_choose} to be up to date.",
    "Ha cambiado algo desde que se hizo el resultado. Lo que ve es del resultado tal como se hizo "
    "entonces; hágalo de nuevo en el paso {step_choose} para ponerlo al día.",
)
CORRECT_FIRST = Sentence("Correct what is marked first.", "Corrija antes lo que está marcado.")
FIRST_ROLES = Sentence(
    "First import a table and look at its columns: steps {step_import} and {step_know}.",
    "Primero importe una tabla y mire sus columnas: pasos {step_import} y {step_know}.",
)
NO_QUASI_IDENTIFIERS = Sentence(
    "No column is a quasi-identifier, so there is nothing to generalize. Decide in step "
    "{step_know} which "
    "columns somebody could already know about a person.",
    "Ninguna columna es cuasi-identificador, así que no hay nada que generalizar. Decida en el "
    "paso {step_know} qué columnas podría conocer ya alguien de una persona.",
)
GO_TO = Sentence("Go to step {number}: {step}", "Ir al paso {number}: {step}")
CLOSE = Sentence("Close", "Cerrar")
CANCEL = Sentence("No, go back", "No, volver")

WHOLE = Sentence("A whole number of at least {least}.", "Un número entero, de {least} como mínimo.")
WHOLE_FROM_TO = Sentence(
    "A whole number from {least} to {most}.", "Un número entero de {least} a {most}."
)
ANY_NUMBER = Sentence("A number.", "Un número.")
FROM_TO = Sentence("A number from {low} to {high}.", "Un número de {low} a {high}.")
ABOVE_UP_TO = Sentence(
    "A number above {low}, up to {high}.", "Un número mayor que {low}, hasta {high}."
)
AT_LEAST = Sentence("A number of at least {low}.", "Un número de {low} como mínimo.")
ABOVE = Sentence("A number above {low}.", "Un número mayor que {low}.")

JOB_RUNNING = Sentence("{work}: {stage}", "{work}: {stage}")
JOB_WAITING = Sentence("{work}: waiting for its turn", "{work}: esperando su turno")
ABORT = Sentence("Abort", "Abortar")
TRY_AGAIN = Sentence("Try again", "Intentar de nuevo")
JOB_DONE = Sentence("{work}: done", "{work}: hecho")

WENT_WRONG = Sentence("That did not work.", "No ha funcionado.")
DATA_ON_SERVER = Sentence(
    "The table on the server is not as expected: see what exactly, and correct it there, or its "
    "types in step {step_import}.",
    "La tabla del servidor no es como se esperaba: vea qué ocurre exactamente y corríjala allí, o "
    "sus tipos en el paso {step_import}.",
)
ERRORS: Mapping[str, Sentence] = {
    "Died": Sentence(
        "Failed, nothing lost, try again.", "Falló, no se ha perdido nada, reintente."
    ),
    "NotAchievable": Sentence(
        "The goal is out of reach: allow more records to be left out, ask for a lower k, or let "
        "the hierarchies end in one value (*).",
        "El objetivo no se alcanza: permita dejar fuera más registros, pida un k menor o haga que "
        "las jerarquías terminen en un solo valor (*).",
    ),
    "DataError": Sentence(
        "The table is not as expected: see which lines, and change how it is read or the file.",
        "La tabla no es como se esperaba: vea qué líneas son y cambie cómo se lee, o el fichero.",
    ),
    "ServerError": Sentence(
        "The table could not be used on its server: check in step {step_import} that the server "
        "is running, "
        "the address, the name of the table and the password (it is not kept: connect again under "
        "“Use another table”).",
        "No se ha podido usar la tabla en su servidor: revise en el paso {step_import} que el "
        "servidor esté en "
        "marcha, la dirección, el nombre de la tabla y la contraseña (no se guarda: vuelva a "
        "conectar en «Usar otra tabla»).",
    ),
    "SchemaError": Sentence(
        "The types of the columns are not right: correct them in step {step_import}.",
        "Los tipos de las columnas no son correctos: corríjalos en el paso {step_import}.",
    ),
    "HierarchyError": Sentence(
        "A hierarchy cannot be used as it is: step {step_hierarchies} shows what is missing.",
        "Una jerarquía no se puede usar tal como está: el paso {step_hierarchies} muestra qué "
        "falta.",
    ),
    "RoleError": Sentence(
        "The roles of the columns do not fit: look at step {step_know}.",
        "Los papeles de las columnas no encajan: mire el paso {step_know}.",
    ),
    "ParameterError": Sentence(
        "One of the figures asked for is not possible.",
        "Alguna de las cifras pedidas no es posible.",
    ),
    "AddressError": Sentence(
        "That is no address of a table.", "Esa no es la dirección de una tabla."
    ),
    "VerificationFailed": Sentence(
        "Refused: what was written does not keep its promise, so nothing is published.",
        "Rechazado: lo escrito no cumple lo prometido, así que no se publica nada.",
    ),
    "TooLargeError": Sentence("The file is too large.", "El fichero es demasiado grande."),
    "MissingExtraError": Sentence(
        "A part of Celosía that this needs is not installed.",
        "No está instalada una parte de Celosía que hace falta.",
    ),
    "Unexpected": Sentence(
        "Failed because of a defect of Celosía. Nothing is lost; try again.",
        "Falló por un defecto de Celosía. No se ha perdido nada; inténtelo de nuevo.",
    ),
    "Cancelled": Sentence("Aborted; nothing was written.", "Abortado; no se ha escrito nada."),
}
ROLES: Mapping[str, Sentence] = {
    "identifier": Sentence("Identifier", "Identificador"),
    "quasi-identifier": Sentence("Quasi-identifier", "Cuasi-identificador"),
    "sensitive": Sentence("Sensitive", "Sensible"),
    "insensitive": Sentence("Not sensitive", "No sensible"),
}
