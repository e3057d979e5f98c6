"""A released column as labels, and what each label covers of the original domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.attribute_domain import AttributeDomain
from celosia.domain.coded_cells import numbered
from celosia.domain.values import Value
from celosia.errors import ParameterError
from celosia.text.messages import Message


def combinations(codes: Sequence[IntArray]) -> tuple[IntArray, IntArray]:
    """Count the combinations of several columns of codes, in lexicographic order.

    >>> combinations([np.array([1, 0, 1]), np.array([0, 2, 0])])
    (array([[0, 2],
           [1, 0]]), array([1, 2]))
    """
    key = np.zeros(codes[0].size, np.int64)
    for column in codes:
        width = int(column.max(initial=0)) + 1
        _, key = np.unique(key * width + column, return_inverse=True)
    _, first, counts = np.unique(key, return_index=True, return_counts=True)
    return np.stack([column[first] for column in codes], axis=1), counts.astype(np.int64)


def check_understood(domain: AttributeDomain, labels: Sequence[Value]) -> None:
    """Refuse labels that neither the hierarchy nor their writing explains; never names them."""
    unknown = sum(not domain.understands(label) for label in labels)
    if unknown:
        raise ParameterError(
            "utility.distinct-labels-neither-values-original",
            unknown=unknown,
            number=len(labels),
            name=domain.name,
        )


def check_named(table: Mapping[str, object], names: Sequence[str]) -> None:
    """Make sure that there are columns to measure, and that the table has them."""
    if not names:
        raise ParameterError("utility.no-columns-measure-name-least")
    missing = [name for name in names if name not in table]
    if missing:
        raise ParameterError(
            "utility.table-no-column-columns",
            missing=map(repr, missing),
            columns=list(table) or Message("core.none"),
        )


def check_columns(table: Mapping[str, Sequence[Value]], names: Sequence[str]) -> int:
    """Make sure that the columns exist and are equally long; give the number of records."""
    check_named(table, names)
    lengths = {len(table[name]) for name in names}
    if len(lengths) > 1:
        raise ParameterError("utility.columns-differ-length-records", lengths=sorted(lengths))
    return lengths.pop()


def left_out(records: int | None, released: int) -> int:
    """How many records of the original the release leaves out.

    >>> left_out(10, 8), left_out(None, 8)
    (2, 0)
    """
    if records is None:
        return 0
    if records < released:
        raise ParameterError(
            "utility.release-records-more-original", released=released, records=records
        )
    return records - released


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """The labels of a released column: which record has which, and what each covers.

    >>> ages = AttributeDomain.of("age", ["17", "23", "28"])
    >>> Coverage.of(ages, ["20-29", "17", "20-29"]).sizes
    array([2., 1.])
    """

    domain: AttributeDomain
    codes: IntArray
    """The label of each record."""
    covers: tuple[IntArray, ...]
    """The values that each label covers, as positions in the domain."""

    @classmethod
    def of(cls, domain: AttributeDomain, cells: Sequence[Value]) -> Coverage:
        """Read every label once."""
        labels, codes = numbered(cells)
        check_understood(domain, labels)
        return cls(domain, codes, tuple(map(domain.covered, labels)))

    @property
    def sizes(self) -> FloatArray:
        """How many values each label covers; at least 1, for a number new to the column."""
        return np.array([max(cover.size, 1) for cover in self.covers], np.float64)
