"""The classes of a table as it stands, in persons: whoever has several records counts once.

Made of counts alone, so that it holds for every engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.relation import Relation
from celosia.core.table import Table
from celosia.core.values import BoolArray, Combinations, IntArray, NullPolicy, Value, ValueCounts
from celosia.errors import DataError, ParameterError, RoleError
from celosia.methods.gather import classes_of_counts, persons_matched
from celosia.methods.lattice.judge import as_matched, matching_pairs
from celosia.methods.lattice.lattice_problem import rows_in_base
from celosia.register.certificate import Evidence, evidence_beside, private_beside
from celosia.text.normal_form import compared, normal_form
from celosia.workflow.release_files import find_certificate
from celosia.workflow.residual_risks import ResidualRisk


class Countable(Protocol):
    """What persons can be counted in: a table where it lives, or what is known of one."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names, in order."""
        ...

    def values(self, column: str, complete: Sequence[str] = ()) -> ValueCounts:
        """Count the distinct values of a column, over the records complete in some columns."""
        ...

    def count(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> FrequencySet:
        """Count the combinations of codes, over the records complete in some columns."""
        ...

    def combinations(self, columns: Sequence[str]) -> Combinations:
        """Count the combinations of some columns' values."""
        ...


def subject_codebooks(relation: Countable, subject: Sequence[str]) -> list[Codebook]:
    """List the values that tell persons apart; records without one are taken for one person's."""
    missing = [name for name in subject if name not in relation.columns]
    if missing:
        raise RoleError("workflow.no-such-subject", missing=missing, columns=relation.columns)
    return [_of_persons(name, relation.values(name).values) for name in subject]


def _of_persons(name: str, values: tuple[Value, ...]) -> Codebook:
    """Give all spellings of a person one code: `P1`, `p1` and `P1 ` are one."""
    forms = [as_person(value) for value in values]
    first: dict[Value, int] = {}
    shared = [first.setdefault(form, place) for place, form in enumerate(forms)]
    return Codebook(name, values, np.array(shared, np.int64))


def as_person(cell: Value) -> Value:
    """Give what all spellings of a person's key share.

    >>> as_person(" p1 ") == as_person("P1"), as_person(None)
    (True, None)
    """
    return None if cell is None else normal_form(cell)


@dataclass(frozen=True, slots=True, eq=False)
class Whose:
    """Where it is told whose each record of a table is."""

    counted: Countable
    subject: tuple[str, ...]

    @classmethod
    def of(cls, table: Table, subject: Sequence[str]) -> Whose | None:
        """Find it in the table, else in the evidence beside it; None if persons are not asked for.

        Raises
        ------
        RoleError
            When neither says it.
        DataError
            When the evidence is about other records.
        """
        if not subject:
            return None
        if set(subject) <= set(table.columns):
            return cls(table.relation, tuple(subject))
        found = find_certificate(table.source)
        noted = (private_beside(found.path) or {}).get("persons") if found else None
        missing = [name for name in subject if name not in table.columns]
        if found is None:
            raise RoleError("workflow.no-such-subject", missing=missing, columns=table.columns)
        if noted is None or set(noted["subject"]) != set(subject):
            raise RoleError("workflow.subject-not-there", missing=missing)
        known = KnownPersons.of(table.relation, noted, evidence_beside(found.path))
        return cls(known, (PERSON,))


def classes_in_persons(
    whose: Whose,
    quasi_identifiers: Sequence[str],
    queries: Sequence[tuple[str, ...]],
    nulls: NullPolicy,
    as_written: Collection[str] = (),
) -> Classes:
    """Group a table by its texts, in text order, and count the persons of each class.

    Without a subject every record is a person.
    """
    relation, subject = whose.counted, whose.subject
    asked = {*quasi_identifiers, *(name for names in queries for name in names)}
    if unknown := sorted(asked - set(relation.columns)):
        raise RoleError("workflow.whose-not-known-by", unknown=unknown)
    complete = tuple(quasi_identifiers) if nulls is NullPolicy.EXCLUDED else ()
    books = [Codebook(name, _in_order(relation, name, complete)) for name in quasi_identifiers]
    who = subject_codebooks(relation, subject)
    base = _count(relation, books, who, complete)
    number = base.counts.size
    labels = {
        name: compared(_known(relation, name, complete), name in as_written)
        for names in queries
        for name in names
    }
    sensitive: dict[tuple[str, ...], FrequencySet] = {}
    for names in queries:
        # an unknown value protects nobody; beside others it makes a part of a class
        null = (None,) if len(names) > 1 else ()
        further = [Codebook(name, (*labels[name], *null)) for name in names]
        sensitive[names] = _count(relation, [*books, *further], who, complete)
    rows = {names: rows_in_base(base, counts) for names, counts in sensitive.items()}
    if nulls is NullPolicy.WILDCARD and books:
        left, right = matching_pairs(base.codes, _unknown(base, books))
        if not who:
            counted = classes_of_counts(base, np.arange(number), sensitive, rows, labels)
            return as_matched(counted, left, right)
        seen = persons_matched(base, np.arange(number), sensitive, rows, labels, left, right)
        return replace(seen, records=base.counts)
    return classes_of_counts(base, np.arange(number), sensitive, rows, labels)


def _count(
    relation: Countable, books: Sequence[Codebook], who: Sequence[Codebook], complete: Sequence[str]
) -> FrequencySet:
    found = relation.count([*books, *who], complete)
    return found.by_person(len(books)) if who else found


def people_subject(
    columns: Sequence[str], given: Sequence[str], subject: Sequence[str]
) -> tuple[str, ...]:
    """Find the columns that say whose each record of a population is.

    >>> people_subject(["id", "age"], (), ("id",)), people_subject(["age"], (), ("id",))
    (('id',), ())

    Raises
    ------
    RoleError
        When columns are named that the population has not.
    """
    missing = [name for name in given if name not in columns]
    if missing:
        raise RoleError("workflow.no-such-population-subject", missing=missing, columns=columns)
    return tuple(given) or (tuple(subject) if set(subject) <= set(columns) else ())


def count_people(
    relation: Relation,
    quasi_identifiers: Sequence[str],
    subject: Sequence[str],
    nulls: NullPolicy,
) -> Combinations:
    """Count the people of a population by what is known of them: rows, or persons.

    Raises
    ------
    ParameterError
        When nulls match anything and somebody is in several combinations: a class that matches
        both would count them twice.
    """
    if not subject:
        return relation.combinations(quasi_identifiers)
    books = [Codebook(name, relation.values(name).values) for name in quasi_identifiers]
    who = subject_codebooks(relation, subject)
    found = relation.count([*books, *who]).by_person(len(books))
    check_people_stay(found, nulls)
    assert found.persons is not None
    values = tuple(
        [book.values[code] for code in found.codes[:, j].tolist()] for j, book in enumerate(books)
    )
    return Combinations(tuple(quasi_identifiers), values, found.persons.most.tolist())


def check_people_stay(found: FrequencySet, nulls: NullPolicy) -> None:
    """Refuse nulls that match anything where people of a population are in several combinations."""
    if nulls is NullPolicy.WILDCARD and found.persons is not None and found.persons.move:
        raise ParameterError("workflow.population-moves")


def _in_order(relation: Countable, name: str, complete: Sequence[str]) -> tuple[Value, ...]:
    """List the values of a column in text order, a null last, as engines number classes."""
    found = relation.values(name, complete).values
    return tuple(sorted(found, key=lambda value: (value is None, value or "")))


def _known(relation: Countable, name: str, complete: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(relation.values(name, complete).texts))


def _unknown(base: FrequencySet, books: Sequence[Codebook]) -> BoolArray:
    """Tell which cells of the counted combinations are null."""
    null = np.zeros(base.codes.shape, np.bool_)
    for j, book in enumerate(books):
        if None in book.values:
            null[:, j] = base.codes[:, j] == book.values.index(None)
    return null


PERSON = "\x00person"
"""What the column of numbered persons is called beside those of a release: like none of them."""


def persons_record(
    relation: Relation, columns: Sequence[str], subject: Sequence[str], evidence: Evidence
) -> dict[str, Any]:
    """Note whose records a release holds, by numbers, so that it can be counted again in persons.

    Rows are told by salted hashes of their cells, and persons numbered in the order of theirs:
    neither tells a value, and no order of the source shows.
    """
    found = relation.combinations([*columns, *subject])
    width = len(columns)
    who = list(zip(*(map(as_person, cells) for cells in found.values[width:]), strict=True))
    hidden = {key: evidence.commitment(repr(key)) for key in set(who)}
    number = {key: i for i, key in enumerate(sorted(hidden, key=hidden.__getitem__))}
    rows: dict[str, dict[str, int]] = {}
    cells_of = zip(*found.values[:width], strict=True)
    for cells, key, count in zip(cells_of, who, found.counts, strict=True):
        entry = rows.setdefault(evidence.commitment(repr(cells)), {})
        entry[str(number[key])] = entry.get(str(number[key]), 0) + count
    told = {"columns": list(columns), "subject": list(subject)}
    return {**told, "rows": dict(sorted(rows.items()))}


@dataclass(frozen=True, eq=False)
class KnownPersons:
    """The records of a release as its evidence knows them: by whom, in the columns that count."""

    found: Combinations
    """The last column numbers the persons."""

    @classmethod
    def of(cls, relation: Relation, record: Mapping[str, Any], evidence: Evidence) -> KnownPersons:
        """Put the persons of the evidence beside the records of a release.

        Raises
        ------
        DataError
            When the evidence is not about these records.
        """
        columns = [str(name) for name in record["columns"]]
        missing = [name for name in columns if name not in relation.columns]
        if missing:
            raise DataError("workflow.evidence-of-other-records")
        there = relation.combinations(columns)
        cells: list[tuple[Value, ...]] = []
        counts: list[int] = []
        for row, records in zip(zip(*there.values, strict=True), there.counts, strict=True):
            held = record["rows"].get(evidence.commitment(repr(row)), {})
            if sum(held.values()) != records:
                raise DataError("workflow.evidence-of-other-records")
            cells += [(*row, person) for person in held]
            counts += held.values()
        values = tuple(map(list, zip(*cells, strict=True)))
        return cls(Combinations((*columns, PERSON), values, counts))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that were noted, and the persons."""
        return tuple(self.found.columns)

    @cached_property
    def _counts(self) -> IntArray:
        return np.array(self.found.counts, np.int64)

    def values(self, column: str, complete: Sequence[str] = ()) -> ValueCounts:
        """Count the distinct values of a column."""
        inside = self._complete(complete)
        total: dict[Value, int] = {}
        cells = self.found.values[self.columns.index(column)]
        for cell, count, counted in zip(cells, self.found.counts, inside.tolist(), strict=True):
            if counted:
                total[cell] = total.get(cell, 0) + count
        return ValueCounts(tuple(total), tuple(total.values()))

    def count(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> FrequencySet:
        """Count the combinations of codes; a record with a value that has none is not counted."""
        inside = self._complete(complete)
        codes = np.empty((self._counts.size, len(codebooks)), np.int32)
        for j, book in enumerate(codebooks):
            code_of = dict(zip(book.values, book.codes, strict=True))
            cells = self.found.values[self.columns.index(book.column)]
            codes[:, j] = [code_of.get(cell, -1) for cell in cells]
        inside &= (codes >= 0).all(axis=1)
        names = tuple(book.column for book in codebooks)
        return FrequencySet(names, codes[inside], self._counts[inside]).onto(range(len(codebooks)))

    def combinations(self, columns: Sequence[str]) -> Combinations:
        """Give the cells of some columns as they are known; equal ones may come several times."""
        cells = tuple(self.found.values[self.columns.index(name)] for name in columns)
        return Combinations(tuple(columns), cells, self.found.counts)

    def _complete(self, columns: Sequence[str]) -> BoolArray:
        inside = np.ones(self._counts.size, np.bool_)
        for name in columns:
            cells = self.found.values[self.columns.index(name)]
            inside &= np.array([cell is not None for cell in cells], np.bool_)
        return inside


def risks_of_rows(
    relation: Relation, quasi_identifiers: Sequence[str], subject: Sequence[str], linked: bool
) -> tuple[ResidualRisk, ...]:
    """Tell what several records of a person give away, beyond who is in a class.

    If most records of a class are one person's, it is that person's class by sight. If the release
    is `linked` (it tells which records are of one person), some are alone with all of theirs.
    """
    if not subject:
        return ()
    found = relation.combinations([*quasi_identifiers, *subject])
    width = len(quasi_identifiers)
    held: dict[tuple[Value, ...], Counter[tuple[Value, ...]]] = {}
    for *cells, count in zip(*found.values, found.counts, strict=True):
        who = tuple(map(as_person, cells[width:]))
        held.setdefault(tuple(cells[:width]), Counter())[who] += count
    return (*(_linked(held) if linked else ()), *_uneven(held))


def _uneven(held: Mapping[Any, Counter[Any]]) -> tuple[ResidualRisk, ...]:
    share = max((max(each.values()) / each.total() for each in held.values()), default=0.0)
    fewest = min((len(each) for each in held.values()), default=1)
    if share <= 1 / fewest:
        return ()
    figures = {"share": round(share, 4)}
    return (ResidualRisk("rows-per-person", figures=figures, reason="uneven"),)


def _linked(held: Mapping[Any, Counter[Any]]) -> tuple[ResidualRisk, ...]:
    histories: dict[Any, list[tuple[Any, int]]] = {}
    for known, persons in held.items():
        for who, count in persons.items():
            histories.setdefault(who, []).append((known, count))
    if all(len(history) == 1 and history[0][1] == 1 for history in histories.values()):
        return ()  # a record each: nothing is linked
    times = Counter(frozenset(history) for history in histories.values())
    alone = sum(number == 1 for number in times.values())
    return (ResidualRisk("linked-rows", figures={"alone": alone, "of": len(histories)}),)
