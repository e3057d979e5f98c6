"""Histograms and finer classes from counted rows; which of them look alike at a node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from celosia.core.classes import Classes, Histogram, Refinement
from celosia.core.values import CodeArray, FloatArray, IntArray

LIMIT = 1 << 62


def group_ids(columns: Sequence[CodeArray], cards: Sequence[int]) -> IntArray:
    """Number the distinct rows 0, 1, 2, ... in lexicographic order.

    Exact for any number of columns: keys are renumbered before they could overflow.

    >>> group_ids([np.array([1, 0, 1]), np.array([0, 0, 0])], [2, 1])
    array([1, 0, 1])
    """
    keys = np.zeros(len(columns[0]), np.int64)
    domain = 1
    for column, card in zip(columns, cards, strict=True):
        if domain * card >= LIMIT:
            keys = np.unique(keys, return_inverse=True)[1]
            domain = int(keys.max(initial=0)) + 1
        keys = keys * card + column
        domain *= card
    return np.asarray(np.unique(keys, return_inverse=True)[1], np.int64)


def refinement(
    attribute: str,
    rows: IntArray,
    further: Sequence[CodeArray],
    values: IntArray,
    counts: IntArray,
    labels: tuple[str, ...],
) -> Refinement:
    """Split classes by further attributes and count the values of each part.

    `rows` tells the class of each row; a code of `values` beyond the labels is a null's.
    """
    key = group_ids(further, [int(column.max(initial=0)) + 1 for column in further])
    return Refinement.counted(attribute, rows, key, values, counts, labels)


def counted_classes(
    class_of: IntArray,
    counts: IntArray,
    codes: Mapping[str, CodeArray],
    labels: Mapping[str, tuple[str, ...]],
    queries: Iterable[tuple[str, ...]],
) -> Classes:
    """Count what each class holds of some attributes; a code beyond the labels is a null's.

    `class_of` numbers the class of each row from 0 without gaps. Each query names an attribute,
    after those that count as quasi-identifiers for it.
    """
    histograms, refinements = {}, {}
    for *beside, name in queries:
        values = codes[name].astype(np.int64)
        if beside:
            further = [codes[other] for other in beside]
            refinements[*beside, name] = refinement(
                name, class_of, further, values, counts, labels[name]
            )
        else:
            known = values < len(labels[name])
            histograms[name] = Histogram.of(
                class_of[known], values[known], counts[known], labels[name]
            )
    sizes = np.zeros(int(class_of.max(initial=-1)) + 1, np.int64)
    np.add.at(sizes, class_of, counts)
    return Classes(sizes, histograms, refinements=refinements)


def part_of_whole(classes: Classes, whole: Mapping[str, FloatArray]) -> Classes:
    """Say of classes that are not all how often each value occurs in the whole table.

    >>> part = Classes.from_histogram("dx", [[3, 1]])
    >>> part_of_whole(part, {"dx": np.array([5.0, 5.0])}).histogram("dx").overall()
    array([0.5, 0.5])
    """
    return replace(
        classes,
        histograms={n: replace(h, whole=whole[n]) for n, h in classes.histograms.items()},
        refinements={
            names: replace(finer, classes=part_of_whole(finer.classes, whole))
            for names, finer in classes.refinements.items()
        },
    )
