"""The grouping method that fits the size of the table."""

from __future__ import annotations

from celosia.domain.language import Sentence
from celosia.methods.clustering.choosing import choose
from celosia.methods.method import METHODS, ChosenMethod

METHODS.add(
    "auto",
    ChosenMethod(
        title=Sentence(
            "the grouping that fits the size of the table", "la agrupación adecuada a su tamaño"
        ),
        explanation=Sentence(
            "Of the methods that are quick enough, the one that loses least: k-members, "
            "l-greedy or Mondrian.",
            "De los métodos bastante rápidos, el que menos pierde: k-members, l-greedy o Mondrian.",
        ),
        choose=choose,
    ),
    order=3,
)
