"""An original table and its release, made ready to be compared column by column."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.attribute_domain import AttributeDomain
from celosia.domain.coded_cells import CodedCells
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import Value, ValueCounts
from celosia.errors import ParameterError
from celosia.utility.coverage import check_columns


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
