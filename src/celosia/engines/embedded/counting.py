"""How often each combination of codes occurs in a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from duckdb import DuckDBPyConnection

from celosia.domain.arrays import CodeArray
from celosia.domain.coding import Codebook, FrequencySet
from celosia.engines.embedded.sql import fill_codes, name, where_complete

WORD = 1 << 63
MOST_JOINS = 24
"""More joins in one query take DuckDB longer to plan than to run."""


def count_codes(
    connection: DuckDBPyConnection, table: str, books: Sequence[Codebook], complete: Sequence[str]
) -> FrequencySet:
    """Count the combinations of codes, of the records that are `complete` in some columns."""
    codes, counts = _counted(connection, _coded(connection, table, books, complete), books)
    order = np.lexsort(codes.T[::-1])
    return FrequencySet(
        tuple(book.column for book in books), codes[order], counts[order].astype(np.int64)
    )


def count_distinct(
    connection: DuckDBPyConnection, table: str, books: Sequence[Codebook], complete: Sequence[str]
) -> int:
    """Tell how many combinations of codes there are."""
    coded = _coded(connection, table, books, complete)
    row = connection.execute(f"SELECT count(*) FROM (SELECT DISTINCT * FROM ({coded}))").fetchone()
    assert row is not None
    return int(row[0])


def _coded(
    connection: DuckDBPyConnection, table: str, books: Sequence[Codebook], complete: Sequence[str]
) -> str:
    """Make working tables of codes; give the query of each record's codes: c0, c1 and so on."""
    cells = ", ".join(f"{name(book.column)} AS c{i}" for i, book in enumerate(books))
    query = f"SELECT {cells} FROM {table} {where_complete(table, complete)}"
    for start in range(0, len(books), MOST_JOINS):
        if start:
            connection.execute(f"CREATE OR REPLACE TEMP TABLE coded_{start} AS {query}")
            connection.execute(f"DROP TABLE IF EXISTS coded_{start - MOST_JOINS}")
            query = f"SELECT * FROM coded_{start}"
        query = _with_codes(connection, query, books, range(start, len(books))[:MOST_JOINS])
    return query


def _with_codes(
    connection: DuckDBPyConnection, query: str, books: Sequence[Codebook], places: Sequence[int]
) -> str:
    """Put codes in the place of the values of some columns."""
    joins = []
    for i in places:
        fill_codes(connection, f"code_{i}", books[i])
        joins.append(f"JOIN code_{i} ON cells.c{i} IS NOT DISTINCT FROM code_{i}.value")
    codes = ", ".join(f"code_{i}.code AS c{i}" for i in places)
    return f"SELECT cells.* REPLACE ({codes}) FROM ({query}) cells {' '.join(joins)}"


def _counted(
    connection: DuckDBPyConnection, coded: str, books: Sequence[Codebook]
) -> tuple[CodeArray, CodeArray]:
    cards = [book.size for book in books]
    if prod(cards) >= WORD:
        found = connection.execute(
            f"SELECT *, count(*) AS n FROM ({coded}) GROUP BY ALL"
        ).fetchnumpy()
        return np.stack([found[f"c{i}"] for i in range(len(cards))], axis=1), found["n"]
    weights = [prod(cards[i + 1 :]) for i in range(len(cards))]
    key = " + ".join(f"c{i}::BIGINT * {weight}" for i, weight in enumerate(weights))
    found = connection.execute(
        f"SELECT {key} AS k, count(*) AS n FROM ({coded}) GROUP BY ALL"
    ).fetchnumpy()
    keys = np.asarray(found["k"], np.int64)
    codes = np.stack(
        [(keys // weight) % card for weight, card in zip(weights, cards, strict=True)], axis=1
    )
    return codes, np.asarray(found["n"])
