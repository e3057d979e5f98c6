"""An original table and its release, made ready to be compared column by column."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.hierarchy import Hierarchy
from celosia.core.values import CodedCells, FloatArray, IntArray, Value, ValueCounts, numbered
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


@dataclass(frozen=True, slots=True, eq=False)
class TablePair:
    """The columns that two tables share, each with the domain of the original.

    `linked` says that record i of one is record i of the other. A release of Celosía is shuffled,
    so it is not; measures that need the link refuse it.

    >>> pair = TablePair.of({"age": ["20", "30"], "sex": ["F", "M"]}, {"age": ["20-30", "*"]})
    >>> pair.columns, pair.numeric, pair.released_numbers(["age"])
    (('age',), ('age',), array([[25.],
           [nan]]))
    """

    original: Mapping[str, CodedCells]
    released: Mapping[str, CodedCells]
    domains: Mapping[str, AttributeDomain]
    linked: bool = False

    @classmethod
    def of(
        cls,
        original: Mapping[str, Sequence[Value]],
        released: Mapping[str, Sequence[Value]],
        hierarchies: Mapping[str, Hierarchy] | None = None,
        numeric: Collection[str] | None = None,
        linked: bool = False,
        decimal: str | None = ".",
        dates: Mapping[str, str] | None = None,
        values: Mapping[str, ValueCounts] | None = None,
    ) -> TablePair:
        """Pair the shared columns.

        Parameters
        ----------
        numeric
            The columns that are quantities; guessed when left out.
        decimal
            The decimal sign of the original's numbers; None to find out each column's.
        dates
            The format of columns of dates; found out for those left out.
        values
            The values of the original's columns, where the cells given are only a sample of them.

        Raises
        ------
        ParameterError
            When the tables share no column, a table's columns differ in length, the original has
            no records, or linked tables differ in length.
        """
        names = [name for name in original if name in released]
        if not names:
            raise ParameterError(
                "utility.tables-share-no-column-original",
                original=len(original),
                released=len(released),
            )
        before, after = check_columns(original, names), check_columns(released, names)
        if not before:
            raise ParameterError("utility.original-table-no-records-nothing")
        if linked and before != after:
            raise ParameterError(
                "utility.linked-tables-many-records-original", before=before, after=after
            )
        old = {name: CodedCells.of(original[name]) for name in names}
        new = {name: CodedCells.of(released[name]) for name in names}
        domains = {
            name: AttributeDomain.of(
                name,
                (values or {}).get(name, old[name]),
                (hierarchies or {}).get(name),
                None if numeric is None else name in numeric,
                decimal,
                (dates or {}).get(name),
            )
            for name in names
        }
        return cls(old, new, domains, linked)

    @property
    def columns(self) -> tuple[str, ...]:
        """The shared columns, in the original's order."""
        return tuple(self.domains)

    @property
    def numeric(self) -> tuple[str, ...]:
        """The shared columns that are quantities."""
        return tuple(name for name, domain in self.domains.items() if domain.numeric)

    @property
    def records(self) -> int:
        """Number of records of the original."""
        return len(self.original[self.columns[0]])

    @property
    def released_records(self) -> int:
        """Number of records of the release."""
        return len(self.released[self.columns[0]])

    def original_numbers(self, names: Sequence[str]) -> FloatArray:
        """The original's columns as numbers, nan where there is none: (records, columns)."""
        return self._numbers(self.original, names, self.records)

    def released_numbers(self, names: Sequence[str]) -> FloatArray:
        """The release's columns as numbers: the midpoint of intervals, nan for `*` and nulls."""
        return self._numbers(self.released, names, self.released_records)

    def need_link(self, measure: str) -> None:
        """Refuse tables whose records are not in the same order."""
        if not self.linked:
            raise ParameterError("utility.compares-record-record-give-tables", measure=measure)

    def _numbers(
        self, table: Mapping[str, CodedCells], names: Sequence[str], records: int
    ) -> FloatArray:
        matrix = np.empty((records, len(names)))
        for place, name in enumerate(names):
            cells = table[name]
            numbers = [self.domains[name].midpoint(label) for label in cells.labels]
            matrix[:, place] = np.array(numbers, np.float64)[cells.codes]
        return matrix


_NOTHING = 1e-12


@dataclass(frozen=True, slots=True)
class Differences:
    """Mean square error, mean absolute error and mean variation, over the entries both have.

    Mean variation is |before - after| / |before|, over the entries that are not 0 before. All
    three are nan when no entry is left. The first two are symmetric.

    Sort: of two arrays. References: Domingo-Ferrer and Torra, "Disclosure control methods and
    information loss for microdata", in Confidentiality, Disclosure, and Data Access, North-Holland,
    2001; Rosso 2023, section 6.1.2 (whose own code computes the MAE as the MSE).

    >>> Differences.of([1.0, 2.0], [1.0, 5.0])
    Differences(mse=4.5, mae=1.5, mean_variation=0.75)
    """

    mse: float
    mae: float
    mean_variation: float

    @classmethod
    def of(cls, before: FloatArray | list[float], after: FloatArray | list[float]) -> Differences:
        """Compare two arrays of one shape; entries that are nan in either are left out."""
        first, second = np.asarray(before, np.float64), np.asarray(after, np.float64)
        if first.shape != second.shape:
            raise ParameterError(
                "utility.cannot-compare-shapes", first=first.shape, second=second.shape
            )
        both = ~(np.isnan(first) | np.isnan(second))
        old, apart = first[both], np.abs(first[both] - second[both])
        if not old.size:
            return cls(nan, nan, nan)
        some = np.abs(old) > _NOTHING * np.abs(old).max()
        variation = float((apart[some] / np.abs(old[some])).mean()) if some.any() else nan
        return cls(float((apart**2).mean()), float(apart.mean()), variation)
