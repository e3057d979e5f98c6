"""Synthetic data for testing software: right formats, nobody's records."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from math import ceil, floor, log10
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Annotated, ClassVar, TypeAlias

import numpy as np

from celosia.core.parameters import PUBLIC, Between, Whole, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import MadeTables, TableMaker, TechniqueContext, declared_maker
from celosia.core.values import CellArray, Cells, FloatArray, IntArray, cell_array
from celosia.errors import DataError, NotAchievable
from celosia.techniques.tables.synthetic_columns import Scale
from celosia.techniques.tables.synthetic_figures import most_columns_alike
from celosia.text.messages import Message

UPPER, LOWER, DIGIT = "A", "a", "9"
SOME = "\ue000"
"""Stands for small letters, as many as chance will have it; no text of people holds it."""
_DRAWN = {UPPER: ascii_uppercase, LOWER: ascii_lowercase, DIGIT: digits}
_SIDES = len(ascii_lowercase) * len(digits)
_LETTERS = re.compile(f"{LOWER}{{2,}}")


def shape(text: str) -> str:
    """Replace each letter and digit by its kind; other characters are the format, and stay.

    >>> shape("Ana-María 42, 3ºB")
    'Aaa-Aaaaa 99, 9aA'
    """
    return "".join(map(_kind, text))


def usable_shapes(texts: Sequence[str], least: int) -> list[str]:
    """Give the shapes that at least so many texts have; where those are few, all, but blurred.

    The shape of one person's name would tell its length: without common shapes, runs of small
    letters become `SOME`.

    >>> usable_shapes(["12345678Z", "87654321X"], least=2)
    ['99999999A']
    >>> usable_shapes(["Ana Gil", "Luz Roa"], least=5)
    ['A\ue000 A\ue000']
    """
    counts = Counter(map(shape, texts))
    common = {kind: n for kind, n in counts.items() if n >= least}
    if sum(common.values()) * 2 >= len(texts):
        return sorted(common)
    return sorted({_LETTERS.sub(SOME, kind) for kind in counts})


def filled(pattern: str, randomness: Randomness) -> str:
    """Draw a text of a shape.

    >>> shape(filled("A99 aa", Randomness(b"")))
    'A99 aa'
    """
    lengths = iter(randomness.integers(2, 9, pattern.count(SOME)).tolist())
    kinds = "".join(LOWER * next(lengths) if kind == SOME else kind for kind in pattern)
    dice = randomness.integers(0, _SIDES, len(kinds)).tolist()
    return "".join(_drawn(kind, roll) for kind, roll in zip(kinds, dice, strict=True))


def _kind(character: str) -> str:
    if character.isdecimal():
        return DIGIT
    if character.isalpha():
        return UPPER if character.isupper() else LOWER
    return character


def _drawn(kind: str, roll: int) -> str:
    letters = _DRAWN.get(kind)
    return kind if letters is None else letters[roll % len(letters)]


Inventor: TypeAlias = Callable[[int, Randomness], CellArray]
"""Makes up as many cells as it is asked for."""

COMMON_SHARE = 0.9
TRIES = 100


def inventor(name: str, cells: CellArray, least: int, identifier: bool = False) -> Inventor:
    """Choose how a column's cells are made up.

    Where nearly all records hold values that `least` records share, each of those values is
    equally likely: software needs to know its categories. Other numbers and dates are drawn from
    a wider range than theirs, and other texts are new, of usual shapes. Nulls are as frequent as
    they were. An identifier is always new, however many records of a person there are.
    """
    known = [cell for cell in cells if cell is not None]
    if not known:
        return lambda size, randomness: cell_array([None] * size)
    counts = Counter(known)
    common = sorted(value for value, n in counts.items() if n >= least)
    scale = Scale.of(cells)
    made: Inventor
    if identifier and scale is not None and scale.dates is None:
        made = _new_numbers(scale, np.sort(scale.read(cell_array(known))), least)
    elif identifier:
        made = _texts(name, known, least)
    elif sum(counts[value] for value in common) >= COMMON_SHARE * len(known):
        made = _categories(common)
    elif scale is not None:
        made = _points(scale, *_wider(scale, np.sort(scale.read(cell_array(known))), least))
    else:
        made = _texts(name, known, least)
    return _with_nulls(made, 1 - len(known) / cells.size)


def _categories(values: list[str]) -> Inventor:
    return lambda size, randomness: cell_array(values)[randomness.integers(0, len(values), size)]


def _points(scale: Scale, low: float, high: float) -> Inventor:
    steps = round((high - low) / scale.unit)

    def points(size: int, randomness: Randomness) -> CellArray:
        drawn = low + randomness.integers(0, steps + 1, size) * scale.unit
        return scale.written(np.asarray(drawn, np.float64))

    return points


def _new_numbers(scale: Scale, points: FloatArray, least: int) -> Inventor:
    """Draw numbers that are nobody's, from a range of which at most half are somebody's."""
    low, high = _wider(scale, points, least)
    real = np.unique(np.rint(points / scale.unit))
    first, steps = round(low / scale.unit), max(round((high - low) / scale.unit), 2 * real.size)

    def numbers(size: int, randomness: Randomness) -> CellArray:
        drawn = first + randomness.integers(0, steps + 1, size)
        while (taken := np.flatnonzero(np.isin(drawn, real))).size:
            drawn[taken] = first + randomness.integers(0, steps + 1, taken.size)
        return scale.written(np.asarray(drawn * scale.unit, np.float64))

    return numbers


def _wider(scale: Scale, points: FloatArray, least: int) -> tuple[float, float]:
    """Round the range outwards, so that it tells nobody's value; a few extremes do not count."""
    beyond = min(least, (points.size - 1) // 2)
    low, high = float(points[beyond]), float(points[points.size - 1 - beyond])
    if scale.dates is not None:
        first, last = date.fromordinal(int(low)).year, date.fromordinal(int(high)).year
        return date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal() + 1 - scale.unit
    size = max(abs(low), abs(high), scale.unit)
    step = max(10.0 ** floor(log10(size)), scale.unit)
    return floor(low / step) * step, ceil(high / step) * step + (low == high) * step


def _texts(name: str, known: list[str], least: int) -> Inventor:
    real, patterns = set(known), usable_shapes(known, least)

    def one(randomness: Randomness) -> str:
        for _ in range(TRIES):
            text = filled(patterns[randomness.below(len(patterns))], randomness)
            if text not in real:
                return text
        raise NotAchievable("techniques.column-format-leaves-too-few", name=name)

    return lambda size, randomness: cell_array(one(randomness) for _ in range(size))


def _with_nulls(made: Inventor, share: float) -> Inventor:
    def cells(size: int, randomness: Randomness) -> CellArray:
        drawn = made(size, randomness)
        drawn[randomness.random(size) < share] = None
        return drawn

    return cells


ROUNDS = 20


@dataclass(frozen=True, slots=True, eq=False)
class MadeUpRecords:
    """Records for testing software, and how far from the original ones they were found to be."""

    cells: Cells
    most_alike: int
    """The most columns that one of them has in common with an original record."""
    redrawn: int
    """Records that resembled an original one and were drawn again."""
    removed: int
    """Records that still did in the end and were left out."""


@declared_maker(order=3)
@dataclass(frozen=True, slots=True)
class DataForTesting(TableMaker):
    """Make records up, each column for itself, and check that none resembles an original one.

    Two records resemble each other when more than `alike` of their columns are near: equal, or
    numbers or dates within `near` of the column's range. Nulls are not near.

    References: use case E of the guide (docs: sources), with the check at the end of its
    annex B.

    >>> from celosia.core.randomness import Randomness
    >>> people = Cells.of({"id": [f"{n:05}" for n in range(50)], "sex": list("FM") * 25})
    >>> made = DataForTesting().made(people, TechniqueContext(Randomness.of(1, people)))
    >>> made.cells.records, made.most_alike
    (50, 1)
    """

    records: Annotated[int, Whole(1, public=True)] | None = None
    """How many to make; as many as there were if left out."""
    least: Annotated[int, Whole(2, public=True)] = 10
    """How many records must share a value for it to appear as it is."""
    alike: Annotated[float, Between(0, 1, public=True)] = 0.5
    near: Annotated[float, Between(0, 1, public=True)] = 0.02
    leave_out: Annotated[tuple[str, ...], PUBLIC] = ()
    """Columns that the new records do not have."""
    identifiers: Annotated[tuple[str, ...], PUBLIC] | None = None
    """Columns that point at persons, none of whose values appears; `make_tables` proposes them."""
    kind: ClassVar[str] = "data-for-testing"
    command: ClassVar[str] = "synthesize"
    invents_records: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message("techniques.makes-records-up-testing-software", alike=self.alike)

    def make(self, cells: Cells, context: TechniqueContext) -> MadeTables:
        """Make records up, and tell how far from the original ones they are."""
        made = self.made(cells, context)
        figures = asdict(made)
        del figures["cells"]
        pointing = [name for name in self.identifiers or () if name in made.cells.names]
        warnings = (_made_up(pointing),) if pointing else ()
        return MadeTables((made.cells,), figures, warnings=warnings)

    def made(self, cells: Cells, context: TechniqueContext) -> MadeUpRecords:
        """Make the records; `NotAchievable` where all of them resemble somebody's."""
        for name in self.identifiers or ():
            cells.column(name)  # a name that is misspelt would protect nobody
        cells = cells.without(self.leave_out)
        if not cells.records:
            raise DataError("techniques.no-records-whose-format-could")
        randomness = context.randomness.part(f"{self.kind} {' '.join(cells.names)}")
        inventors = {
            name: inventor(name, cells.column(name), self.least, name in (self.identifiers or ()))
            for name in cells.names
        }
        made = _invented(inventors, self.records or cells.records, randomness)
        allowed = int(self.alike * len(cells.names))
        alike = most_columns_alike(made, cells, self.near)
        redrawn = 0
        for _ in range(ROUNDS):
            wrong = np.flatnonzero(alike > allowed)
            if not wrong.size:
                break
            redrawn += wrong.size
            fresh = _invented(inventors, wrong.size, randomness)
            alike[wrong] = most_columns_alike(fresh, cells, self.near)
            made = _replaced(made, wrong, fresh)
        kept = alike <= allowed
        if not kept.any():
            raise NotAchievable(
                "techniques.every-record-can-made-up", allowed=allowed, columns=len(cells.names)
            )
        return MadeUpRecords(
            made.taken(kept), int(alike[kept].max()), redrawn, int(np.count_nonzero(~kept))
        )


def _invented(inventors: dict[str, Inventor], size: int, randomness: Randomness) -> Cells:
    return Cells({name: invent(size, randomness) for name, invent in inventors.items()})


def _replaced(made: Cells, rows: IntArray, fresh: Cells) -> Cells:
    columns = {}
    for name in made.names:
        columns[name] = made.column(name).copy()
        columns[name][rows] = fresh.column(name)
    return Cells(columns)


def _made_up(columns: Sequence[str]) -> Message:
    """Say of which columns no value appears."""
    listed = ", ".join(columns)
    return Message("techniques.columns-point-persons-all-values", listed=listed)
