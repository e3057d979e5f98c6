"""A published table, read again and put into classes one combination after the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import repeat
from typing import Protocol, TypeAlias, cast

from celosia.core.values import Combinations, NullPolicy, Value
from celosia.text.normal_form import normal_form, representatives

Key: TypeAlias = tuple[Value, ...]
"""The quasi-identifiers of a class, or other cells that stand together."""


@dataclass(frozen=True, slots=True)
class Lot:
    """People who look alike: how many they are, and how many of them hold each value.

    Without a subject every record is a person. With one, a person with three different values is
    a holder of each, and a person whose values are all null holds none.
    """

    records: int
    """Records of the class itself; where nulls match anything, more may look like them."""
    persons: int
    known: int = 0
    """Persons with a value that is not null."""
    holders: Mapping[str, int] = field(default_factory=dict)
    """Persons who hold each value."""
    people: int | None = None
    """People of the population who look like these."""


class View(Protocol):
    """What an opinion looks at: lots, and all of them together."""

    @property
    def absent(self) -> int:
        """People of the population who look like nobody here."""
        ...

    def lots(self, attribute: str | None = None) -> list[Lot]:
        """Give the lots, with the holders of an attribute's values; always in the same order."""
        ...

    def whole(self, attribute: str) -> Lot:
        """Give the whole table as one lot."""
        ...


class Tally:
    """Who holds what: records by value, or the pairs of a person and a value."""

    __slots__ = ("counts", "pairs")

    def __init__(self) -> None:
        self.counts: dict[Value, int] = {}
        self.pairs: set[tuple[Key, Value]] | None = None

    def add(self, person: Key, value: Value, records: int) -> None:
        """Count records; those of one person hold a value once."""
        if not person:
            self.counts[value] = self.counts.get(value, 0) + records
        elif self.pairs is None:
            self.pairs = {(person, value)}
        else:
            self.pairs.add((person, value))

    def join(self, other: Tally) -> None:
        """Take in what another tally holds."""
        for value, n in other.counts.items():
            self.add((), value, n)
        for person, value in other.pairs or ():
            self.add(person, value, 1)

    def lot(self, records: int, people: int | None = None) -> Lot:
        """Tell how many hold each value."""
        if self.pairs is None:
            holders = dict(self.counts)
            unknown = holders.pop(None, 0)
            known = sum(holders.values())
            return Lot(records, known + unknown, known, _texts(holders), people)
        persons = {person for person, _ in self.pairs}
        knowing = {person for person, value in self.pairs if value is not None}
        holders = Counter(value for _, value in self.pairs)
        del holders[None]
        return Lot(records, len(persons), len(knowing), _texts(holders), people)


def _texts(holders: dict[Value, int]) -> Mapping[str, int]:
    """Say that no null is left."""
    return cast("Mapping[str, int]", holders)


