"""Synthetic data that keeps the statistics: each column, and the pairs that matter most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from secrets import token_bytes
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.cells import CellArray, Cells, cell_array
from celosia.domain.parameters import PUBLIC, Between, Whole, check_parameters
from celosia.domain.randomness import Randomness
from celosia.domain.table_maker import MadeTables, TableMaker, declared_maker
from celosia.domain.technique import TechniqueContext
from celosia.errors import DataError, ParameterError
from celosia.methods.techniques.quantities import Days, Numbers
from celosia.methods.techniques.tables.synthetic.clocks import times_of
from celosia.methods.techniques.tables.synthetic.coding import (
    BinnedColumn,
    CategoryColumn,
    CodedColumn,
)
from celosia.methods.techniques.tables.synthetic.copula import GaussianCopula
from celosia.methods.techniques.tables.synthetic.figures import CopyFigures, copy_figures
from celosia.methods.techniques.tables.synthetic.network import PER_CELL, Network, counted_network
from celosia.methods.techniques.tables.synthetic.private_network import private_network
from celosia.methods.techniques.tables.synthetic.scales import Scale
from celosia.text.messages import Message

MOST_BINS = 32


@dataclass(frozen=True, slots=True, eq=False)
class SyntheticCopy:
    """Drawn records, what they keep, and what a person should know of them."""

    cells: Cells
    figures: CopyFigures
    """Measured on the originals: for whoever holds them, not for a release with epsilon."""
    warnings: tuple[Message, ...]


@declared_maker(order=4)
@dataclass(frozen=True, slots=True)
class StatisticalCopy(TableMaker):
    """Draw new records from a model learnt from the original ones.

    Tables of numbers and dates alone, identifiers aside, are modelled by a Gaussian copula; others
    by a network in which each column depends on one or two others. Numbers and dates are cut into
    bins and drawn inside them; values that fewer than `least` records share are written `*`, and
    nobody's extreme is drawn.

    With `epsilon`, a tree of dependences is learnt with differential privacy, if one person has
    one record. What values there may be must then be known without the data: `categories` lists a
    column and its values, `bounds` a column with its lowest and highest number or date, written as
    the copy is to be, with as many decimals. The noise comes from the operating system, so such
    copies differ each time.

    References: Nelsen, *An Introduction to Copulas*, Springer 2006; Zhang et al., PrivBayes, ACM
    TODS 42(4), 2017; McKenna, Miklau and Sheldon, J. Privacy and Confidentiality 11(3), 2021; note
    8 of the guide (docs: sources).

    >>> from celosia.domain.randomness import Randomness
    >>> people = Cells.of({"sex": list("FM") * 50, "side": list("LR") * 50})
    >>> copy = StatisticalCopy().made(people, TechniqueContext(Randomness.of(1, people))).cells
    >>> {*zip(copy.column("sex"), copy.column("side"))} == {("F", "L"), ("M", "R")}
    True
    """

    records: Annotated[int, Whole(1, public=True)] | None = None
    """How many to draw; as many as there were if left out."""
    bins: Annotated[int, Whole(1, public=True)] | None = None
    least: Annotated[int, Whole(2, public=True)] = 5
    epsilon: Annotated[float, Between(0, open_low=True, public=True)] | None = None
    categories: tuple[tuple[str, ...], ...] = ()
    bounds: tuple[tuple[str, str, str], ...] = ()
    leave_out: Annotated[tuple[str, ...], PUBLIC] = ()
    """Columns that the new records do not have."""
    identifiers: Annotated[tuple[str, ...], PUBLIC] | None = None
    """Columns that point at persons, all written `*`; `make_tables` proposes them."""
    kind: ClassVar[str] = "statistical-copy"
    command: ClassVar[str] = "synthesize"
    invents_records: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.epsilon is not None and self.records is None:
            raise ParameterError("techniques.statisticalcopy-epsilon-say-how-many")
        if self.epsilon is not None and self.identifiers:
            raise ParameterError("techniques.statisticalcopy-epsilon-categories-bounds-sa")
        if any(len(entry) < 2 for entry in self.categories):
            raise ParameterError("techniques.statisticalcopy-categories-needs-column-valu")
        if any(len(entry) != 3 for entry in self.bounds):
            raise ParameterError("techniques.statisticalcopy-bounds-needs-column-lowest")

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        if self.epsilon is None:
            return Message("techniques.draws-new-records-model-original")
        return Message("techniques.draws-new-records-model-learnt", epsilon=self.epsilon)

    @property
    def spends(self) -> float | None:
        """Its epsilon, if it has one."""
        return self.epsilon

    def make(self, cells: Cells, context: TechniqueContext) -> MadeTables:
        """Draw the copy, and measure it unless epsilon forbids that."""
        made = self.made(cells, context)
        figures = {"epsilon": self.epsilon} if self.epsilon else asdict(made.figures)
        return MadeTables((made.cells,), figures, warnings=made.warnings)

    def made(self, cells: Cells, context: TechniqueContext) -> SyntheticCopy:
        """Learn the model and draw from it; whoever publishes the copy pays epsilon for it."""
        for name in self.identifiers or ():
            cells.column(name)  # a name that is misspelt would protect nobody
        cells = cells.without(self.leave_out)
        if not cells.names or cells.records < self.least:
            raise DataError("techniques.statistical-copy-needs-least-records", least=self.least)
        rng = context.random.part(f"{self.kind} {' '.join(cells.names)}")
        if self.epsilon is None:
            columns = [self._coded(name, cells.column(name)) for name in cells.names]
            drawn = _drawn(columns, self.records or cells.records, rng)
        else:
            columns = [self._public(name, cells.column(name)) for name in cells.names]
            rng = Randomness(token_bytes(32))  # a seed made of the table would undo the promise
            network = private_network(columns, self.epsilon)
            drawn = _of_network(network, columns, self.records or cells.records, rng)
        copy = Cells(dict(zip(cells.names, drawn, strict=True)))
        figures = copy_figures(cells, copy, rng)
        return SyntheticCopy(copy, figures, self._warnings(cells.names, columns))

    def _coded(self, name: str, cells: CellArray) -> CodedColumn:
        if name in (self.identifiers or ()):
            return CategoryColumn.knowing(cells, ())
        scale = Scale.of(cells)
        known = sum(cell is not None for cell in cells)
        if scale is None or known < self.least:
            return CategoryColumn.of(cells, self.least)
        bins = self.bins or min(max(int((cells.size / PER_CELL) ** 0.5), 2), MOST_BINS)
        return BinnedColumn.of(cells, scale, bins, self.least)

    def _public(self, name: str, cells: CellArray) -> CodedColumn:
        """Code a column by what was said of it, and by nothing of the data."""
        for column, *values in self.categories:
            if column == name:
                return self._among(name, cells, list(dict.fromkeys(values)))
        for column, low, high in self.bounds:
            if column == name:
                return self._between(name, cells, low, high)
        raise ParameterError("techniques.statisticalcopy-epsilon-column-needs-entry", name=name)

    def _among(self, name: str, cells: CellArray, values: list[str]) -> CodedColumn:
        """Refuse categories of which no record has any: a copy would be all noise, and paid for."""
        coded = CategoryColumn.knowing(cells, values)
        if coded.others and not set(values) & set(cells.tolist()):
            raise DataError("techniques.statisticalcopy-no-record-categories-listed", name=name)
        return coded

    def _between(self, name: str, cells: CellArray, low: str, high: str) -> CodedColumn:
        ends = cell_array([low, high])
        scale = Scale.of(ends)
        first, last = (np.nan, np.nan) if scale is None else scale.read(ends)
        if scale is None or not first < last:
            raise ParameterError("techniques.statisticalcopy-bounds-must-two-rising", name=name)
        read = Numbers.of(name, cells) if scale.dates is None else Days.of(name, cells)
        points = read.values if scale.clock is None else read.values + times_of(cells)
        return BinnedColumn.between(points, scale, first, last, self.bins or MOST_BINS)

    def _warnings(self, names: tuple[str, ...], columns: list[CodedColumn]) -> tuple[Message, ...]:
        """Say which columns lost values; with epsilon, how many is nobody's business."""
        if self.epsilon is not None:
            return ()
        return tuple(
            _pointing(name) if name in (self.identifiers or ()) else self._rare(name, column)
            for name, column in zip(names, columns, strict=True)
            if isinstance(column, CategoryColumn) and column.others
        )

    def _rare(self, name: str, column: CategoryColumn) -> Message:
        return Message(
            "techniques.column-values-fewer-records-written",
            name=name,
            least=self.least,
            others=column.others,
            size=column.codes.size,
        )


def _pointing(name: str) -> Message:
    return Message("techniques.column-points-persons-all-values", name=name)


def _drawn(columns: Sequence[CodedColumn], records: int, rng: Randomness) -> list[CellArray]:
    """Draw from a copula, unless categories depend on something; identifiers do on nothing."""
    numbers = [column for column in columns if isinstance(column, BinnedColumn)]
    others = [column for column in columns if not isinstance(column, BinnedColumn)]
    if not numbers or any(np.ptp(column.codes) for column in others):
        return _of_network(counted_network(columns), columns, records, rng)
    drawn = zip(*GaussianCopula.of(numbers).drawn(records, rng), strict=True)
    nowhere = np.zeros(records)
    return [
        column.written(*next(drawn))
        if isinstance(column, BinnedColumn)
        else column.written(np.full(records, column.codes[0]), nowhere)
        for column in columns
    ]


def _of_network(
    network: Network, columns: Sequence[CodedColumn], records: int, rng: Randomness
) -> list[CellArray]:
    codes = network.drawn(records, rng)
    return [
        column.written(code, rng.random(records))
        for column, code in zip(columns, codes, strict=True)
    ]
