"""Equivalence classes by plain GROUP BY on the texts as they stand.

Used to measure a table before and to verify what was written; shares nothing with the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from duckdb import DuckDBPyConnection

from celosia.domain.arrays import IntArray
from celosia.domain.classes import Classes, Histogram
from celosia.domain.nulls import NullPolicy
from celosia.engines.embedded.sql import name, where_complete


def group(
    connection: DuckDBPyConnection,
    table: str,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[str],
    nulls: NullPolicy,
) -> Classes:
    """Group the records of a table by their quasi-identifiers."""
    kept = where_complete(table, quasi_identifiers if nulls is NullPolicy.EXCLUDED else ())
    keys = [f"q{i}" for i in range(len(quasi_identifiers))]  # no name of the user's can clash
    cells = [f"{table}.{name(column)} AS q{i}" for i, column in enumerate(quasi_identifiers)]
    connection.execute(
        f"""CREATE OR REPLACE TEMP TABLE class AS
            SELECT *, (row_number() OVER (ORDER BY {", ".join(keys)})) - 1 AS id
            FROM (SELECT {", ".join(cells)}, count(*) AS n FROM {table} {kept} GROUP BY ALL)"""
    )
    pairs = "SELECT id AS a, id AS b FROM class"
    if nulls is NullPolicy.WILDCARD:
        pairs = _matching_pairs(connection, keys)
    connection.execute(f"CREATE OR REPLACE TEMP TABLE matching AS {pairs}")
    records = _column(connection, "SELECT n AS v FROM class ORDER BY id")
    sizes = _column(
        connection,
        "SELECT sum(n)::BIGINT AS v FROM matching JOIN class ON b = id GROUP BY a ORDER BY a",
    )
    histograms = {
        attribute: _histogram(connection, table, quasi_identifiers, attribute)
        for attribute in sensitive
    }
    connection.execute("DROP TABLE class")
    connection.execute("DROP TABLE matching")
    return Classes(sizes, histograms, records)


def _histogram(
    connection: DuckDBPyConnection, table: str, quasi_identifiers: Sequence[str], attribute: str
) -> Histogram:
    """Count the values of a sensitive attribute per class; an unknown value protects nobody."""
    same = " AND ".join(
        f"t.{name(column)} IS NOT DISTINCT FROM class.q{i}"
        for i, column in enumerate(quasi_identifiers)
    )
    cell = f"t.{name(attribute)}"
    found = connection.execute(
        f"""SELECT a, (dense_rank() OVER (ORDER BY cell)) - 1 AS v, sum(n)::BIGINT AS n
            FROM (SELECT class.id, {cell} AS cell, count(*) AS n
                  FROM {table} AS t JOIN class ON {same}
                  WHERE {cell} IS NOT NULL GROUP BY ALL) JOIN matching ON b = id
            GROUP BY a, cell"""
    ).fetchnumpy()
    values = np.asarray(found["v"], np.int64)
    return Histogram.of(
        np.asarray(found["a"], np.int64),
        values,
        np.asarray(found["n"], np.int64),
        int(values.max(initial=-1)) + 1,
    )


def _matching_pairs(connection: DuckDBPyConnection, keys: Sequence[str]) -> str:
    """Pair the classes that agree wherever neither is null: one join per two patterns of nulls."""
    flags = ", ".join(f"{key} IS NULL" for key in keys)
    patterns = connection.execute(f"SELECT DISTINCT {flags} FROM class").fetchall()
    joins = []
    for left, right in product(patterns, repeat=2):
        conditions = ["true"]
        for key, null_left, null_right in zip(keys, left, right, strict=True):
            conditions.append(f"x.{key} IS {'' if null_left else 'NOT '}NULL")
            conditions.append(f"y.{key} IS {'' if null_right else 'NOT '}NULL")
            if not null_left and not null_right:
                conditions.append(f"x.{key} = y.{key}")
        joins.append(
            f"SELECT x.id AS a, y.id AS b FROM class x JOIN class y ON {' AND '.join(conditions)}"
        )
    return " UNION ALL ".join(joins) if joins else "SELECT id AS a, id AS b FROM class"


def _column(connection: DuckDBPyConnection, query: str) -> IntArray:
    return np.asarray(connection.execute(query).fetchnumpy()["v"], np.int64)
