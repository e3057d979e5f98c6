"""The query that a change of a table stands for; the server joins it together.

Inside, published columns are called p0, p1, ... so that no name of the user's can clash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from celosia.domain.nulls import NullPolicy
from celosia.domain.recoding import SUPPRESSED_GROUP, Change, Partition, Recoding
from celosia.domain.values import SUPPRESSED, Value
from celosia.engines.sql.kinds import Cell, Kind
from celosia.engines.sql.server import Field, Server
from celosia.engines.sql.working import Workbench


@dataclass(frozen=True, slots=True)
class Applied:
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


def applied(
    server: Server,
    bench: Workbench,
    relation: str,
    cells: Mapping[str, Cell],
    change: Change,
    seed: int,
) -> Applied:
    """Give the published columns, changed and without the suppressed records."""
    if isinstance(change, Partition):
        return _Partitioned(server, bench, relation, cells, change).applied(seed)
    return _recoded(server, bench, relation, cells, change)


def fingerprint(values: Sequence[Value]) -> bytes:
    """Hash a combination as `Server.digest` does.

    >>> fingerprint(["a", None]) == fingerprint(["an"])
    False
    """
    parts = ("n" if value is None else f"v{len(value)}:{value}" for value in values)
    return sha256("".join(parts).encode()).digest()


def _recoded(
    server: Server, bench: Workbench, relation: str, cells: Mapping[str, Cell], change: Recoding
) -> Applied:
    joins, conditions = [], []
    if change.nulls is NullPolicy.EXCLUDED:
        conditions = [f"{cells[column].raw} IS NOT NULL" for column in change.quasi_identifiers]
    found = {column: (cells[column].raw, cells[column].kind) for column in change.published}
    for i, (column, labels) in enumerate(change.labels.items()):
        cell = cells[column]
        join, label, listed = bench.labelled(f"l{i}", cell.kind, cell.raw, labels)
        joins.append(join)
        conditions += [listed] if listed else []
        found[column] = (label, server.label)
    selected = ", ".join(f"{found[c][0]} AS p{i}" for i, c in enumerate(change.published))
    kept = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    query = f"SELECT {selected} FROM {relation} t {' '.join(joins)}{kept}"
    published = _as_columns("r", [(c, found[c][1]) for c in change.published])
    if not change.rejected:
        return Applied(query, published)
    return _without_rejected(server, bench, Applied(query, published), change)


def _without_rejected(
    server: Server, bench: Workbench, found: Applied, change: Recoding
) -> Applied:
    """Leave out, or star, the combinations that must not be published."""
    inner = _as_columns("s", [(cell.name, cell.kind) for cell in found.cells])
    text_of = {cell.name: cell.text for cell in inner}
    digests = sorted({fingerprint(combination) for combination in change.rejected})
    fields = (Field("value", "key", 64, True), Field("one", "number"))
    rows = [(server.key_of(digest.hex()), 1) for digest in digests]
    table = bench.table("rejected", fields, rows)
    same = server.digest([text_of[column] for column in change.quasi_identifiers])
    join = f"FROM ({found.query}) s LEFT JOIN {table} x ON x.value = {same}"
    if not change.keep_suppressed:
        selected = ", ".join(f"{cell.raw} AS p{i}" for i, cell in enumerate(inner))
        return Applied(f"SELECT {selected} {join} WHERE x.value IS NULL", found.cells)
    star = f"CASE WHEN x.value IS NULL THEN {{}} ELSE {server.literal(SUPPRESSED)} END"
    parts, kinds = [], []
    for i, cell in enumerate(inner):
        starred = cell.name in change.quasi_identifiers
        parts.append((star.replace("{}", cell.text) if starred else cell.raw) + f" AS p{i}")
        kinds.append((cell.name, server.label if starred else cell.kind))
    return Applied(f"SELECT {', '.join(parts)} {join}", _as_columns("r", kinds))


def _as_columns(alias: str, columns: Sequence[tuple[str, Kind]]) -> tuple[Cell, ...]:
    return tuple(Cell(name, f"{alias}.p{i}", kind) for i, (name, kind) in enumerate(columns))


@dataclass(frozen=True, slots=True)
class _Partitioned:
    """Rank the records of each combination, and give each the labels of its group."""

    server: Server
    bench: Workbench
    relation: str
    cells: Mapping[str, Cell]
    change: Partition

    def applied(self, seed: int) -> Applied:
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
            f"SELECT {', '.join(selected)} FROM ({self._ranked(seed)}) k "
            f"JOIN {self._parts()} q ON q.value = {self._combination()} "
            "AND k.place >= q.first AND k.place < q.beyond "
            f"LEFT JOIN {self._groups()} g ON g.id = q.grp {left_out}"
        )
        return Applied(query, _as_columns("r", list(zip(change.published, kinds, strict=True))))

    def _ranked(self, seed: int) -> str:
        """Number the records of each combination by the hash of what they would publish."""
        joins, codes, conditions = [], [], []
        for i, book in enumerate(self.change.codebooks):
            cell = self.cells[book.column]
            join, code, listed = self.bench.coded(f"b{i}", cell.kind, cell.raw, book)
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
        """One key for all codes, whatever their number."""
        keys = ", '.', ".join(f"k.c{i}" for i in range(len(self.change.codebooks)))
        return self.server.comparable(f"concat('', {keys})")

    def _parts(self) -> str:
        change = self.change
        combinations = [".".join(map(str, row)) for row in change.codes.tolist()]
        keys = [self.server.key_of(text) for text in combinations]
        fields = (
            Field("value", "key", max(map(len, combinations), default=0), True),
            Field("first", "number", is_key=True),
            Field("beyond", "number"),
            Field("grp", "number"),
        )
        beyond = (change.first + change.number).tolist()
        rows = list(zip(keys, change.first.tolist(), beyond, change.group.tolist(), strict=True))
        return self.bench.table("part", fields, rows)

    def _groups(self) -> str:
        columns = list(self.change.labels.values())
        longest = [max((len(label or "") for label in column), default=0) for column in columns]
        fields = (
            Field("id", "number", is_key=True),
            *(Field(f"l{i}", "text", most) for i, most in enumerate(longest)),
        )
        return self.bench.table(
            "group", fields, list(zip(range(len(columns[0])), *columns, strict=True))
        )
