"""What the cards say of techniques: what is done to a column, and why."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import NamesOfColumns, Sentence, VisibleCharacter

TITLE = Sentence("What is done to it", "Qué se le hace")
LATER_ON = Sentence(
    "Nothing yet: it is made coarser in step {step_choose}.",
    "Nada aún: se hace más general en el paso {step_choose}.",
)
NO_EFFECT = Sentence(
    "It stays an identifier, so the column is left out of the release all the same. To publish it "
    "like this, give it another role; or give it pseudonyms.",
    "Sigue siendo un identificador, así que la columna no se publica de todos modos. Para "
    "publicarla así, dele otro papel; o use seudónimos.",
)
PUBLISHED = Sentence(
    "The column is published, with pseudonyms.", "La columna se publica, con seudónimos."
)
SUGGESTED = Sentence("Suggested: {name}", "Sugerencia: {name}")
USE = Sentence("Use it", "Usarla")
USE_OF = Sentence("Use it on {column}: {name}", "Usarla en {column}: {name}")
OTHER_WAYS = Sentence("Other ways ({number})", "Otras maneras ({number})")
ADD = Sentence("Add a technique…", "Añadir una técnica…")
ADD_TO = Sentence("Add a technique to {column}", "Añadir una técnica a {column}")
REMOVE = Sentence("Remove: {name}", "Quitar: {name}")
EARLIER = Sentence("Do it earlier: {name}", "Hacerla antes: {name}")
LATER = Sentence("Do it later: {name}", "Hacerla después: {name}")
CANNOT = Sentence(
    "It cannot be applied to this table; no release can be made until it is changed or removed.",
    "No se puede aplicar a esta tabla; no se podrá publicar hasta que se cambie o se quite.",
)
CANNOT_HERE = Sentence("It cannot be applied to this table.", "No se puede aplicar a esta tabla.")
EXAMPLES = Sentence(
    "Some of your records; shown here and nowhere else",
    "Algunos de sus registros; solo se muestran aquí",
)
BEFORE = Sentence("Before", "Antes")
AFTER = Sentence("After", "Después")
UNKNOWN = Sentence("(unknown)", "(desconocido)")
GONE = Sentence("(left out)", "(se omite)")
SAMPLED = Sentence(
    "Tried on {records} records of the table; the release uses all of them.",
    "Se ha probado con {records} registros de la tabla; la publicación los usa todos.",
)
EXAMPLE_KEY = Sentence(
    "Tried with a key made up for this example: yours is asked for when you make the release.",
    "Probado con una clave inventada para este ejemplo: la suya se pide al hacer la publicación.",
)
RECORDS_GONE = Sentence(
    "{number} of {records} records would be left out.",
    "Se omitirían {number} de {records} registros.",
)
DROPPED_HIERARCHY = Sentence(
    "The hierarchy of {columns} did not fit any more; another is proposed in step "
    "{step_hierarchies}.",
    "La jerarquía de {columns} ya no servía; en el paso {step_hierarchies} se propone otra.",
)
ORDER_TITLE = Sentence("Techniques, in the order they are applied", "Técnicas, en su orden")
ORDER_WHY = Sentence(
    "They are applied to the whole table first; the generalization of step {step_choose} works on "
    "what they "
    "leave.",
    "Primero se aplican a toda la tabla; la generalización del paso {step_choose} trabaja con lo "
    "que dejan.",
)
OF_COLUMNS = Sentence("{name} · {columns}", "{name} · {columns}")
PERSONAL = Sentence("Personal data", "Datos personales")
FORM_TITLE = Sentence("Another technique for {column}", "Otra técnica para {column}")
TECHNIQUE = Sentence("Technique", "Técnica")
TRY = Sentence("Try it", "Probarla")
ADD_IT = Sentence("Add it", "Añadirla")
NEEDED = Sentence("Fill this in.", "Rellene este campo.")
OPTIONAL = Sentence("May be left empty.", "Puede quedar vacío.")
ONE_PER_LINE = Sentence("One per line.", "Uno por línea.")
ONLY_TITLE = Sentence("Or with the techniques alone", "O solo con las técnicas")
ONLY_WHY = Sentence(
    "Nothing is generalized any further: what the techniques of step {step_know} leave is "
    "published, if it "
    "reaches the goal as it is.",
    "No se generaliza nada más: se publica lo que dejan las técnicas del paso {step_know}, si "
    "alcanza el "
    "objetivo tal cual.",
)
NO_GOAL_ASKED = Sentence(
    "You ask for no k. Identifiers are left out, the techniques of step {step_know} are applied, "
    "and all "
    "else is published as it is: people can still be recognized, so the result remains personal "
    "data.",
    "No pide ningún k. Se omiten los identificadores, se aplican las técnicas del paso "
    "{step_know} y lo "
    "demás se publica tal cual: aún se puede reconocer a las personas, así que el resultado sigue "
    "conteniendo datos personales.",
)
ONLY = Sentence("Make it with the techniques alone", "Hacerla solo con las técnicas")
WAY_ONLY = Sentence("the techniques alone", "las técnicas y nada más")
APPLIED = Sentence("Techniques applied first: {names}.", "Técnicas aplicadas antes: {names}.")

COLUMNS = Sentence("Columns", "Columnas")
RULES: Mapping[type, Sentence] = {
    VisibleCharacter: Sentence("One visible character.", "Un solo carácter visible."),
    NamesOfColumns: Sentence("At least one column.", "Al menos una columna."),
}
"""What a field of some type has to be."""
