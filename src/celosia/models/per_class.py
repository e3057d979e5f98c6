"""What several models measure of every class, from the sparse histograms."""

from __future__ import annotations

import numpy as np

from celosia.core.classes import Classes
from celosia.core.values import FloatArray, IntArray


def highest(classes: Classes, class_of: IntArray, amounts: FloatArray) -> FloatArray:
    """Take the largest amount of each class; 0 for a class without any."""
    found = np.zeros(classes.number)
    np.maximum.at(found, class_of, amounts)
    return found


def summed(classes: Classes, class_of: IntArray, amounts: FloatArray) -> FloatArray:
    """Add up the amounts of each class."""
    found = np.bincount(class_of, weights=amounts, minlength=classes.number)
    return np.asarray(found, np.float64)


def highest_share(classes: Classes, attribute: str) -> FloatArray:
    """Share of the most frequent value among the known values of each class.

    >>> highest_share(Classes.from_histogram("dx", [[3, 1], [2, 2]]), "dx")
    array([0.75, 0.5 ])
    """
    histogram = classes.histogram(attribute)
    return highest(classes, histogram.class_of, histogram.shares(classes.number))
