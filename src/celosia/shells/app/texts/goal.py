"""What step 4 says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

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
SUPPRESSION = Sentence(
    "Records that may be left out (%)", "Registros que se pueden dejar fuera (%)"
)
NULLS = Sentence("An unknown value…", "Un valor desconocido…")
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
KNEE_WHY = Sentence(
    "Up to k = {k} the loss grows slowly; after it, faster. There the loss is {loss} and nobody is "
    "found with a chance above {risk}.",
    "Hasta k = {k} la pérdida crece despacio; después, más deprisa. Ahí la pérdida es {loss} y "
    "nadie "
    "se encuentra con probabilidad mayor que {risk}.",
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
SENSITIVE = Sentence("Protect what is sensitive too", "Proteger también lo sensible")
SENSITIVE_WHY = Sentence(
    "k hides who somebody is, not what they have: if all k have the same diagnosis, it is known. "
    "These two ask for variety inside every group.",
    "k oculta quién es alguien, no lo que tiene: si los k tienen el mismo diagnóstico, se sabe. "
    "Estos dos piden variedad dentro de cada grupo.",
)
L = Sentence(
    "{column}: at least this many different values (l)",
    "{column}: al menos estos valores distintos (l)",
)
T = Sentence(
    "{column}: at most this far from the whole table (t, 0–1)",
    "{column}: como mucho así de lejos de toda la tabla (t, 0–1)",
)
NO_SENSITIVE = Sentence("No column is sensitive (step 2).", "Ninguna columna es sensible (paso 2).")
OTHER_MODELS = Sentence("Also asked for: {models}", "También se pide: {models}")
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
