"""What several techniques call the same parameter of theirs."""

from __future__ import annotations

from celosia.domain.language import Sentence

FEWEST_ALIKE = Sentence("Fewest records alike (k)", "Registros iguales como mínimo (k)")
SYMBOLS = Sentence(
    "Always so many symbols, to hide the length",
    "Siempre tantos símbolos, para ocultar la longitud",
)
SYMBOL = Sentence("Symbol", "Símbolo")
LENGTH = Sentence("Length of the pseudonym", "Longitud del seudónimo")
ATTRIBUTE = Sentence(
    "What other tables call this column", "Cómo llaman otras tablas a esta columna"
)
BOTTOM = Sentence("Lowest number told", "Número menor que se dice")
BOTTOM_BELOW_TOP = Sentence("Less than the highest number.", "Menos que el número mayor.")
TOP = Sentence("Highest number told", "Número mayor que se dice")
PERCENT = Sentence(
    "How far in the ranking, in % of the records",
    "Hasta qué distancia en el orden, en % de los registros",
)
SHARE_OF_RANGE = Sentence(
    "Noise as a share of the range (0.05 is 5 %)",
    "Ruido como parte del rango (0,05 es el 5 %)",
)
CLIP = Sentence("Never leave the range of the column", "No salir del rango de la columna")
SHARE_OR_WIDTH = Sentence(
    "Give the noise as a share of the range, or as it is; not both.",
    "Indique el ruido como parte del rango o tal cual; no ambas cosas.",
)
EPSILON = Sentence("Epsilon (less protects more)", "Épsilon (cuanto menor, más protege)")
