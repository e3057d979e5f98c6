"""The fixed words of a report."""

from __future__ import annotations

from celosia.domain.language import Sentence

TITLE = Sentence("Report of a release", "Informe de una publicación")
PROTECTION = Sentence("What it protects", "Lo que protege")
COST = Sentence("What it costs", "Lo que cuesta")
COLUMNS = Sentence("How each column changed", "Cómo cambió cada columna")
SIZES = Sentence("Records by the size of their class", "Registros según el tamaño de su clase")
RISK = Sentence("Highest prosecutor risk", "Riesgo máximo del fiscal")
THRESHOLD = Sentence("threshold", "umbral")
BEFORE = Sentence("before", "antes")
AFTER = Sentence("after", "después")
FIGURE = Sentence("figure", "medida")
MEANING = Sentence("what it means", "qué significa")
SOURCE = Sentence("source", "fuente")
COLUMN = Sentence("column", "columna")
ROLE = Sentence("role", "papel")
LEVEL = Sentence("level", "nivel")
CHANGE = Sentence("change of distribution", "cambio de la distribución")
MEASURE = Sentence("measured by", "medido por")
SUPPRESSED = Sentence("suppressed cells", "celdas suprimidas")
MEAN = Sentence("mean", "media")
RESIDUAL = Sentence("What remains at risk", "Lo que sigue en riesgo")
RESIDUAL_NOTE = Sentence(
    "No figure here says that the table is anonymous. These risks are outside what was measured:",
    "Ninguna medida dice que la tabla sea anónima. Estos riesgos quedan fuera de lo medido:",
)
HOW = Sentence("How it was made", "Cómo se hizo")
TRADE_OFF = Sentence("Privacy against utility", "Privacidad frente a utilidad")
NO_RAW = Sentence(
    "This page holds counts, shares and names of columns, and no value of the data.",
    "Esta página contiene recuentos, proporciones y nombres de columnas, y ningún valor de los "
    "datos.",
)
SIDE_BY_SIDE = Sentence("The releases side by side", "Las publicaciones, una junto a otra")

ROLES = {
    "identifier": Sentence("identifier", "identificador"),
    "quasi-identifier": Sentence("quasi-identifier", "cuasi-identificador"),
    "sensitive": Sentence("sensitive", "sensible"),
    "insensitive": Sentence("insensitive", "no sensible"),
}
MEASURES = {
    "wasserstein": Sentence("Wasserstein distance", "distancia de Wasserstein"),
    "total variation": Sentence("total variation", "variación total"),
}
PARAMETERS = {
    "release": Sentence("release", "publicación"),
    "sha256": Sentence("SHA-256", "SHA-256"),
    "models": Sentence("models asked for", "modelos pedidos"),
    "suppression limit": Sentence("suppression limit", "límite de supresión"),
    "objective": Sentence("objective", "objetivo"),
    "seed": Sentence("seed", "semilla"),
}