class Reread:
    """The classes of a table by the texts that stand in it.

    >>> cells = Combinations(("sex", "dx"), (["f", "f", "m"], ["flu", "hiv", "flu"]), [2, 1, 3])
    >>> table = Reread(lambda columns: cells, ["sex"])
    >>> [(lot.persons, dict(lot.holders)) for lot in table.lots("dx")]
    [(3, {'flu': 2, 'hiv': 1}), (3, {'flu': 3})]
    """

    def __init__(
        self,
        combinations: Callable[[tuple[str, ...]], Combinations],
        quasi_identifiers: Sequence[str],
        nulls: NullPolicy = NullPolicy.VALUE,
        subject: Sequence[str] = (),
        people: Combinations | None = None,
        as_written: Collection[str] = (),
        by_value: bool = False,
    ) -> None:
        """Say where the cells come from, and who is a person.

        Parameters
        ----------
        combinations
            Counts the combinations of some columns' cells.
        quasi_identifiers
            What an attacker knows.
        nulls
            What a null among them is.
        subject
            The columns that tell persons apart; without them every record is one.
        people
            The population, by the same quasi-identifiers.
        as_written
            Columns in which every text is a value of its own.
        by_value
            Whether an attacker ignores how the other columns that are known are spelled.
        """
        self._combinations = combinations
        self._quasi_identifiers, self._subject = tuple(quasi_identifiers), tuple(subject)
        self._nulls, self._as_written = nulls, frozenset(as_written)
        self._by_value = by_value
        self._records: dict[Key, int] = {}
        for key, _, _, _, n in self._cells((), None):
            self._records[key] = self._records.get(key, 0) + n
        self._alike = self._look_alikes(list(self._records))
        self._people, self.absent = self._matched(people)
        self.lots = cache(self._lots)
        self.whole = cache(self._whole)

    @property
    def known(self) -> dict[str, set[Value]]:
        """What the quasi-identifiers say that are not compared as they are written."""
        return {
            name: {key[place] for key in self._records}
            for place, name in enumerate(self._quasi_identifiers)
            if name not in self._as_written
        }

    def beside(self, others: Sequence[str]) -> Beside:
        """Split the classes by what further attributes say."""
        return Beside(self, tuple(others))

    def parts(self, others: tuple[str, ...], attribute: str | None) -> Iterator[tuple[Key, Tally]]:
        """Tally each class, split by further attributes; those who look alike together."""
        exact: dict[Key, dict[Key, Tally]] = defaultdict(lambda: defaultdict(Tally))
        for key, beside, value, person, n in self._cells(others, attribute):
            exact[key][beside].add(person, value, n)
        for key in self._records:
            if key not in self._alike:
                yield from zip(repeat(key), exact[key].values())
                continue
            joined: dict[Key, Tally] = defaultdict(Tally)
            for like in self._alike[key]:
                for beside, tally in exact[like].items():
                    joined[beside].join(tally)
            yield from zip(repeat(key), joined.values())

    def place(self, key: Key) -> int:
        """Tell which of the lots a class is."""
        return self._places()[key]

    def _lots(self, attribute: str | None = None) -> list[Lot]:
        return [
            tally.lot(self._records[key], self._people.get(key))
            for key, tally in self.parts((), attribute)
        ]

    def _whole(self, attribute: str) -> Lot:
        tally = Tally()
        complete = self._quasi_identifiers if self._nulls is NullPolicy.EXCLUDED else ()
        for _, _, value, person, n in self._cells((), attribute, complete):
            tally.add(person, value, n)
        return tally.lot(sum(self._records.values()))

    @cache  # noqa: B019 (one table, one verification)
    def _places(self) -> dict[Key, int]:
        return {key: place for place, key in enumerate(self._records)}

    def _cells(
        self, others: tuple[str, ...], attribute: str | None, keys: Sequence[str] | None = None
    ) -> Iterator[tuple[Key, Key, Value, Key, int]]:
        """Give class, further cells, value and person of each combination, and its records."""
        value = () if attribute is None else (attribute,)
        keys = self._quasi_identifiers if keys is None else keys
        asked = (*keys, *others, *value, *self._subject)
        found = self._combinations(tuple(dict.fromkeys(asked)))
        column = dict(zip(found.columns, found.values, strict=True))
        rows = len(found.counts)
        yield from (
            (key, beside, cell, person, n)
            for key, beside, cell, person, n in zip(
                self._known(column, keys, rows),
                self._known(column, others, rows),
                self._values(attribute, column) if attribute is not None else repeat(None, rows),
                _persons(column, self._subject, rows),
                found.counts,
                strict=True,
            )
            if self._nulls is not NullPolicy.EXCLUDED or None not in key
        )

    def _known(
        self, column: Mapping[str, list[Value]], names: Sequence[str], rows: int
    ) -> Iterator[Key]:
        """Give the cells of some columns as an attacker compares them."""
        if self._by_value:
            compared = {name: _forms(column[name]) for name in {*names} - self._as_written}
            column = {**column, **compared}
        return _tuples(column, names, rows)

    def _values(self, attribute: str, column: Mapping[str, list[Value]]) -> list[Value]:
        """Give a column with one text for all variants of a value, unless each is its own."""
        cells = column[attribute]
        return cells if attribute in self._as_written else _one_text_each(cells)

    def _look_alikes(self, keys: Sequence[Key]) -> dict[Key, list[Key]]:
        """List the classes that look like each, where they are others than itself."""
        if self._nulls is not NullPolicy.WILDCARD:
            return {}
        return {
            key: like
            for key, like in zip(keys, _compatible(keys, keys), strict=True)
            if len(like) > 1
        }

    def _matched(self, people: Combinations | None) -> tuple[dict[Key, int], int]:
        """Count the people who look like each class, and those of whose kind nobody is here."""
        if people is None:
            return {}, 0
        column = dict(zip(people.columns, people.values, strict=True))
        counted: Counter[Key] = Counter()
        rows = self._known(column, self._quasi_identifiers, len(people.counts))
        for key, n in zip(rows, people.counts, strict=True):
            counted[key] += n
        keys = list(self._records)
        if self._nulls is NullPolicy.WILDCARD:
            like = _compatible(keys, list(counted))
        else:
            like = [[key] if key in counted else [] for key in keys]
        # the strict reading where nulls match anything: a null is no sign that somebody is here
        absent = sum(n for key, n in counted.items() if key not in self._records)
        matched = (sum(counted[each] for each in found) for found in like)
        return dict(zip(keys, matched, strict=True)), absent


