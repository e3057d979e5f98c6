"""What the tests of swapping and perturbation share."""

from __future__ import annotations

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells

DISEASES = Hierarchy.from_rows(
    "disease",
    [
        ("flu", "lung", "infection", "*"),
        ("pneumonia", "lung", "infection", "*"),
        ("hepatitis", "liver", "infection", "*"),
        ("melanoma", "skin", "cancer", "*"),
        ("glioma", "brain", "cancer", "*"),
    ],
)


def context(seed=1, **hierarchies):
    return TechniqueContext(Randomness(f"seed {seed}".encode()), hierarchies=hierarchies)


def applied(technique, columns, seed=1, **hierarchies):
    """Apply a technique to literal columns."""
    return technique.apply(Cells.of(columns), context(seed, **hierarchies))


def changed(technique, columns, seed=1, **hierarchies):
    """Apply it, and give the columns as lists."""
    cells = applied(technique, columns, seed, **hierarchies).cells
    return {name: cells.column(name).tolist() for name in cells.names}


def texts(values, decimals=0):
    return [f"{value:.{decimals}f}" for value in values]


def numbers(cells):
    return np.array([float(cell) for cell in cells])


def correlation(one, other):
    return float(np.corrcoef(numbers(one), numbers(other))[0, 1])
