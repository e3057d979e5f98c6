"""What can be done with a column that tells people apart, and what each remedy would leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

import numpy as np

from celosia.core.randomness import Randomness
from celosia.core.relation import Relation
from celosia.core.schema import Role
from celosia.core.technique import TECHNIQUES, TechniqueContext
from celosia.core.values import BoolArray, CellArray, FloatArray, IntArray, cell_array
from celosia.errors import DataError
from celosia.techniques.generalization.date_period import PERIODS, DatePeriod
from celosia.techniques.quantities import Days, NumberCells
from celosia.text.messages import Message

GOOD = 0.02
"""A remedy is offered from the mildest on that leaves so few records alone; else the strongest."""
ENDS = 0.05
"""Share of the records at each end that top- and bottom-coding puts together."""
NOISE = 0.05
"""Noise that is offered, as a share of the range: the guide's."""
LEAST = 5
"""Rarer values are put together: the guide's least class."""


_NO_CHANCE = TechniqueContext(Randomness(b""))
"""For techniques that draw nothing."""


EXACT = "exact"
"""The remedy to publish a column as it is."""
WITHOUT_TECHNIQUE = (Role.IDENTIFIER.value, Role.QUASI_IDENTIFIER.value, EXACT)
"""Remedies that change what a recipe says of a column, and not its cells."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What a recipe could do with a column, and the share of its records left alone."""

    kind: str
    """That of a technique; a role that the column could have; or `exact`."""
    entries: Mapping[str, Any]
    """The technique as a recipe writes it; nothing where it is none."""
    alone: float | None
    """None where the models count the column from then on."""

    @property
    def told(self) -> Message:
        """Say it with what it leaves."""
        return Message(f"workflow.remedy-{self.kind}", **{**self._said, "alone": self.alone})

    @property
    def done(self) -> Message:
        """Say what is done, as a button does."""
        return Message(f"workflow.remedy-do-{self.kind}", **self._said)

    @property
    def _said(self) -> dict[str, Any]:
        """The entries, choices among them in words."""
        if not self.entries:
            return {}
        choices = TECHNIQUES[self.kind].described.choices
        return {
            name: choices[name][value] if name in choices else value
            for name, value in self.entries.items()
        }

    @property
    def effect(self) -> Message:
        """Say what it leaves."""
        if self.kind in WITHOUT_TECHNIQUE:
            return Message(f"workflow.remedy-effect-{self.kind}", alone=self.alone)
        return Message("workflow.remedy-effect", alone=self.alone)

    def to_dict(self) -> dict[str, Any]:
        """Give it as JSON can hold it."""
        technique = {"technique": dict(self.entries)} if self.entries else {}
        return {"kind": self.kind, **technique, "alone": self.alone}

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Remedy:
        """Read it again.

        >>> remedy = technique_remedy("rounding", "cost", 0.01, base=100)
        >>> Remedy.from_dict(remedy.to_dict()) == remedy
        True
        """
        return cls(str(told["kind"]), dict(told.get("technique", {})), told["alone"])


def technique_remedy(kind: str, column: str, alone: float, **given: Any) -> Remedy:
    """Give a technique for a column as a remedy."""
    return Remedy(kind, {"kind": kind, "column": column, **given}, alone)


@dataclass(frozen=True, slots=True)
class Unguarded:
    """A column that tells people apart, and everything that could be done with it."""

    column: str
    alone: float
    """Share of its records that hold what nobody else holds."""
    techniques: tuple[Remedy, ...]

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """Techniques, the roles that it could have, and to let it pass as it is."""
        return (
            *self.techniques,
            Remedy(Role.IDENTIFIER.value, {}, 0.0),
            Remedy(Role.QUASI_IDENTIFIER.value, {}, None),
            Remedy(EXACT, {}, self.alone),
        )

    def to_dict(self) -> dict[str, Any]:
        """Give it as JSON can hold it."""
        remedies = [each.to_dict() for each in self.remedies]
        return {"column": self.column, "alone": self.alone, "remedies": remedies}

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Unguarded:
        """Read it again."""
        remedies = map(Remedy.from_dict, told["remedies"])
        techniques = tuple(each for each in remedies if each.entries)
        return cls(str(told["column"]), float(told["alone"]), techniques)


