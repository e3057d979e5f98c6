"""Fuzzy sets: vague labels instead of sharp intervals."""

from celosia.methods.fuzzy.choices import Coding, FuzzyChoices, proposed_names
from celosia.methods.fuzzy.figures import FuzzyFigures, measure_labels
from celosia.methods.fuzzy.labelling import FuzzyLabels, FuzzyPart, fuzzy_labels
from celosia.methods.fuzzy.partitions import FuzzyPartition, cartesian_product
from celosia.methods.fuzzy.sets import FuzzySet, triangle

__all__ = [
    "Coding",
    "FuzzyChoices",
    "FuzzyFigures",
    "FuzzyLabels",
    "FuzzyPart",
    "FuzzyPartition",
    "FuzzySet",
    "cartesian_product",
    "fuzzy_labels",
    "measure_labels",
    "proposed_names",
    "triangle",
]
