"""The classes that somebody sees who ignores spellings: `M`, `m` and `M ` are one class.

What is published here spells each value in one way, so that these are the classes of the texts. A
table of others need not; and labels of a hierarchy may differ in nothing but their case. Then both
are judged, because a model that is not monotone may hold for parts and fail for their union.
Made of counted combinations alone, so that it holds for every engine and writes nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from celosia.core.classes import Classes
from celosia.core.values import Combinations, NullPolicy, Value
from celosia.text.normal_form import normal_form, representatives
from celosia.workflow.whose import Countable, KnownPersons, Whose, classes_in_persons

Key = tuple[Value, ...]


def is_spelled_apart(columns: Iterable[Iterable[Value]]) -> bool:
    """Tell whether some column spells a value in several ways.

    >>> is_spelled_apart([["f", "m", None], ["1", "1.0"]]), is_spelled_apart([["f", "m"]])
    (True, False)
    """
    for cells in columns:
        texts = {cell for cell in cells if cell is not None}
        if len({normal_form(text) for text in texts}) < len(texts):
            return True
    return False


def classes_by_value(
    counted: Countable,
    subject: tuple[str, ...],
    quasi_identifiers: Sequence[str],
    queries: Sequence[tuple[str, ...]],
    nulls: NullPolicy,
    people: Combinations | None,
    as_written: Collection[str],
) -> Classes:
    """Group a table by the values of its quasi-identifiers, in records or in persons.

    What further attributes say beside one that is judged is compared by value, too.
    """
    asked = (*quasi_identifiers, *(name for names in queries for name in names), *subject)
    found = counted.combinations(tuple(dict.fromkeys(asked)))
    others = {name for names in queries for name in names[:-1]}
    joined = {*quasi_identifiers, *others}.difference(as_written)
    same = _same(joined, (found,) if people is None else (found, people))
    cells = KnownPersons(_by_value(found, same))
    seen = classes_in_persons(Whose(cells, subject), quasi_identifiers, queries, nulls, as_written)
    if people is None:
        return seen
    keys = _keys(cells.found, quasi_identifiers, nulls)
    return _with_people(seen, keys, _by_value(people, same), quasi_identifiers, nulls)


def _same(joined: Collection[str], tables: Sequence[Combinations]) -> dict[str, Mapping[str, str]]:
    """Give, by column, one text for all spellings of each value that any of the tables holds."""
    return {
        name: representatives(
            {
                cell
                for table in tables
                if name in table.columns
                for cell in table.values[table.columns.index(name)]
                if cell is not None
            }
        )
        for name in joined
    }


def _by_value(found: Combinations, same: Mapping[str, Mapping[str, str]]) -> Combinations:
    cells = tuple(
        [None if cell is None else same[name][cell] for cell in column] if name in same else column
        for name, column in zip(found.columns, found.values, strict=True)
    )
    return Combinations(tuple(found.columns), cells, found.counts)


def _keys(found: Combinations, names: Sequence[str], nulls: NullPolicy) -> list[Key]:
    """List the classes in text order, nulls last, as they are numbered."""
    columns = [found.values[found.columns.index(name)] for name in names]
    keys = set(zip(*columns, strict=True))
    if nulls is NullPolicy.EXCLUDED:
        keys = {key for key in keys if None not in key}
    return sorted(keys, key=lambda key: [(cell is None, cell or "") for cell in key])


def _with_people(
    classes: Classes,
    keys: Sequence[Key],
    people: Combinations,
    names: Sequence[str],
    nulls: NullPolicy,
) -> Classes:
    """Count the people who look like each class, and those of whose kind nobody is here."""
    columns = [people.values[people.columns.index(name)] for name in names]
    counted: Counter[Key] = Counter()
    for key, number in zip(zip(*columns, strict=True), people.counts, strict=True):
        counted[key] += number
    matched = [counted[key] for key in keys]
    absent = sum(counted.values()) - sum(matched)
    if nulls is NullPolicy.WILDCARD:
        matched = _compatible(keys, counted)
    return replace(classes, population=np.array(matched, np.float64), absent=float(absent))


def _compatible(keys: Sequence[Key], counted: Mapping[Key, int]) -> list[int]:
    """Add up, for each key, what agrees with it wherever neither has a null."""
    ours, theirs = _by_pattern(keys), _by_pattern(counted)
    total: Counter[Key] = Counter()
    for known, mine in ours.items():
        for known_there, others in theirs.items():
            both = [place for place in known if place in known_there]
            there: Counter[Key] = Counter()
            for other in others:
                there[tuple(other[place] for place in both)] += counted[other]
            for key in mine:
                total[key] += there[tuple(key[place] for place in both)]
    return [total[key] for key in keys]


def _by_pattern(keys: Iterable[Key]) -> dict[tuple[int, ...], list[Key]]:
    found: dict[tuple[int, ...], list[Key]] = defaultdict(list)
    for key in keys:
        found[tuple(place for place, cell in enumerate(key) if cell is not None)].append(key)
    return found
