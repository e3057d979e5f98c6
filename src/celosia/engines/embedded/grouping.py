"""Equivalence classes by plain GROUP BY on the texts as they stand.

Used to measure a table before and to verify what was written; shares nothing with the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from duckdb import DuckDBPyConnection

from celosia.domain.arrays import IntArray
from celosia.domain.classes import Classes, Refinement
from celosia.domain.histogram import Histogram
from celosia.domain.nulls import NullPolicy
from celosia.engines.embedded.sql import name, where_complete


def group(
    connection: DuckDBPyConnection,
    table: str,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[tuple[str, ...]],
    nulls: NullPolicy,
) -> Classes:
    """Group the records of a table by their quasi-identifiers.

    Each entry of `sensitive` names one attribute to count in the classes, after those that count
    as quasi-identifiers for it.
    """
    _make_classes(connection, table, quasi_identifiers, nulls)
    records = _column(connection, "SELECT n AS v FROM class ORDER BY id")
    sizes = _column(
        connection,
        "SELECT sum(n)::BIGINT AS v FROM matching JOIN class ON b = id GROUP BY a ORDER BY a",
    )
    histograms, refinements = {}, {}
    for *beside, attribute in sensitive:
        found = _counted(connection, table, quasi_identifiers, beside, attribute)
        if beside:
            refinements[tuple(beside)] = _refinement(found, attribute)
        else:
            histograms[attribute] = Histogram.of(found.a, found.value, found.n, found.labels)
    connection.execute("DROP TABLE class")
    connection.execute("DROP TABLE matching")
    return Classes(sizes, histograms, records, None, refinements)


def _make_classes(
    connection: DuckDBPyConnection,
    table: str,
    quasi_identifiers: Sequence[str],
    nulls: NullPolicy,
) -> None:
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


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """Records per class, combination of further attributes, and value."""

    a: IntArray
    beside: IntArray
    value: IntArray
    n: IntArray
    labels: tuple[str, ...]


def _counted(
    connection: DuckDBPyConnection,
    table: str,
    quasi_identifiers: Sequence[str],
    beside: Sequence[str],
    attribute: str,
) -> _Counted:
    """Count the values of a sensitive attribute per class; an unknown value protects nobody."""
    same = " AND ".join(
        f"t.{name(column)} IS NOT DISTINCT FROM class.q{i}"
        for i, column in enumerate(quasi_identifiers)
    )
    cell = f"t.{name(attribute)}"
    further = "".join(f", t.{name(column)} AS f{i}" for i, column in enumerate(beside))
    keys = ", ".join(f"f{i}" for i in range(len(beside)))
    rank = f"dense_rank() OVER (ORDER BY {keys}) - 1" if keys else "0"
    found = connection.execute(
        f"""SELECT a, beside, value, sum(n)::BIGINT AS n
            FROM (SELECT id, {rank} AS beside, value, n
                  FROM (SELECT class.id AS id, {cell} AS value{further}, count(*) AS n
                        FROM {table} AS t JOIN class ON {same}
                        WHERE {cell} IS NOT NULL GROUP BY ALL))
            JOIN matching ON b = id GROUP BY a, beside, value"""
    ).fetchnumpy()
    labels, codes = np.unique(np.asarray(found["value"], object).astype(str), return_inverse=True)
    return _Counted(
        np.asarray(found["a"], np.int64),
        np.asarray(found["beside"], np.int64),
        np.asarray(codes, np.int64),
        np.asarray(found["n"], np.int64),
        tuple(map(str, labels)),
    )


def _refinement(found: _Counted, attribute: str) -> Refinement:
    width = int(found.beside.max(initial=0)) + 1
    pairs, part_of = np.unique(found.a * width + found.beside, return_inverse=True)
    part_of = np.asarray(part_of, np.int64)
    histogram = Histogram.of(part_of, found.value, found.n, found.labels)
    finer = Classes(histogram.known(pairs.size), {attribute: histogram})
    return Refinement(finer, pairs // width, pairs % width)


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
