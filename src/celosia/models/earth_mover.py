"""Earth mover's distance between each class and the whole table, three ground distances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise, takewhile
from math import isfinite

import numpy as np

from celosia.core.classes import Classes, Histogram
from celosia.core.values import FloatArray, IntArray
from celosia.errors import ParameterError
from celosia.models.per_class import highest, summed
from celosia.text.days import FORMATS, ISO, as_day
from celosia.text.normal_form import listed_as
from celosia.text.numerals import COMMA, as_number

DENSE_CELLS = 4_000_000


def emd_equal(classes: Classes, attribute: str) -> FloatArray:
    """Half the sum of |p - q|: all values are equally far apart.

    References: Li, Li and Venkatasubramanian, ICDE 2007, section 3.1.

    >>> emd_equal(Classes.from_histogram("dx", [[2, 0], [0, 2]]), "dx")
    array([0.5, 0.5])
    """
    histogram = classes.histogram(attribute)
    gain = histogram.distribution(classes.number) - histogram.overall()[histogram.value_of]
    moved = summed(classes, histogram.class_of, np.maximum(gain, 0.0))
    if histogram.holders is None:
        return moved
    # Of persons with several values: no single value may tell more, as none does otherwise.
    told = histogram.shares(classes.number) - histogram.overall_shares()[histogram.value_of]
    missed = _most_missed(classes, histogram)
    return np.maximum(moved, np.maximum(highest(classes, histogram.class_of, np.abs(told)), missed))


def _most_missed(classes: Classes, histogram: Histogram) -> FloatArray:
    """Give the largest share in the whole table of a value that each class has not."""
    shares = histogram.overall_shares()
    by_share = np.argsort(-shares, kind="stable")
    rank = np.empty_like(by_share)
    rank[by_share] = np.arange(by_share.size)
    order = np.lexsort((rank[histogram.value_of], histogram.class_of))
    class_of, held = histogram.class_of[order], rank[histogram.value_of[order]]
    place = np.arange(class_of.size) - np.searchsorted(class_of, class_of)
    # The first rank that a class lacks is the first place at which its ranks leave a gap.
    first = np.bincount(class_of, minlength=classes.number)
    np.minimum.at(first, class_of[held > place], place[held > place])
    missed = np.append(shares[by_share], 0.0)[first]
    return np.where(histogram.held(classes.number) > 0, missed, 0.0)  # nothing known tells nothing


def emd_ordered(classes: Classes, attribute: str) -> FloatArray:
    """Distance over ranks: neighbours in the order of values are 1 / (m - 1) apart.

    Values that are all numbers are ordered as numbers, dates of one format by time, others as
    texts. The cumulative share of a class is constant between the values it holds, so only those
    are visited. A value that no record here holds, because those that held it were left out, has no
    rank: what is published has no such value either.

    References: Li, Li and Venkatasubramanian, ICDE 2007, section 3.1; Quirós 2013, equation 2.5.

    >>> salaries = [[1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0, 1],
    ...             [0, 0, 0, 0, 1, 0, 1, 1, 0]]
    >>> classes = Classes.from_histogram("salary", salaries, [str(n) for n in range(3, 12)])
    >>> emd_ordered(classes, "salary").round(3)
    array([0.375, 0.167, 0.236])
    """
    histogram = classes.histogram(attribute)
    there = np.flatnonzero(histogram.overall() > 0)
    values = there.size
    if values < 2 or histogram.counts.size == 0:
        return np.zeros(classes.number)
    rank = np.full(histogram.values, -1, np.int64)
    rank[there] = _ranks([histogram.labels[value] for value in there])
    overall = np.empty(values)
    overall[rank[there]] = histogram.overall()[there]
    order = np.lexsort((rank[histogram.value_of], histogram.class_of))
    class_of = histogram.class_of[order]
    position = rank[histogram.value_of[order]]
    share = _running_share(histogram, order, class_of, classes.number)
    last = np.append(class_of[1:] != class_of[:-1], True)
    following = np.where(last, values, np.append(position[1:], 0))
    area = _Area(np.cumsum(overall))
    total = summed(classes, class_of, area.between(position, following, share))
    begin = np.append(True, class_of[1:] != class_of[:-1])
    before = area.between(np.zeros_like(position[begin]), position[begin], np.zeros(begin.sum()))
    total += summed(classes, class_of[begin], before)
    return total / (values - 1)


class _Area:
    """Sum of |c - Q_i| over ranges of ranks, where Q rises with i."""

    def __init__(self, cumulative: FloatArray) -> None:
        self.cumulative = cumulative
        self.sums = np.concatenate([[0.0], np.cumsum(cumulative)])

    def between(self, low: IntArray, high: IntArray, level: FloatArray) -> FloatArray:
        """Area between a constant level and Q, from rank `low` up to but not at `high`."""
        cross = np.clip(np.searchsorted(self.cumulative, level), low, high)
        below = level * (cross - low) - (self.sums[cross] - self.sums[low])
        above = (self.sums[high] - self.sums[cross]) - level * (high - cross)
        return np.asarray(below + above, np.float64)


def emd_hierarchical(
    classes: Classes, attribute: str, paths: Sequence[Sequence[str]]
) -> FloatArray:
    """Distance over a tree: values are as far apart as their lowest common ancestor is high.

    `paths` lists each value with its ancestors up to the root, all of one length.

    References: Li, Li and Venkatasubramanian, ICDE 2007, section 3.2.

    >>> paths = [("flu", "lungs", "*"), ("cold", "lungs", "*"), ("ulcer", "belly", "*")]
    >>> classes = Classes.from_histogram("dx", [[2, 0, 0], [0, 1, 1]], ["flu", "cold", "ulcer"])
    >>> emd_hierarchical(classes, "dx", paths)
    array([0.375, 0.375])
    """
    histogram = classes.histogram(attribute)
    groups = _groups(attribute, histogram.labels, paths)
    height = len(groups) - 1
    distance = np.zeros(classes.number)
    if height == 0:
        return distance
    step = max(1, DENSE_CELLS // max(histogram.values, 1))
    for begin in range(0, classes.number, step):
        end = min(begin + step, classes.number)
        extra = _extra(histogram, classes.number, begin, end)
        distance[begin:end] = _moved(extra, groups, height)
    return distance


def check_tree(what: str, paths: Sequence[Sequence[str]]) -> None:
    """Make sure that paths make a tree: one length, one root, one parent for every node.

    >>> check_tree("TCloseness: paths", (("flu", "lungs"), ("ulcer", "belly")))
    Traceback (most recent call last):
    celosia.errors.ParameterError: TCloseness: paths must lead from each value to one root.
    """
    if not isinstance(paths, tuple) or not all(_is_path(path) for path in paths):
        raise ParameterError("models.must-list-each-value-ancestors", what=what)
    if len({len(path) for path in paths}) != 1:
        raise ParameterError("models.must-all-length", what=what)
    if len({path[-1] for path in paths}) != 1:
        raise ParameterError("models.must-lead-each-value-root", what=what)
    if len({path[0] for path in paths}) != len(paths):
        raise ParameterError("models.must-list-each-value-once", what=what)
    for below, above in pairwise(zip(*paths, strict=True)):
        if len(set(zip(below, above, strict=True))) != len(set(below)):
            raise ParameterError("models.must-give-each-node-parent", what=what)


def _is_path(path: Sequence[str]) -> bool:
    return (
        isinstance(path, tuple) and len(path) > 1 and all(isinstance(label, str) for label in path)
    )


def _moved(extra: FloatArray, groups: Sequence[IntArray], height: int) -> FloatArray:
    """Move surplus to where there is lack, as low in the tree as can be."""
    cost = np.zeros(extra.shape[0])
    for level in range(1, height + 1):
        parent = np.zeros(extra.shape[1], np.int64)
        parent[groups[level - 1]] = groups[level]
        width = int(groups[level].max()) + 1
        surplus, lack = np.zeros((2, extra.shape[0], width))
        for child in range(extra.shape[1]):
            surplus[:, parent[child]] += np.maximum(extra[:, child], 0.0)
            lack[:, parent[child]] += np.maximum(-extra[:, child], 0.0)
        cost += (level / height) * np.minimum(surplus, lack).sum(axis=1)
        extra = surplus - lack
    return cost


def _extra(histogram: Histogram, classes: int, begin: int, end: int) -> FloatArray:
    dense = np.tile(-histogram.overall(), (end - begin, 1))
    inside = (histogram.class_of >= begin) & (histogram.class_of < end)
    rows = histogram.class_of[inside] - begin
    dense[rows, histogram.value_of[inside]] += histogram.distribution(classes)[inside]
    return dense


def _groups(
    attribute: str, labels: Sequence[str], paths: Sequence[Sequence[str]]
) -> list[IntArray]:
    """Number the nodes above the values, level by level."""
    path_of = {path[0]: tuple(path) for path in paths}
    known = listed_as(labels, path_of)
    missing = sum(label not in known for label in labels)
    if missing:
        raise ParameterError("models.tree-lacks-values", attribute=attribute, missing=missing)
    levels = zip(*(path_of[known[label]] for label in labels), strict=True)
    groups = []
    for level in levels:
        number: dict[str, int] = {}
        groups.append(np.array([number.setdefault(label, len(number)) for label in level]))
    return groups


def _running_share(
    histogram: Histogram, order: IntArray, class_of: IntArray, classes: int
) -> FloatArray:
    """Cumulative share at each entry, within its class."""
    counts = histogram.counts[order]
    running = np.cumsum(counts)  # whole numbers: nothing is lost over millions of classes
    first = np.searchsorted(class_of, class_of)
    inside = running - running[first] + counts[first]
    return np.asarray(inside / histogram.held(classes)[class_of], np.float64)


def _ranks(labels: Sequence[str]) -> IntArray:
    """Rank the values; those that are equal, such as 1 and 1.0, as texts."""
    keys = list(zip(_amounts(labels), labels, strict=True))
    rank = np.empty(len(labels), np.int64)
    rank[sorted(range(len(labels)), key=keys.__getitem__)] = np.arange(len(labels))
    return rank


def _amounts(labels: Sequence[str]) -> Sequence[float]:
    """Numbers where all values are, days where all are dates of one format, else all alike."""
    by_day = [partial(as_day, format=format) for format in (ISO, *FORMATS)]
    readings: list[Callable[[str], float]] = [_number, *by_day]
    for read in readings:
        amounts = list(takewhile(isfinite, map(read, labels)))
        if len(amounts) == len(labels):
            return amounts
    return [0.0] * len(labels)


def _number(label: str) -> float:
    """Read a number; "nan" and "inf" are texts here."""
    return as_number(label, COMMA)
