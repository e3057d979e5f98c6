"""What the cards say of techniques: what is done to a column, and why."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

TITLE = Sentence("What is done to it", "Qué se le hace")
LATER_ON = Sentence(
    "Nothing yet: it is made coarser in step 5.", "Nada aún: se hace más general en el paso 5."
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
    "The hierarchy of {columns} did not fit any more; another is proposed in step 3.",
    "La jerarquía de {columns} ya no servía; en el paso 3 se propone otra.",
)
ORDER_TITLE = Sentence("Techniques, in the order they are applied", "Técnicas, en su orden")
ORDER_WHY = Sentence(
    "They are applied to the whole table first; the generalization of step 5 works on what they "
    "leave.",
    "Primero se aplican a toda la tabla; la generalización del paso 5 trabaja con lo que dejan.",
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
    "Nothing is generalized any further: what the techniques of step 2 leave is published, if it "
    "reaches the goal as it is.",
    "No se generaliza nada más: se publica lo que dejan las técnicas del paso 2, si alcanza el "
    "objetivo tal cual.",
)
NO_GOAL_ASKED = Sentence(
    "You ask for no k. Identifiers are left out, the techniques of step 2 are applied, and all "
    "else is published as it is: people can still be recognized, so the result remains personal "
    "data.",
    "No pide ningún k. Se omiten los identificadores, se aplican las técnicas del paso 2 y lo "
    "demás se publica tal cual: aún se puede reconocer a las personas, así que el resultado sigue "
    "conteniendo datos personales.",
)
ONLY = Sentence("Make it with the techniques alone", "Hacerla solo con las técnicas")
WAY_ONLY = Sentence("the techniques alone", "las técnicas y nada más")
APPLIED = Sentence("Techniques applied first: {names}.", "Técnicas aplicadas antes: {names}.")

KINDS: Mapping[str, Sentence] = {
    "attribute-suppression": Sentence("Leave the column out", "Omitir la columna"),
    "record-suppression": Sentence(
        "Leave records out by a condition", "Omitir registros según una condición"
    ),
    "outlier-suppression": Sentence(
        "Leave records with extreme numbers out", "Omitir registros con números extremos"
    ),
    "small-class-suppression": Sentence(
        "Leave records out that few others look like", "Omitir registros a los que pocos se parecen"
    ),
    "masking": Sentence("Mask characters", "Enmascarar caracteres"),
    "format-masking": Sentence(
        "Mask by format (e-mail, card, IP…)", "Enmascarar según el formato (correo, tarjeta, IP…)"
    ),
    "random-pseudonym": Sentence("Pseudonym drawn by chance", "Seudónimo al azar"),
    "keyed-pseudonym": Sentence("Pseudonym made with a secret key", "Seudónimo con clave secreta"),
    "format-preserving-pseudonym": Sentence(
        "Pseudonym of the same format, with a secret key",
        "Seudónimo del mismo formato, con clave secreta",
    ),
    "fake-value": Sentence("Invented value of the same kind", "Valor inventado del mismo tipo"),
    "intervals": Sentence("Ranges of equal width", "Rangos de igual ancho"),
    "top-bottom-coding": Sentence("Cut off the extremes", "Recortar los extremos"),
    "hierarchy-level": Sentence("A level of its hierarchy", "Un nivel de su jerarquía"),
    "rare-to-others": Sentence(
        "Rare categories become “others”", "Las categorías raras pasan a «otros»"
    ),
    "date-period": Sentence("Only the month, quarter or year", "Solo el mes, trimestre o año"),
    "rounding": Sentence("Round numbers", "Redondear números"),
    "coordinate-rounding": Sentence("Round coordinates", "Redondear coordenadas"),
    "swap": Sentence("Exchange values between records", "Intercambiar valores entre registros"),
    "rank-swap": Sentence(
        "Exchange values with those of near rank", "Intercambiar valores de rango cercano"
    ),
    "semantic-rank-swap": Sentence(
        "Exchange categories with similar ones", "Intercambiar categorías por otras parecidas"
    ),
    "uniform-noise": Sentence("Even noise up to a limit", "Ruido uniforme hasta un límite"),
    "gaussian-noise": Sentence("Normal (bell-shaped) noise", "Ruido normal (en campana)"),
    "correlated-noise": Sentence(
        "Noise that keeps how columns go together", "Ruido que conserva la relación entre columnas"
    ),
    "date-shift": Sentence("Shift dates by some days", "Desplazar fechas unos días"),
    "microaggregation": Sentence(
        "One value for groups of similar records", "Un valor por grupo de registros parecidos"
    ),
    "pram": Sentence(
        "Change some categories by chance (PRAM)", "Cambiar algunas categorías al azar (PRAM)"
    ),
    "semantic-noise": Sentence(
        "Replace categories by similar ones, by chance",
        "Sustituir categorías por otras parecidas, al azar",
    ),
    "laplace-mechanism": Sentence(
        "Noise with differential privacy", "Ruido con privacidad diferencial"
    ),
    "randomized-response": Sentence(
        "Randomized response, with differential privacy",
        "Respuesta aleatorizada, con privacidad diferencial",
    ),
}
"""What people call each technique."""
