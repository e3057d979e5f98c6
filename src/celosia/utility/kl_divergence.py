"""KL divergence: how far what the release suggests lies from what the original held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.values import FloatArray, IntArray, Value
from celosia.errors import ParameterError
from celosia.text.messages import Message
from celosia.utility.cost_figure import COST_FIGURES, CostFigure
from celosia.utility.table_pair import Coverage, check_columns, combinations, left_out


@dataclass(frozen=True, slots=True)
class KLDivergence:
    """Sum over the original combinations of p log2(p / q), in bits; 0 when nothing was lost.

    p is the share of the original records that hold a combination. q is the share that a reader
    of the release expects, who spreads each record evenly over the combinations of occurring
    values that its labels cover (the distribution of maximum entropy), and each record left out
    over all combinations.

    Infinite when the release rules out a combination that occurs, as perturbation may.

    Sort: from labels and the original domain, over classes. References: Kifer and Gehrke,
    "Injecting utility into anonymized datasets", SIGMOD 2006.

    >>> original = {"age": ["20", "20", "30", "40"]}
    >>> domains = {"age": AttributeDomain.of("age", original["age"])}
    >>> round(KLDivergence.of(original, {"age": ["*", "*", "*", "*"]}, domains).bits, 6)
    0.084963
    """

    bits: float

    @classmethod
    def of(
        cls,
        original: Mapping[str, Sequence[Value]],
        released: Mapping[str, Sequence[Value]],
        domains: Mapping[str, AttributeDomain],
    ) -> KLDivergence:
        """Compare the columns that have a domain; records need not be in the same order."""
        records = check_columns(original, tuple(domains))
        if not records:
            raise ParameterError("utility.kldivergence-original-table-no-records")
        lost = left_out(records, check_columns(released, tuple(domains)))
        places = [domain.positions(original[name]) for name, domain in domains.items()]
        held, counts = combinations(places)
        covers = [Coverage.of(domain, released[name]) for name, domain in domains.items()]
        everywhere = float(np.prod([1.0 / domain.size for domain in domains.values()]))
        expected = (_spread(held, covers) + lost * everywhere) / records
        if (expected <= 0).any():
            return cls(inf)
        p = counts / records
        return cls(max(float((p * np.log2(p / expected)).sum()), 0.0))


def _spread(held: IntArray, columns: Sequence[Coverage]) -> FloatArray:
    """Records that the release puts on each combination held by the original.

    Released classes and original combinations are joined attribute by attribute: at each step the
    combinations are narrowed to those that the class's label covers.
    """
    expected = np.zeros(held.shape[0])
    if not columns[0].codes.size:
        return expected
    order = sorted(range(len(columns)), key=lambda place: len(columns[place].covers))
    columns, held = [columns[place] for place in order], held[:, order]
    classes, counts = combinations([column.codes for column in columns])
    sizes = [column.sizes[classes[:, place]] for place, column in enumerate(columns)]
    weights = counts / np.prod(sizes, axis=0)
    work = [(0, 0, classes.shape[0], np.arange(held.shape[0]))]
    while work:
        depth, begin, end, inside = work.pop()
        if depth == len(columns):
            expected[inside] += weights[begin]
            continue
        for label, first, last in _runs(classes[begin:end, depth]):
            column = columns[depth]
            narrowed = _covered(inside, held[:, depth], column.covers[label], column.domain.size)
            if narrowed.size:
                work.append((depth + 1, begin + first, begin + last, narrowed))
    return expected


def _runs(labels: IntArray) -> Iterator[tuple[int, int, int]]:
    edges = np.flatnonzero(np.diff(labels)) + 1
    bounds = [0, *edges.tolist(), labels.size]
    for first, last in pairwise(bounds):
        yield int(labels[first]), first, last


def _covered(inside: IntArray, values: IntArray, cover: IntArray, size: int) -> IntArray:
    if cover.size == size:
        return inside
    if not cover.size:
        return inside[:0]
    found = np.searchsorted(cover, values[inside])
    among = cover[np.minimum(found, cover.size - 1)] == values[inside]
    return np.asarray(inside[among], np.int64)


COST_FIGURES.add(
    "kl_divergence",
    CostFigure(
        Message("utility.figure-kl-divergence-title"),
        Message("utility.figure-kl-divergence-meaning"),
        "Kifer and Gehrke 2006",
    ),
    order=8,
)
