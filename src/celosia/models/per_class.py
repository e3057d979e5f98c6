"""What several models measure of every class, from the sparse histograms."""

from __future__ import annotations

import numpy as np

from celosia.core.classes import Classes
from celosia.core.values import BoolArray, FloatArray, IntArray


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
    """Share of the most frequent value among the known of each class, records or persons.

    >>> highest_share(Classes.from_histogram("dx", [[3, 1], [2, 2]]), "dx")
    array([0.75, 0.5 ])
    """
    histogram = classes.histogram(attribute)
    return highest(classes, histogram.class_of, histogram.shares(classes.number))


def held_by_all(classes: Classes, attribute: str) -> BoolArray:
    """Tell in which classes all persons have a value in common, perhaps besides others.

    Of records only those of one value do.

    >>> held_by_all(Classes.from_histogram("dx", [[3, 1], [2, 0]]), "dx")
    array([False,  True])
    """
    return highest_share(classes, attribute) >= 1.0
