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
TECHNIQUES = Sentence(
    "What was done to single columns and records first",
    "Qué se hizo antes a columnas y registros sueltos",
)
NO_RAW = Sentence(
    "This page holds counts, shares and names of columns, and no value of the data.",
    "Esta página contiene recuentos, proporciones y nombres de columnas, y ningún valor de los "
    "datos.",
)
ROUNDED_AXES = Sentence(
    "The axes of fuzzy sets end at rounded quantiles, with at least 1 % of the records, and at "
    "least ten, beyond each end.",
    "Los ejes de los conjuntos difusos acaban en cuantiles redondeados, con al menos el 1 % de los "
    "registros, y al menos diez, más allá de cada extremo.",
)
FUZZY = Sentence("What the vague labels of {0} protect", "Lo que protegen las etiquetas de {0}")
NOT_MEASURED = Sentence(
    "Q, l and t were not measured: there are too many combinations of sets, or no published record "
    "has every number.",
    "Q, l y t no se midieron: hay demasiadas combinaciones de conjuntos, o ningún registro "
    "publicado tiene todos los números.",
)
VALUE = Sentence("value", "valor")
SETS = Sentence("Where the sets lie", "Dónde están los conjuntos")
SETS_NOTE = Sentence(
    "Each value belongs to every set more or less, from 0 to 1; published is the name of the set "
    "that it belongs to most. Whoever has these pictures can tell what a name stands for: keep "
    "this page from readers who should not.",
    "Cada valor pertenece más o menos a cada conjunto, de 0 a 1; se publica el nombre del conjunto "
    "al que más pertenece. Quien tenga estas figuras sabe a qué corresponde cada nombre: no "
    "comparta esta página con quien no deba saberlo.",
)
CONTOURS_NOTE = Sentence(
    "Of columns that were coded together, lines join the points that belong to a set with 0.5, "
    "0.7 and 0.9, the thicker the higher.",
    "En las columnas codificadas juntas, las líneas unen los puntos que pertenecen a un conjunto "
    "con 0,5, 0,7 y 0,9, más gruesas cuanto mayor es la pertenencia.",
)
HELD = Sentence("{0} at the median", "{0} en la mediana")
NOT_DRAWN = Sentence(
    "Not drawn: {0}. The borders of these sets follow from the least and the greatest value, or "
    "nearly all values are alike.",
    "Sin dibujar: {0}. Los límites de estos conjuntos se deducen del valor menor y del mayor, o "
    "casi todos los valores son iguales.",
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
    "method": Sentence("method", "método"),
    "coding": Sentence("fuzzy coding", "codificación difusa"),
    "fingerprint": Sentence("fingerprint", "huella"),
}
