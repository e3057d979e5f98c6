"""Count by GROUP BY in the server; only combinations and their counts come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from celosia.domain.arrays import CodeArray, FloatArray, IntArray
from celosia.domain.coding import Codebook, FrequencySet
from celosia.domain.values import Combinations, Value
from celosia.engines.sql.kinds import Cell, Kind
from celosia.engines.sql.session import Session
from celosia.engines.sql.working import Workbench
from celosia.errors import DataError
from celosia.text.numerals import WEIGHT_CELL

CODE = Kind("{}", "{}", "{}", "{}")
"""A code is a number of our own."""


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


def grouped(
    session: Session,
    origin: Origin,
    cells: Sequence[Cell],
    complete: Sequence[Cell] = (),
    amount: str = "count(*)",
) -> tuple[tuple[list[Value], ...], list[Any]]:
    """Give the distinct combinations of texts, and an amount of each."""
    found = _grouped(session, origin, cells, complete, amount)
    longest = session.server.longest_key
    if longest is not None:
        doubtful = [
            any(len(text or "") >= longest // 4 for text in set(column)) for column in found[0]
        ]
        exact = [
            replace(cell, kind=session.server.distinguishable(cell.kind)) if unsure else cell
            for cell, unsure in zip(cells, doubtful, strict=True)
        ]
        if any(doubtful):
            return _grouped(session, origin, exact, complete, amount)
    return found


def _grouped(
    session: Session, origin: Origin, cells: Sequence[Cell], complete: Sequence[Cell], amount: str
) -> tuple[tuple[list[Value], ...], list[Any]]:
    shown = "".join(f"{cell.shown} AS c{i}, " for i, cell in enumerate(cells))
    rows = session.rows(f"SELECT {shown}{amount} AS n {origin.of(complete)} {_by(cells)}")
    columns = list(zip(*rows, strict=True)) or [()] * (len(cells) + 1)
    return tuple(_texts(column) for column in columns[:-1]), list(columns[-1])


def _by(cells: Sequence[Cell]) -> str:
    keys = ", ".join(cell.key for cell in cells)
    return f"GROUP BY {keys}" if keys else "HAVING count(*) > 0"


def _texts(column: Sequence[Any]) -> list[Value]:
    """Decode each value once; a server may give a text's bytes."""
    known: dict[Any, Value] = dict.fromkeys(column)
    if all(cell is None or isinstance(cell, str) for cell in known):
        return list(column)
    for cell in known.keys() - {None}:
        known[cell] = cell.decode() if isinstance(cell, bytes) else str(cell)
    return list(map(known.__getitem__, column))


def combinations(
    session: Session, origin: Origin, cells: Sequence[Cell], complete: Sequence[Cell] = ()
) -> Combinations:
    """Count the distinct combinations of some columns' texts."""
    values, counts = grouped(session, origin, cells, complete)
    return Combinations(tuple(cell.name for cell in cells), values, [int(n) for n in counts])


def _coded(
    bench: Workbench, relation: str, cells: Sequence[Cell], codebooks: Sequence[Codebook]
) -> tuple[Origin, list[Cell]]:
    """Join the columns with their codes; give where to count, and what."""
    joins, conditions, codes = [], [], []
    for i, (cell, book) in enumerate(zip(cells, codebooks, strict=True)):
        join, code, listed = bench.coded(f"b{i}", cell.kind, cell.raw, book)
        joins.append(join)
        conditions += [listed] if listed else []
        codes.append(Cell(cell.name, code, CODE))
    return Origin(relation, tuple(joins), tuple(conditions)), codes


def counted_together(
    bench: Workbench,
    relation: str,
    cells: Sequence[Cell],
    codebooks: Sequence[Codebook],
    complete: Sequence[Cell],
) -> FrequencySet:
    """Count combinations of codes in the server, where several values may share one."""
    origin, codes = _coded(bench, relation, cells, codebooks)
    values, counts = grouped(bench.session, origin, codes, complete)
    columns = np.array(values, np.int64).reshape(len(codebooks), -1).T
    names = tuple(book.column for book in codebooks)
    return _in_order(names, columns, np.array(counts, np.int64))


def number_of(
    bench: Workbench,
    relation: str,
    cells: Sequence[Cell],
    codebooks: Sequence[Codebook],
    complete: Sequence[Cell],
) -> int:
    """Tell how many combinations of codes there are."""
    origin, codes = _coded(bench, relation, cells, codebooks)
    found = f"SELECT count(*) AS n {origin.of(complete)} {_by(codes)}"
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


def weights(
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
    values, sums = grouped(session, origin, cells, complete, f"sum({number})")
    return values, np.array(sums, np.float64)
