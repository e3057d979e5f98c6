"""The queries that counting a server's table and changing it stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np

from celosia.core.counts import Codebook, FrequencySet
from celosia.core.relation import SUPPRESSED_GROUP, Change, Partition, Recoding
from celosia.core.values import (
    SUPPRESSED,
    CodeArray,
    Combinations,
    FloatArray,
    IntArray,
    NullPolicy,
    Value,
)
from celosia.engines.sql.connection import Session
from celosia.engines.sql.server import Cell, ColumnKind, Server, WorkingField
from celosia.engines.sql.working_tables import Workbench
from celosia.errors import DataError
from celosia.text.numerals import WEIGHT_CELL

CODE = ColumnKind("{}", "{}", "{}", "{}")
"""A code is a number of our own."""


def source_cells(session: Session, relation: str) -> dict[str, Cell]:
    """Find the columns of a source."""
    server = session.server
    found = server.kinds(session, relation)
    names = [name for name, _ in found]
    if not names or len(set(names)) < len(names):
        raise DataError("engines.every-column-needs-name-own")
    return {name: Cell(name, f"t.{server.name(name)}", kind) for name, kind in found}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where records are counted: the source, and what it is joined with."""

    relation: str
    joins: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()

    def of(self, complete: Sequence[Cell]) -> str:
        """Give the FROM clause, of the records that have no null in some columns."""
        conditions = (*self.conditions, *(f"{cell.raw} IS NOT NULL" for cell in complete))
        kept = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"FROM {' '.join((f'{self.relation} t', *self.joins))}{kept}"


