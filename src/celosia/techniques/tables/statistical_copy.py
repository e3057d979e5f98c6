"""Synthetic data that keeps the statistics: each column, and the pairs that matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from secrets import token_bytes
from statistics import NormalDist
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import PUBLIC, Between, Whole, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import MadeTables, TableMaker, TechniqueContext, declared_maker
from celosia.core.values import CellArray, Cells, FloatArray, IntArray, cell_array
from celosia.errors import DataError, ParameterError
from celosia.techniques.quantities import Days, NumberCells
from celosia.techniques.tables.column_network import (
    PER_CELL,
    Network,
    counted_network,
    private_network,
)
from celosia.techniques.tables.synthetic_columns import (
    BinnedColumn,
    CategoryColumn,
    CodedColumn,
    Scale,
    times_of,
)
from celosia.techniques.tables.synthetic_figures import CopyFigures, copy_figures
from celosia.text.messages import Message

NORMAL = NormalDist()


@dataclass(frozen=True, slots=True, eq=False)
class GaussianCopula:
    """How frequent each code is, column by column, and how normal scores of ranks are correlated.

    Nulls are as frequent as they were, independently of everything else.

    References: Nelsen, *An Introduction to Copulas*, Springer 2006, section 2.10; Patki, Wedge and
    Veeramachaneni, *The Synthetic Data Vault*, DSAA 2016.
    """

    cumulated: tuple[FloatArray, ...]
    """For each column, the share of the known records up to each code, from 0."""
    nulls: tuple[float, ...]
    """For each column, the share of nulls."""
    root: FloatArray
    """A square root of the correlation matrix."""

    @classmethod
    def of(cls, columns: Sequence[BinnedColumn]) -> GaussianCopula:
        """Learn from the codes, and from the order of the numbers."""
        counts = [np.bincount(c.codes, minlength=c.size)[:-1] for c in columns]
        return cls(
            tuple(np.append(0.0, np.cumsum(count) / count.sum()) for count in counts),
            tuple(float(np.mean(np.isnan(column.points))) for column in columns),
            _root(_correlations([_normal_scores(column.points) for column in columns])),
        )

    def drawn(
        self, records: int, randomness: Randomness
    ) -> tuple[list[IntArray], list[FloatArray]]:
        """Draw the codes of every column, and where inside its bin each record lies."""
        scores = self.root @ randomness.standard_normal(len(self.cumulated), records)
        codes, inside = [], []
        for column, shares, nulls in zip(scores, self.cumulated, self.nulls, strict=True):
            level = np.array([NORMAL.cdf(score) for score in column.tolist()])
            code = np.clip(np.searchsorted(shares, level, side="right") - 1, 0, shares.size - 2)
            width = shares[code + 1] - shares[code]
            part = np.divide(level - shares[code], width, out=np.zeros(records), where=width > 0)
            code[randomness.random(records) < nulls] = shares.size - 1
            codes.append(code.astype(np.int64))
            inside.append(np.clip(part, 0, np.nextafter(1, 0)))
        return codes, inside


def _normal_scores(points: FloatArray) -> FloatArray:
    """Give the normal quantile of each rank; equal numbers have the middle of their ranks."""
    known = ~np.isnan(points)
    _, place, counts = np.unique(points[known], return_inverse=True, return_counts=True)
    middle = (np.cumsum(counts) - counts / 2) / place.size
    scores = np.full(points.size, np.nan)
    scores[known] = np.array([NORMAL.inv_cdf(level) for level in middle.tolist()])[place]
    return scores


def _correlations(scores: list[FloatArray]) -> FloatArray:
    """Correlate columns two by two, over the records in which both are known."""
    matrix = np.eye(len(scores))
    for one, other in combinations(range(len(scores)), 2):
        both = ~np.isnan(scores[one]) & ~np.isnan(scores[other])
        x, y = scores[one][both], scores[other][both]
        if x.size > 1 and np.ptp(x) and np.ptp(y):
            matrix[one, other] = matrix[other, one] = np.corrcoef(x, y)[0, 1]
    return matrix


def _root(correlations: FloatArray) -> FloatArray:
    """Take a square root of the nearest matrix that has one, with ones in its diagonal."""
    values, vectors = np.linalg.eigh(correlations)
    root = vectors * np.sqrt(np.maximum(values, 0))
    lengths = np.linalg.norm(root, axis=1, keepdims=True)
    return np.asarray(root / lengths, np.float64)


MOST_BINS = 32
"""Bins of a number, at most; an estimate."""


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

    >>> from celosia.core.randomness import Randomness
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
        randomness = context.randomness.part(f"{self.kind} {' '.join(cells.names)}")
        if self.epsilon is None:
            columns = [self._coded(name, cells.column(name)) for name in cells.names]
            drawn = _drawn(columns, self.records or cells.records, randomness)
        else:
            columns = [self._public(name, cells.column(name)) for name in cells.names]
            randomness = Randomness(
                token_bytes(32)
            )  # a seed made of the table would undo the promise
            network = private_network(columns, self.epsilon)
            drawn = _of_network(network, columns, self.records or cells.records, randomness)
        copy = Cells(dict(zip(cells.names, drawn, strict=True)))
        figures = copy_figures(cells, copy, randomness)
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
        read = NumberCells.of(name, cells) if scale.dates is None else Days.of(name, cells)
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


def _drawn(columns: Sequence[CodedColumn], records: int, randomness: Randomness) -> list[CellArray]:
    """Draw from a copula, unless categories depend on something; identifiers do on nothing."""
    numbers = [column for column in columns if isinstance(column, BinnedColumn)]
    others = [column for column in columns if not isinstance(column, BinnedColumn)]
    if not numbers or any(np.ptp(column.codes) for column in others):
        return _of_network(counted_network(columns), columns, records, randomness)
    drawn = zip(*GaussianCopula.of(numbers).drawn(records, randomness), strict=True)
    nowhere = np.zeros(records)
    return [
        column.written(*next(drawn))
        if isinstance(column, BinnedColumn)
        else column.written(np.full(records, column.codes[0]), nowhere)
        for column in columns
    ]


def _of_network(
    network: Network, columns: Sequence[CodedColumn], records: int, randomness: Randomness
) -> list[CellArray]:
    codes = network.drawn(records, randomness)
    return [
        column.written(code, randomness.random(records))
        for column, code in zip(columns, codes, strict=True)
    ]