@dataclass(frozen=True, slots=True, eq=False)
class HeldValues:
    """The values of a column that are not null, by who holds them."""

    column: str
    values: CellArray
    """Distinct ones."""
    value: IntArray
    """(parts,): the place of a part's value."""
    who: IntArray | None
    """(parts,): whose records they are; None where each record is somebody's own."""
    number: IntArray
    """(parts,): how many records."""

    @classmethod
    def of(cls, relation: Relation, column: str, subject: Sequence[str] = ()) -> HeldValues:
        """Count a column where it lives."""
        found = relation.combinations([column, *(name for name in subject if name != column)])
        held = [place for place, cell in enumerate(found.values[0]) if cell is not None]
        cells = [found.values[0][place] for place in held]
        place_of = {cell: place for place, cell in enumerate(dict.fromkeys(cells))}
        value = np.array([place_of[cell] for cell in cells], np.int64)
        number = np.array([found.counts[place] for place in held], np.int64)
        who = None
        if subject:
            persons = list(zip(*found.values[1:], strict=True)) or [(c,) for c in found.values[0]]
            names = {person: place for place, person in enumerate(dict.fromkeys(persons))}
            who = np.array([names[persons[place]] for place in held], np.int64)
        return cls(column, cell_array(place_of), value, who, number)

    @property
    def records(self) -> int:
        """How many records hold a value."""
        return int(self.number.sum())

    @property
    def counts(self) -> IntArray:
        """How many records hold each value."""
        return np.bincount(self.value, self.number, self.values.size).astype(np.int64)

    def alone(self, labels: IntArray) -> int:
        """Count the records that are alone once each value has a label."""
        groups = labels[self.value]
        size = np.zeros(int(labels.max(initial=-1)) + 1, np.int64)
        np.add.at(size, groups, self.number)
        if self.who is None:
            return int(np.count_nonzero(size == 1))
        first = np.full(size.size, np.iinfo(np.int64).max)
        last = np.full(size.size, -1, np.int64)
        np.minimum.at(first, groups, self.who)
        np.maximum.at(last, groups, self.who)
        return int(size[first == last].sum())

    def alone_within(self, distance: float) -> int:
        """Count the records with nobody else's number nearer than a distance.

        >>> held = HeldValues(
        ...     "pay", cell_array(["10", "11", "30"]), np.arange(3), None, np.ones(3, np.int64)
        ... )
        >>> held.alone_within(2.0)
        1
        """
        numbers = self.numbers()
        if numbers is None:
            return self.alone(np.arange(self.values.size))
        order = np.argsort(numbers, kind="stable")
        gaps = np.diff(numbers[order]) <= distance
        near = np.zeros(numbers.size, np.bool_)
        near[order[1:]] |= gaps
        near[order[:-1]] |= gaps
        lonely: BoolArray = ~near
        counts = self.counts if self.who is None else np.ones(self.values.size, np.int64)
        return int(self.counts[lonely & (counts == 1)].sum())

    def numbers(self) -> FloatArray | None:
        """Read the values as numbers; None where they are not."""
        try:
            return NumberCells.of(self.column, self.values).values
        except DataError:
            return None

    def days(self) -> Days | None:
        """Read the values as dates; None where they are not."""
        try:
            return Days.of(self.column, self.values)
        except DataError:
            return None


def remedies_for(held: HeldValues, limit: float) -> tuple[Remedy, ...]:
    """List what could be done with a column, each with the share of its records left alone."""
    numbers = held.numbers()
    if numbers is not None:
        return tuple(_for_numbers(held, numbers, limit))
    days = held.days()
    return tuple(_for_texts(held) if days is None else _for_dates(held))


def _labels(of: Any) -> IntArray:
    return np.unique(of, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _for_numbers(held: HeldValues, numbers: FloatArray, limit: float) -> Iterator[Remedy]:
    column, records = held.column, held.records
    spread = float(numbers.max() - numbers.min())
    base, alone = _rounded(held, numbers, spread)
    yield technique_remedy("rounding", column, alone / records, base=base)
    bottom, top = _ends(held, numbers)
    cut = held.alone(_labels(np.clip(numbers, bottom, top)))
    if cut / records < limit:
        yield technique_remedy("top-bottom-coding", column, cut / records, bottom=bottom, top=top)
    noise = held.alone_within(spread * NOISE / 2) / records
    yield technique_remedy("uniform-noise", column, noise, share=NOISE)


def _rounded(held: HeldValues, numbers: FloatArray, spread: float) -> tuple[float, int]:
    """Find the mildest step 1, 2, 5, 10, ... that leaves few alone."""
    least = floor(log10(spread / held.values.size)) if spread else 0
    steps = [
        float(f"{digit}e{power}")
        for power in range(least, ceil(log10(spread or 1)) + 1)
        for digit in (1, 2, 5)
    ]
    found: tuple[float, int] = 1, held.records
    for step in steps or [1.0]:
        base = int(step) if step.is_integer() else step
        found = base, held.alone(_labels(np.floor(numbers / step + 0.5)))
        if found[1] <= GOOD * held.records:
            break
    return found


def _ends(held: HeldValues, numbers: FloatArray) -> tuple[float, float]:
    """Find where the ends begin, in two digits: nobody's value."""
    order = np.argsort(numbers, kind="stable")
    below = np.cumsum(held.counts[order]) / held.records
    places = np.minimum(np.searchsorted(below, [ENDS, 1 - ENDS]), order.size - 1)
    low, high = numbers[order[places]].tolist()
    return float(f"{low:.2g}"), float(f"{high:.2g}")


def _for_dates(held: HeldValues) -> Iterator[Remedy]:
    """Offer the shortest period that leaves few alone, or the longest."""
    for period in PERIODS:
        periods = DatePeriod(held.column, period).relabel(held.values.tolist(), _NO_CHANCE)
        alone = held.alone(_labels(np.array(periods))) / held.records
        if alone <= GOOD or period == PERIODS[-1]:
            yield technique_remedy("date-period", held.column, alone, period=period)
            return


def _for_texts(held: HeldValues) -> Iterator[Remedy]:
    rare = held.counts < LEAST
    labels = np.where(rare, 0, np.arange(1, held.values.size + 1))
    alone = held.alone(labels.astype(np.int64)) / held.records
    yield technique_remedy("rare-to-others", held.column, alone, least=LEAST)