class Beside:
    """The parts of classes that further attributes tell apart, looked at as classes."""

    absent = 0

    def __init__(self, table: Reread, others: tuple[str, ...]) -> None:
        self._table, self._others = table, others
        self.whole = table.whole

    def lots(self, attribute: str | None = None) -> list[Lot]:
        """Give every part as a lot."""
        return [tally.lot(0) for _, tally in self._table.parts(self._others, attribute)]

    def parents(self, attribute: str) -> list[int]:
        """Tell which class each part belongs to."""
        return [self._table.place(key) for key, _ in self._table.parts(self._others, attribute)]


def _persons(column: Mapping[str, list[Value]], names: Sequence[str], rows: int) -> Iterator[Key]:
    """Tell persons apart by value, not by how their key is spelled."""
    if not names:
        return repeat((), rows)
    return zip(*(_one_text_each(column[name]) for name in names), strict=True)


def _one_text_each(cells: Sequence[Value]) -> list[Value]:
    """Put one text in the place of all variants of a value."""
    same = representatives({cell for cell in cells if cell is not None})
    return [None if cell is None else same[cell] for cell in cells]


def _forms(cells: Sequence[Value]) -> list[Value]:
    return [None if cell is None else normal_form(cell) for cell in cells]


def _tuples(column: Mapping[str, list[Value]], names: Sequence[str], rows: int) -> Iterator[Key]:
    if not names:
        return repeat((), rows)
    return zip(*(column[name] for name in names), strict=True)


def _compatible(keys: Sequence[Key], others: Sequence[Key]) -> list[list[Key]]:
    """List, for each key, the others that agree with it wherever neither has a null.

    >>> _compatible([("a", None)], [("a", "x"), ("b", "x"), (None, "y")])
    [[('a', 'x'), (None, 'y')]]
    """
    by_pattern: dict[tuple[int, ...], list[Key]] = defaultdict(list)
    for other in others:
        by_pattern[_known(other)].append(other)

    @cache
    def index(pattern: tuple[int, ...], both: tuple[int, ...]) -> dict[Key, list[Key]]:
        found: dict[Key, list[Key]] = defaultdict(list)
        for other in by_pattern[pattern]:
            found[tuple(other[i] for i in both)].append(other)
        return found

    like = []
    for key in keys:
        found: list[Key] = []
        for pattern in by_pattern:
            both = tuple(sorted({*pattern} & {*_known(key)}))
            found += index(pattern, both).get(tuple(key[i] for i in both), ())
        like.append(found)
    return like


def _known(key: Key) -> tuple[int, ...]:
    return tuple(i for i, cell in enumerate(key) if cell is not None)
