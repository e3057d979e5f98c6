"""Synthetic data for testing software: right formats, nobody's records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.cells import Cells
from celosia.domain.parameters import PUBLIC, Between, Whole, check_parameters
from celosia.domain.randomness import Randomness
from celosia.domain.table_maker import MadeTables, TableMaker, declared_maker
from celosia.domain.technique import TechniqueContext
from celosia.errors import DataError, NotAchievable
from celosia.methods.techniques.tables.synthetic.inventing import Inventor, inventor
from celosia.methods.techniques.tables.synthetic.nearness import most_columns_alike
from celosia.text.messages import Message

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

    >>> from celosia.domain.randomness import Randomness
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
        rng = context.random.part(f"{self.kind} {' '.join(cells.names)}")
        inventors = {
            name: inventor(name, cells.column(name), self.least, name in (self.identifiers or ()))
            for name in cells.names
        }
        made = _invented(inventors, self.records or cells.records, rng)
        allowed = int(self.alike * len(cells.names))
        alike = most_columns_alike(made, cells, self.near)
        redrawn = 0
        for _ in range(ROUNDS):
            wrong = np.flatnonzero(alike > allowed)
            if not wrong.size:
                break
            redrawn += wrong.size
            fresh = _invented(inventors, wrong.size, rng)
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


def _invented(inventors: dict[str, Inventor], size: int, rng: Randomness) -> Cells:
    return Cells({name: invent(size, rng) for name, invent in inventors.items()})


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
