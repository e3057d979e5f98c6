"""Histograms and finer classes from counted rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.domain.arrays import CodeArray, IntArray
from celosia.domain.classes import Classes, Refinement
from celosia.domain.histogram import Histogram
from celosia.methods.row_groups import group_ids


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
    width = int(key.max(initial=0)) + 1
    pairs, part_of = np.unique(rows * width + key, return_inverse=True)
    part_of = np.asarray(part_of, np.int64)
    known = values < len(labels)
    histogram = Histogram.of(part_of[known], values[known], counts[known], labels)
    size = np.bincount(part_of, counts, pairs.size).astype(np.int64)
    finer = Classes(size, {attribute: histogram})
    return Refinement(finer, pairs // width, pairs % width)
