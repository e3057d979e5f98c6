"""Microaggregation: similar records take the mean of their group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np

from celosia.core.parameters import ColumnNames, OneOf, Whole, check_parameters
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import (
    BoolArray,
    CellArray,
    Cells,
    CodeArray,
    FloatArray,
    IntArray,
    ValueCounts,
)
from celosia.errors import DataError
from celosia.methods.mdav import mdav
from celosia.techniques.quantities import Days, NumberCells
from celosia.text.days import date_format
from celosia.text.messages import Message
from celosia.text.numerals import as_number, decimal_sign, is_code

if TYPE_CHECKING:
    from celosia.methods.clustering.attributes import Attribute


def alike(columns: Mapping[str, CellArray], k: int, by: str) -> dict[str, CellArray]:
    """Give all records of a group of at least k the same cells; null where some have a null.

    >>> {name: cells.tolist() for name, cells in alike(
    ...     {"age": np.array(["20", "60", "22", "64"], object)}, 2, "mean").items()}
    {'age': ['21', '62', '21', '62']}
    """
    read = [_Column.of(name, cells, by) for name, cells in columns.items()]
    groups = _groups(read, k)
    return {column.attribute.name: column.published(groups, by) for column in read}


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """A column as MDAV sees it, and how it is written."""

    attribute: Attribute
    codes: CodeArray
    read: NumberCells | Days | None
    """None where values are only equal or different."""

    @classmethod
    def of(cls, name: str, cells: CellArray, by: str) -> _Column:
        """Code the values, numbers and dates in their order."""
        from celosia.methods.clustering.attributes import Attribute

        counts = ValueCounts.of(cells.tolist())
        read = _read(name, cells, counts.texts, by)
        if read is None:
            attribute = Attribute.nominal(name, counts)
        else:
            sizes = dict(zip(cells.tolist(), read.values.tolist(), strict=True))
            attribute = Attribute.numeric(name, counts, {t: sizes[t] for t in counts.texts})
        code_of = {value: code for code, value in enumerate(attribute.values)}
        codes = np.array([code_of[cell] for cell in cells], np.int32)
        return cls(replace(attribute, weight=_weight(attribute, codes)), codes, read)

    def published(self, groups: IntArray, by: str) -> CellArray:
        """Give the cells of each record; null in groups that hold a null."""
        known = self.codes != self.attribute.null
        whole = np.bincount(groups, weights=~known) == 0
        if self.read is None or by == "mode":
            values = np.array(self.attribute.values, object)[_modes(self.codes, groups)]
            values[~whole] = None
            return np.asarray(values[groups], object)
        middles = (_means if by == "mean" else _medians)(self.read.values, groups)
        middle = np.where(whole, middles, np.nan)
        if isinstance(self.read, NumberCells):
            return self.read.written(middle[groups])
        days = np.rint(np.nan_to_num(middle)).astype(np.int64)
        return Days(days[groups], whole[groups], self.read.format).written(days[groups])


def _groups(columns: list[_Column], k: int) -> IntArray:
    """Group the records, taken in the order of their values so that row order is no matter."""
    from celosia.methods.clustering.grouping_problem import laid_out

    codes = np.array([column.codes for column in columns], np.int32)
    if not codes.size:
        return np.zeros(0, np.int64)
    order = np.lexsort(codes[::-1])
    attributes = [column.attribute for column in columns]
    groups = np.empty(order.size, np.int64)
    groups[order] = mdav(laid_out(attributes, np.ascontiguousarray(codes[:, order])), k)
    return groups


def _weight(attribute: Attribute, codes: CodeArray) -> float:
    """Weigh a column's squared differences so that two records differ by 1 on average.

    For numbers that measures in standard deviations, but for a factor that all columns share.
    """
    known = codes[codes != attribute.null]
    if attribute.numbers is None:
        shares = np.bincount(known) / max(known.size, 1)
        square = 1 - float((shares**2).sum()) if known.size else 0.0
    else:
        square = 2 * float(attribute.places[known].var()) if known.size else 0.0
    return 1 / square if square > 0 else 1.0


def _read(
    name: str, cells: CellArray, texts: tuple[str, ...], by: str
) -> NumberCells | Days | None:
    """Read numbers or dates; for modes, anything else will do."""
    if date_format(texts) is not None:
        return Days.of(name, cells)
    sign = decimal_sign(texts)
    if by == "mode" and any(is_code(t) or np.isnan(as_number(t, sign)) for t in texts):
        return None
    return NumberCells.of(name, cells)


def _means(sizes: FloatArray, groups: IntArray) -> FloatArray:
    return np.asarray(np.bincount(groups, weights=sizes) / np.bincount(groups), np.float64)


def _medians(sizes: FloatArray, groups: IntArray) -> FloatArray:
    ordered = sizes[np.lexsort((sizes, groups))]
    count = np.bincount(groups)
    start = np.cumsum(count) - count
    halves = ordered[start + (count - 1) // 2] + ordered[start + count // 2]
    return np.asarray(halves / 2, np.float64)


def _modes(codes: CodeArray, groups: IntArray) -> IntArray:
    """Give the most frequent code of each group, the lowest where several are."""
    pairs, times = np.unique(np.stack([groups, codes.astype(np.int64)]), axis=1, return_counts=True)
    best = np.lexsort((pairs[1], -times, pairs[0]))
    first = np.unique(pairs[0][best], return_index=True)[1]
    return np.asarray(pairs[1][best][first], np.int64)


MIDDLES = ("mean", "median", "mode")


@declared(order=25)
@dataclass(frozen=True, slots=True)
class Microaggregate(Technique):
    """Give all records of a group of at least `k` similar ones the same values.

    Groups are those of MDAV over all the columns, numbers measured in standard deviations and
    categories weighed to count as much. `by` says what they take: the mean or the median of
    numbers and dates, or the most frequent value (the first in order where several are) of any
    column. Results have the decimals of the column; means and medians of dates are days, without a
    time. A group that mixes nulls and values in a column becomes null there, so that its records
    stay alike: the released columns are k-anonymous among themselves. Time grows as n².

    References: Domingo-Ferrer and Mateo-Sanz, IEEE TKDE 14(1), 2002.

    >>> from celosia.core.randomness import Randomness
    >>> cells = Cells.of({"age": ["20", "60", "22", "64"]})
    >>> made = Microaggregate(("age",), k=2).apply(cells, TechniqueContext(Randomness(b"")))
    >>> made.cells.column("age")
    array(['21', '62', '21', '62'], dtype=object)
    """

    columns: ColumnNames
    k: Annotated[int, Whole(2, usual=5, public=True)]
    by: Annotated[str, OneOf(MIDDLES, public=True)] = "mean"
    kind: ClassVar[str] = "microaggregation"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.microaggregation"),
        labels={
            "k": Message("techniques.fewest-alike"),
            "by": Message("techniques.microaggregation-by"),
        },
        choices={
            "by": {
                "mean": Message("techniques.microaggregation-by-mean"),
                "median": Message("techniques.microaggregation-by-median"),
                "mode": Message("techniques.microaggregation-by-mode"),
            },
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        names = ", ".join(self.columns)
        what = {
            "mean": Message("techniques.mean"),
            "median": Message("techniques.median"),
            "mode": Message("techniques.mode"),
        }[self.by]
        return Message(
            "techniques.groups-least-records-alike-gives", k=self.k, names=names, what=what
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Group the records and publish what each group has in common."""
        # compiled code, which only those who group should wait for

        columns = {name: cells.column(name) for name in self.columns}
        if 0 < cells.records < self.k:
            raise DataError(
                "techniques.microaggregate-records-cannot-make-group",
                records=cells.records,
                k=self.k,
            )
        made = alike(columns, self.k, self.by)
        emptied = sum(
            int(np.count_nonzero(_is_null(made[name]) & ~_is_null(columns[name])))
            for name in self.columns
        )
        return Applied(cells.with_columns(made), (_emptied(emptied),) if emptied else ())


def _is_null(cells: CellArray) -> BoolArray:
    return np.array([cell is None for cell in cells], np.bool_)


def _emptied(cells: int) -> Message:
    return Message("techniques.cells-emptied-because-group-also", cells=cells)