def group(
    session: Session,
    origin: Origin,
    cells: Sequence[Cell],
    complete: Sequence[Cell] = (),
    amount: str = "count(*)",
) -> tuple[tuple[list[Value], ...], list[Any]]:
    """Give the distinct combinations of texts, and an amount of each."""
    found = _run_grouping(session, origin, cells, complete, amount)
    longest = session.server.longest_key
    if longest is not None:
        # a character has up to four bytes; the answer tells whether any text was too long, so that
        # most tables are grouped once, without the dearer digest
        doubtful = [
            any(len(text or "") >= longest // 4 for text in set(column)) for column in found[0]
        ]
        exact = [
            distinguishable(session.server, cell) if unsure else cell
            for cell, unsure in zip(cells, doubtful, strict=True)
        ]
        if any(doubtful):
            return _run_grouping(session, origin, exact, complete, amount)
    return found


def distinguishable(server: Server, cell: Cell) -> Cell:
    """Have texts of any length told apart, also where a server groups by their beginnings."""
    if server.longest_key is None:
        return cell
    return replace(cell, kind=server.distinguishable(cell.kind))


def _run_grouping(
    session: Session, origin: Origin, cells: Sequence[Cell], complete: Sequence[Cell], amount: str
) -> tuple[tuple[list[Value], ...], list[Any]]:
    shown = "".join(f"{cell.shown} AS c{i}, " for i, cell in enumerate(cells))
    rows = session.rows(f"SELECT {shown}{amount} AS n {origin.of(complete)} {_by(cells)}")
    columns = list(zip(*rows, strict=True)) or [()] * (len(cells) + 1)
    return tuple(_texts(column) for column in columns[:-1]), list(columns[-1])


def _by(cells: Sequence[Cell]) -> str:
    keys = ", ".join(cell.key for cell in cells)
    # without keys a count gives a row of 0 even for no records, where a GROUP BY gives none
    return f"GROUP BY {keys}" if keys else "HAVING count(*) > 0"


def _texts(column: Sequence[Any]) -> list[Value]:
    """Decode each value once; a server may give a text's bytes."""
    known: dict[Any, Value] = dict.fromkeys(column)
    if all(cell is None or isinstance(cell, str) for cell in known):
        return list(column)
    for cell in known.keys() - {None}:
        known[cell] = cell.decode() if isinstance(cell, bytes) else str(cell)
    return list(map(known.__getitem__, column))


def count_combinations(
    session: Session, origin: Origin, cells: Sequence[Cell], complete: Sequence[Cell] = ()
) -> Combinations:
    """Count the distinct combinations of some columns' texts."""
    values, counts = group(session, origin, cells, complete)
    return Combinations(tuple(cell.name for cell in cells), values, [int(n) for n in counts])


def _join_codebooks(
    bench: Workbench, relation: str, cells: Sequence[Cell], codebooks: Sequence[Codebook]
) -> tuple[Origin, list[Cell]]:
    """Join the columns with their codes; give where to count, and what."""
    joins, conditions, codes = [], [], []
    for i, (cell, book) in enumerate(zip(cells, codebooks, strict=True)):
        join, code, listed = bench.join_codes(f"b{i}", cell.kind, cell.raw, book)
        joins.append(join)
        conditions += [listed] if listed else []
        codes.append(Cell(cell.name, code, CODE))
    return Origin(relation, tuple(joins), tuple(conditions)), codes


def count_together(
    bench: Workbench,
    relation: str,
    cells: Sequence[Cell],
    codebooks: Sequence[Codebook],
    complete: Sequence[Cell],
) -> FrequencySet:
    """Count combinations of codes in the server, where several values may share one."""
    origin, codes = _join_codebooks(bench, relation, cells, codebooks)
    with bench.session.reading(*bench.session.server.joining):
        values, counts = group(bench.session, origin, codes, complete)
    columns = np.array(values, np.int64).reshape(len(codebooks), -1).T
    names = tuple(book.column for book in codebooks)
    return _in_order(names, columns, np.array(counts, np.int64))


def count_distinct(
    bench: Workbench,
    relation: str,
    cells: Sequence[Cell],
    codebooks: Sequence[Codebook],
    complete: Sequence[Cell],
) -> int:
    """Tell how many combinations of codes there are."""
    origin, codes = _join_codebooks(bench, relation, cells, codebooks)
    found = f"SELECT count(*) AS n {origin.of(complete)} {_by(codes)}"
    with bench.session.reading(*bench.session.server.joining):
        return int(bench.session.one(f"SELECT count(*) FROM ({found}) d"))


def frequencies(found: Combinations, codebooks: Sequence[Codebook]) -> FrequencySet:
    """Turn texts into codes; a combination with an unlisted value is left out."""
    number = len(found.counts)
    codes = np.empty((number, len(codebooks)), np.int64)
    for i, (book, column) in enumerate(zip(codebooks, found.values, strict=True)):
        code_of = dict.fromkeys(column, -1)
        code_of |= zip(book.values, book.codes, strict=True)
        codes[:, i] = np.fromiter(map(code_of.__getitem__, column), np.int64, number)
    listed = (codes >= 0).all(axis=1)
    return _in_order(found.columns, codes[listed], np.array(found.counts, np.int64)[listed])


def _in_order(columns: tuple[str, ...], codes: CodeArray, counts: IntArray) -> FrequencySet:
    """Put combinations of codes in lexicographic order."""
    order = np.lexsort(codes.T[::-1]) if codes.shape[1] else np.arange(counts.size)
    return FrequencySet(columns, codes[order], counts[order])


def sum_weights(
    session: Session, origin: Origin, cells: Sequence[Cell], weight: Cell, complete: Sequence[Cell]
) -> tuple[tuple[list[Value], ...], FloatArray]:
    """Add up the sampling weights of each combination; every record needs one above 0."""
    server = session.server
    number = server.number(weight.text)
    condition, pattern = server.matches(weight.text, WEIGHT_CELL)
    bad = session.one(
        f"SELECT count(*) FROM {origin.relation} t WHERE NOT coalesce("
        f"CASE WHEN {condition} THEN {number} > 0 ELSE 1 = 0 END, 1 = 0)",
        (pattern,),
    )
    if bad:
        raise DataError("engines.records-no-weight-above-0", bad=int(bad), weight=weight.name)
    values, sums = group(session, origin, cells, complete, f"sum({number})")
    return values, np.array(sums, np.float64)


@dataclass(frozen=True, slots=True)
class ReleaseQuery:
    """A query whose columns p0, p1, ... are to be published under their names."""

    query: str
    cells: tuple[Cell, ...]
    """The columns of the query, as alias r: name, SQL and kind."""

    def ordered(self, server: Server, seed: int, as_text: bool) -> str:
        """Give the query of the release, in an order that tells nothing."""
        shown = ", ".join(
            f"{cell.text if as_text else cell.published} AS {server.name(cell.name)}"
            for cell in self.cells
        )
        texts = [cell.text for cell in self.cells]
        if not as_text:
            return f"SELECT {shown} FROM ({self.query}) r ORDER BY {server.scatter(texts, seed)}"
        # Texts with the separators inside may share a hash.
        ties = [f"{cell.raw} IS NULL, {cell.joined}" for cell in self.cells]
        order = ", ".join((server.hash_of(texts, seed), *ties))
        return f"SELECT {shown} FROM ({self.query}) r ORDER BY {order}"


def apply_change(
    server: Server,
    bench: Workbench,
    relation: str,
    cells: Mapping[str, Cell],
    change: Change,
    seed: int,
) -> ReleaseQuery:
    """Give the published columns, changed and without the suppressed records."""
    if isinstance(change, Partition):
        return _Partitioned(server, bench, relation, cells, change).apply(seed)
    return _recode(server, bench, relation, cells, change)


def hashed(
    server: Server, relation: str, cells: Mapping[str, Cell], names: Sequence[Sequence[str]]
) -> str:
    """Give the query of each record's fingerprint of columns as k, of others as w, and n = 1.

    Records with nothing but nulls in the first columns are left out.
    """
    told = [
        f"{server.digest([cells[column].text for column in columns])} AS {field}"
        for field, columns in zip("kw", names, strict=False)
        if columns
    ]
    held = " OR ".join(f"{cells[column].raw} IS NOT NULL" for column in names[0])
    return f"SELECT {', '.join(told)}, 1 AS n FROM {relation} WHERE {held}"


def bring_hashed(bench: Workbench, found: Combinations, key: int) -> str:
    """Bring the rows of a release from elsewhere to the server, by their fingerprints.

    The first `key` columns are k, the others, if there are any, w.
    """
    key_of = bench.session.server.key_of
    rows: list[tuple[Any, ...]] = []
    for *cells, number in zip(*found.values, found.counts, strict=True):
        if any(cell is not None for cell in cells[:key]):
            told = [cells[:key], *([cells[key:]] if len(cells) > key else [])]
            rows.append((*(key_of(fingerprint(part).hex()) for part in told), number))
    fields = [WorkingField("k", "key", 64, True)]
    fields += [WorkingField("w", "key", 64, True)] if len(found.columns) > key else []
    return f"SELECT * FROM {bench.table('seen', (*fields, WorkingField('n', 'number')), rows)}"


def fingerprint(values: Sequence[Value]) -> bytes:
    """Hash a combination as `Server.digest` does.

    >>> fingerprint(["a", None]) == fingerprint(["an"])
    False
    """
    parts = ("n" if value is None else f"v{len(value)}:{value}" for value in values)
    return sha256("".join(parts).encode()).digest()


def _recode(
    server: Server, bench: Workbench, relation: str, cells: Mapping[str, Cell], change: Recoding
) -> ReleaseQuery:
    joins, conditions = [], []
    if change.nulls is NullPolicy.EXCLUDED:
        conditions = [f"{cells[column].raw} IS NOT NULL" for column in change.quasi_identifiers]
    found = {column: (cells[column].raw, cells[column].kind) for column in change.published}
    for i, (column, labels) in enumerate(change.labels.items()):
        cell = cells[column]
        join, label, listed = bench.join_labels(f"l{i}", cell.kind, cell.raw, labels)
        joins.append(join)
        conditions += [listed] if listed else []
        found[column] = (label, server.label)
    selected = ", ".join(f"{found[c][0]} AS p{i}" for i, c in enumerate(change.published))
    kept = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    query = f"SELECT {selected} FROM {relation} t {' '.join(joins)}{kept}"
    published = _as_columns("r", [(c, found[c][1]) for c in change.published])
    if not change.rejected:
        return ReleaseQuery(query, published)
    return _without_rejected(server, bench, ReleaseQuery(query, published), change)


def _without_rejected(
    server: Server, bench: Workbench, found: ReleaseQuery, change: Recoding
) -> ReleaseQuery:
    """Leave out, or star, the combinations that must not be published."""
    inner = _as_columns("s", [(cell.name, cell.kind) for cell in found.cells])
    text_of = {cell.name: cell.text for cell in inner}
    digests = sorted({fingerprint(combination) for combination in change.rejected})
    fields = (WorkingField("value", "key", 64, True), WorkingField("one", "number"))
    rows = [(server.key_of(digest.hex()), 1) for digest in digests]
    table = bench.table("rejected", fields, rows)
    same = server.digest([text_of[column] for column in change.quasi_identifiers])
    join = f"FROM ({found.query}) s LEFT JOIN {table} x ON x.value = {same}"
    if not change.keep_suppressed:
        selected = ", ".join(f"{cell.raw} AS p{i}" for i, cell in enumerate(inner))
        return ReleaseQuery(f"SELECT {selected} {join} WHERE x.value IS NULL", found.cells)
    star = f"CASE WHEN x.value IS NULL THEN {{}} ELSE {server.literal(SUPPRESSED)} END"
    parts, kinds = [], []
    for i, cell in enumerate(inner):
        starred = cell.name in change.quasi_identifiers
        parts.append((star.replace("{}", cell.text) if starred else cell.raw) + f" AS p{i}")
        kinds.append((cell.name, server.label if starred else cell.kind))
    return ReleaseQuery(f"SELECT {', '.join(parts)} {join}", _as_columns("r", kinds))


def _as_columns(alias: str, columns: Sequence[tuple[str, ColumnKind]]) -> tuple[Cell, ...]:
    return tuple(Cell(name, f"{alias}.p{i}", kind) for i, (name, kind) in enumerate(columns))


@dataclass(frozen=True, slots=True)
class _Partitioned:
    """Rank the records of each combination, and give each the labels of its group."""

    server: Server
    bench: Workbench
    relation: str
    cells: Mapping[str, Cell]
    change: Partition

    def apply(self, seed: int) -> ReleaseQuery:
        change = self.change
        labels = {column: f"g.l{i}" for i, column in enumerate(change.labels)}
        star = f"CASE WHEN q.grp = {SUPPRESSED_GROUP} THEN {self.server.literal(SUPPRESSED)} ELSE"
        selected, kinds = [], []
        for i, column in enumerate(change.published):
            own = f"{star} {labels[column]} END" if column in labels else f"k.p{i}"
            selected.append(f"{own} AS p{i}")
            kinds.append(self.server.label if column in labels else self.cells[column].kind)
        left_out = "" if change.keep_suppressed else f"WHERE q.grp <> {SUPPRESSED_GROUP}"
        query = (
            f"SELECT {', '.join(selected)} FROM ({self._rank(seed)}) k "
            f"JOIN {self._parts()} q ON q.value = {self._combination()} "
            "AND k.place >= q.first AND k.place < q.beyond "
            f"LEFT JOIN {self._groups()} g ON g.id = q.grp {left_out}"
        )
        return ReleaseQuery(
            query, _as_columns("r", list(zip(change.published, kinds, strict=True)))
        )

    def _rank(self, seed: int) -> str:
        """Number the records of each combination by the hash of what they would publish."""
        joins, codes, conditions = [], [], []
        for i, book in enumerate(self.change.codebooks):
            cell = self.cells[book.column]
            join, code, listed = self.bench.join_codes(f"b{i}", cell.kind, cell.raw, book)
            joins.append(join)
            codes.append(code)
            conditions += [listed] if listed else []
        published = [self.cells[column] for column in self.change.published]
        drawn = [self.server.hash_of([cell.text for cell in published], seed)]
        drawn += [f"{cell.raw} IS NULL, {cell.joined}" for cell in published]
        plain = ", ".join(f"{cell.raw} AS p{i}" for i, cell in enumerate(published))
        kept = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return (
            f"SELECT {plain}, {', '.join(f'{code} AS c{i}' for i, code in enumerate(codes))}, "
            f"row_number() OVER (PARTITION BY {', '.join(codes)} ORDER BY {', '.join(drawn)}) - 1 "
            f"AS place FROM {self.relation} t {' '.join(joins)}{kept}"
        )

    def _combination(self) -> str:
        """One key for all codes, whatever their number: a join by ranges needs equality besides."""
        keys = ", '.', ".join(f"k.c{i}" for i in range(len(self.change.codebooks)))
        return self.server.comparable(f"concat('', {keys})")

    def _parts(self) -> str:
        change = self.change
        combinations = [".".join(map(str, row)) for row in change.codes.tolist()]
        keys = [self.server.key_of(text) for text in combinations]
        fields = (
            WorkingField("value", "key", max(map(len, combinations), default=0), True),
            WorkingField("first", "number", is_key=True),
            WorkingField("beyond", "number"),
            WorkingField("grp", "number"),
        )
        beyond = (change.first + change.number).tolist()
        rows = list(zip(keys, change.first.tolist(), beyond, change.group.tolist(), strict=True))
        return self.bench.table("part", fields, rows)

    def _groups(self) -> str:
        columns = list(self.change.labels.values())
        longest = [max((len(label or "") for label in column), default=0) for column in columns]
        fields = (
            WorkingField("id", "number", is_key=True),
            *(WorkingField(f"l{i}", "text", most) for i, most in enumerate(longest)),
        )
        return self.bench.table(
            "group", fields, list(zip(range(len(columns[0])), *columns, strict=True))
        )
