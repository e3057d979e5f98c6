"""Numbers told by vague labels: low, medium, high."""

from __future__ import annotations

from celosia.domain.language import Sentence
from celosia.methods.method import METHODS, VagueMethod

METHODS.add(
    "fuzzy",
    VagueMethod(
        title=Sentence("fuzzy sets", "conjuntos difusos"),
        explanation=Sentence(
            "Tells numbers by words such as low, medium and high, from fuzzy sets. Columns "
            "without numbers stay as they are.",
            "Dice los números con palabras como bajo, medio y alto, a partir de conjuntos "
            "difusos. Las columnas sin números quedan como están.",
        ),
    ),
    order=12,
)
