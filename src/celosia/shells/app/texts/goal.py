"""What the step *goal* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

TITLE = Sentence("Goal", "Objetivo")
INTRO = Sentence(
    "Say how well people must be hidden. The higher k, the safer and the coarser the table.",
    "Diga hasta qué punto deben quedar ocultas las personas. Cuanto mayor es k, más segura y más "
    "general es la tabla.",
)
GOAL = Sentence("Your goal", "Su objetivo")
K = Sentence(
    "k: every record looks like at least k − 1 others",
    "k: cada registro se parece al menos a otros k − 1",
)
NO_K = Sentence(
    "Ask for no k: the result remains personal data",
    "No pedir ningún k: el resultado sigue conteniendo datos personales",
)
SUPPRESSION = Sentence(
    "Records that may be left out (%)", "Registros que se pueden dejar fuera (%)"
)
NULLS = Sentence("An unknown value…", "Un valor desconocido…")
OBJECTIVE = Sentence("The best candidate has", "La mejor candidata tiene")
NULL_CHOICES: Mapping[str, Sentence] = {
    "value": Sentence("counts as a value of its own", "cuenta como un valor más"),
    "wildcard": Sentence("may be anything", "puede ser cualquiera"),
    "excluded": Sentence("leaves its record out", "deja fuera su registro"),
}
CURVE = Sentence("What each k costs", "Cuánto cuesta cada k")
DRAW_CURVE = Sentence("Work out the curve", "Calcular la curva")
DRAW_AGAIN = Sentence("Work it out again", "Calcularla de nuevo")
NO_CURVE = Sentence(
    "Not worked out yet. It shows for every k how much detail is lost and how high the risk stays, "
    "and proposes the k after which more privacy becomes expensive.",
    "Aún sin calcular. Muestra, para cada k, cuánto detalle se pierde y cuánto riesgo queda, y "
    "propone el k a partir del cual más privacidad sale cara.",
)
NO_POINT = Sentence(
    "Not even k = 2 can be reached with what else is asked for: allow more records to be left out, "
    "ask for less of the other protections, or let the hierarchies end in one value (*).",
    "Ni siquiera k = 2 se alcanza con lo demás que se pide: permita dejar fuera más registros, "
    "pida menos de las otras protecciones o haga que las jerarquías terminen en un solo valor (*).",
)
KNEE_WHY = Sentence(
    "Of all k, {k} protects most for what it costs: the loss is {loss}, and the chance of finding "
    "somebody is at most {risk}.",
    "De todos los k, {k} es el que más protege para lo que cuesta: la pérdida es del {loss} y la "
    "probabilidad de encontrar a alguien no pasa del {risk}.",
)
NO_KNEE = Sentence(
    "The curve has no bend, so no k stands out: decide by the risk you accept.",
    "La curva no tiene codo, así que ningún k destaca: decida por el riesgo que acepta.",
)
USE_KNEE = Sentence("Use k = {k}", "Usar k = {k}")
LOSS = Sentence("loss", "pérdida")
RISK = Sentence("highest risk", "riesgo máximo")
LEFT_OUT = Sentence("left out", "fuera")
CURVE_SAID = Sentence(
    "Curve of loss and risk for k from {first} to {last}",
    "Curva de pérdida y riesgo para k de {first} a {last}",
)
YOUR_K = Sentence("your k", "su k")
SUGGESTED = Sentence("suggested", "propuesto")
AS_TABLE = Sentence("The same as a table", "Lo mismo en una tabla")
NOT_SENSITIVE = Sentence(
    "This column is not sensitive any more (step {step_know}).",
    "Esta columna ya no es sensible (paso {step_know}).",
)
PROTECTIONS = Sentence("More protections", "Más protecciones")
PROTECTIONS_WHY = Sentence(
    "k hides who somebody is, not what they have: if all k have the same diagnosis, it is known. "
    "What you add here must hold as well as k.",
    "k oculta quién es alguien, no lo que tiene: si los k tienen el mismo diagnóstico, se sabe. "
    "Lo que añada aquí debe cumplirse además de k.",
)
NO_PROTECTION = Sentence(
    "No other protection is asked for yet.", "Aún no se pide ninguna otra protección."
)
ADD_PROTECTION = Sentence("Add a protection", "Añadir una protección")
ADD = Sentence("Add", "Añadir")
ADD_THIS = Sentence("Add: {model}", "Añadir: {model}")
REMOVE = Sentence("Remove", "Quitar")
REMOVE_THIS = Sentence("Remove: {model}", "Quitar: {model}")
ABOUT_SENSITIVE = Sentence(
    "So that nobody learns what somebody has", "Para que nadie sepa qué tiene alguien"
)
ABOUT_TABLE = Sentence(
    "So that hardly anybody can be found", "Para que casi no se pueda encontrar a nadie"
)
ABOUT_POPULATION = Sentence(
    "When the records are a part of a larger population",
    "Cuando los registros son parte de una población mayor",
)
NEEDS_SENSITIVE = Sentence(
    "These need a sensitive column: say in step {step_know} which one is.",
    "Necesitan una columna sensible: diga en el paso {step_know} cuál lo es.",
)
POPULATION = Sentence("The population", "La población")
POPULATION_WHY = Sentence(
    "A table of everybody from whom the records were drawn: a census or a register with the "
    "quasi-identifiers of your table, by the same names. It stays on this computer, and is erased "
    "with the project.",
    "Una tabla de todas las personas de las que salen los registros: un censo o padrón con los "
    "cuasi-identificadores de su tabla, con los mismos nombres. Se queda en este ordenador y se "
    "borra con el proyecto.",
)
POPULATION_IS = Sentence("Compared with {name}.", "Se compara con {name}.")
NO_POPULATION = Sentence(
    "There is no table of the population yet: add it here.",
    "Aún no hay tabla de la población: añádala aquí.",
)
DROP_POPULATION = Sentence(
    "Drop the file of the population here, or",
    "Suelte aquí el fichero de la población, o",
)
TREE = Sentence("Hierarchy of {column} (file)", "Jerarquía de {column} (fichero)")
TREE_THERE = Sentence(
    "Hierarchy with {values} values and {levels} levels.",
    "Jerarquía con {values} valores y {levels} niveles.",
)
NO_TREE = Sentence(
    "Distances by a hierarchy need one: add its file.",
    "Para medir por una jerarquía hace falta una: añada su fichero.",
)
TREE_LACKS = Sentence(
    "The hierarchy lacks {number} values of {column}.",
    "A la jerarquía le faltan {number} valores de {column}.",
)
NOT_SAVED = Sentence(
    "Nothing was saved: correct what is marked first.",
    "No se ha guardado nada: corrija antes lo que está marcado.",
)
WEIGHTS = Sentence("Which columns matter most", "Qué columnas importan más")
WEIGHTS_WHY = Sentence(
    "Detail of a column that matters more is kept longer.",
    "Se conserva más tiempo el detalle de las columnas que importan más.",
)
WEIGHT = Sentence("Importance of {column}", "Importancia de {column}")
IMPORTANCES: Mapping[float, Sentence] = {
    0.25: Sentence("little", "poca"),
    1.0: Sentence("normal", "normal"),
    4.0: Sentence("much", "mucha"),
}
SAVE = Sentence("Save the goal", "Guardar el objetivo")
