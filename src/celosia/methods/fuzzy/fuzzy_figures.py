"""What vague labels protect, measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import numpy as np

from celosia.core.parameters import PUBLIC
from celosia.core.values import BoolArray, CodeArray, FloatArray, IntArray
from celosia.errors import ParameterError
from celosia.methods.fuzzy.fuzzy_privacy import (
    Aggregate,
    Distance,
    QAnonymity,
    k_anonymity,
    l_diversity,
    mean,
    records_at_risk,
    t_closeness,
)
from celosia.methods.fuzzy.fuzzy_sets import FuzzyPartition, cartesian_product

if TYPE_CHECKING:  # with it the kernels come, and numba
    from celosia.methods.fuzzy.label_records import FuzzyLabels

MOST_NUMBERS = 100_000_000
"""Memberships, records times combinations of sets, that are held at once: 800 MB as floats."""


@dataclass(frozen=True, slots=True)
class Diversity:
    """l and t of one sensitive attribute: by memberships, and by the published labels alone."""

    l: Annotated[int, PUBLIC]
    t: Annotated[float, PUBLIC]
    label_l: Annotated[int, PUBLIC]
    label_t: Annotated[float, PUBLIC]


@dataclass(frozen=True, slots=True)
class Singling:
    """What the published memberships give away."""

    alone: Annotated[int, PUBLIC]
    """Records whose labels and rounded memberships nobody else has."""
    smallest: Annotated[int, PUBLIC]
    """Records in the smallest group alike in both."""


@dataclass(frozen=True, slots=True)
class FuzzyFigures:
    """What a release of vague labels protects."""

    k: Annotated[int, PUBLIC]
    """Records with the rarest combination of labels."""
    at_risk: Annotated[int, PUBLIC]
    """Records that stand out, by `measure_risk`."""
    q: Annotated[int, PUBLIC]
    """The largest number of records that every combination of sets may be taken to have."""
    is_robust: Annotated[bool, PUBLIC]
    """Whether every record is a member (0.5) of some combination of sets."""
    singling: Annotated[Singling | None, PUBLIC]
    """None when no memberships are published."""
    sensitive: Annotated[Mapping[str, Diversity], PUBLIC] = field(default_factory=dict)


def measure_labels(
    found: FuzzyLabels,
    sensitive: Mapping[str, CodeArray] | None = None,
    aggregate: Aggregate = mean,
) -> FuzzyFigures:
    """Measure a release: k and its like by labels, Q, l and t by memberships.

    Numbers are compared by their order in t, anything else by equality. A nan, or None among
    texts, is a record whose sensitive value is not known: it is left out of that attribute's l
    and t, and an attribute of which nothing is known has neither.
    """
    whole = _whole(found)
    labels = _combined(found.labels.values())
    crisp = FuzzyPartition.crisp(labels, [str(i) for i in range(int(labels.max()) + 1)])
    return FuzzyFigures(
        k_anonymity(labels),
        int(records_at_risk(labels).sum()),
        QAnonymity.of(whole, aggregate).largest(),
        whole.is_robust,
        None if found.rounded is None else _singling(labels, found.rounded),
        {
            name: _diversity(whole, crisp, np.asarray(values))
            for name, values in (sensitive or {}).items()
            if _known(np.asarray(values)).any()
        },
    )


def fits_in_memory(found: FuzzyLabels) -> bool:
    """Tell whether the memberships in all combinations of sets can be held at once."""
    return _combinations(found) * found.parts[0].partition.records <= MOST_NUMBERS


def _combinations(found: FuzzyLabels) -> int:
    return int(np.prod([len(part.partition.names) for part in found.parts]))


def _whole(found: FuzzyLabels) -> FuzzyPartition:
    parts = [part.partition for part in found.parts]
    if not fits_in_memory(found):
        cells = _combinations(found)
        raise ParameterError(
            "methods.attributes-make-combinations-sets-too",
            attributes=len(parts),
            combinations=cells,
        )
    return cartesian_product(parts)


def _combined(columns: Iterable[CodeArray]) -> IntArray:
    """Number the combinations of several columns that occur, one column after the other."""
    found: IntArray | None = None
    for column in columns:
        values, codes = np.unique(column, return_inverse=True)
        mixed = codes if found is None else found * values.size + codes
        found = np.asarray(np.unique(mixed, return_inverse=True)[1], np.int64)
    if found is None:
        raise ParameterError("methods.no-labels-measure")
    return found


def _singling(labels: IntArray, rounded: tuple[FloatArray, ...]) -> Singling:
    told = _combined([labels, *(column for part in rounded for column in part.T)])
    sizes = np.bincount(told)
    return Singling(int((sizes == 1).sum()), int(sizes.min()))


def _known(column: CodeArray) -> BoolArray:
    """Tell which records have a value."""
    if column.dtype.kind == "f":
        return np.asarray(~np.isnan(column), bool)
    return np.array([value is not None for value in column.tolist()], bool)


def _diversity(whole: FuzzyPartition, crisp: FuzzyPartition, values: CodeArray) -> Diversity:
    known = _known(values)
    column = values[known]
    if column.dtype.kind == "O":
        column = column.astype(str)
    distance = Distance.ORDERED if column.dtype.kind in "iuf" else Distance.EQUAL
    some, told = whole.only(known), crisp.only(known)
    return Diversity(
        l_diversity(some, column),
        t_closeness(some, column, distance),
        l_diversity(told, column),
        t_closeness(told, column, distance),
    )
