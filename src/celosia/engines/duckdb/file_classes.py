"""Equivalence classes by plain GROUP BY on the texts as they stand.

Used to measure a table before and to verify what was written; shares no count with the search.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import Self

import numpy as np
from duckdb import DuckDBPyConnection

from celosia.core.classes import Classes
from celosia.core.memory import PER_NUMBER, check_room
from celosia.core.table import Closing
from celosia.core.values import Combinations, FloatArray, NullPolicy
from celosia.engines.duckdb.file_query import name, where_complete
from celosia.engines.duckdb.file_types import as_number, matches
from celosia.engines.grouped_classes import CountedValues
from celosia.errors import DataError
from celosia.text.normal_form import compared
from celosia.text.numerals import WEIGHT_CELL

MOST_PATTERNS = 6
"""With more patterns of nulls, one comparison of all pairs beats a join for every two patterns: of
10,000 records in five columns of 4 and of 8 values, 0.05 and 0.18 s against 0.08 and 0.15 s with
6 patterns, 0.05 and 0.23 s against 0.24 and 0.28 s with 12."""


MEASURING = 16
"""Numbers of each class and value that are held at once while models and figures look at them:
10 million such pairs took 1.3 GB."""


class FileGrouping(Closing):
    """The classes of a table as temporary tables: `class`, and `matching` pairs of them.

    `class` holds the quasi-identifiers as q0, q1, ... (no name of the user's can clash), the
    number of records n, and an id. `matching` pairs each class a with the classes b that look
    like it: itself, and others where nulls match anything.
    """

    def __init__(
        self,
        connection: DuckDBPyConnection,
        table: str,
        quasi_identifiers: Sequence[str],
        nulls: NullPolicy,
    ) -> None:
        self._connection = connection
        self._table = table
        self._quasi_identifiers = quasi_identifiers
        self._keys = [f"q{i}" for i in range(len(quasi_identifiers))]
        self._nulls = nulls

    def __enter__(self) -> Self:
        kept = where_complete(
            self._table, self._quasi_identifiers if self._nulls is NullPolicy.EXCLUDED else ()
        )
        cells = ", ".join(
            f"{self._table}.{name(column)} AS {key}"
            for key, column in zip(self._keys, self._quasi_identifiers, strict=True)
        )
        self._connection.execute(
            f"""CREATE OR REPLACE TEMP TABLE class AS
                SELECT *, (row_number() OVER (ORDER BY {", ".join(self._keys)})) - 1 AS id
                FROM (SELECT {cells}, count(*) AS n FROM {self._table} {kept} GROUP BY ALL)"""
        )
        pairs = "SELECT id AS a, id AS b FROM class"
        if self._nulls is NullPolicy.WILDCARD:
            pairs = self._find_pairs()
        self._connection.execute(f"CREATE OR REPLACE TEMP TABLE matching AS {pairs}")
        return self

    def close(self) -> None:
        """Drop both."""
        self._connection.execute("DROP TABLE IF EXISTS class")
        self._connection.execute("DROP TABLE IF EXISTS matching")

    def classes(
        self,
        sensitive: Sequence[tuple[str, ...]],
        weight: str | None,
        people: Combinations | None,
        as_written: Collection[str],
    ) -> Classes:
        """Gather sizes, histograms, finer classes and populations."""
        histograms, refinements = {}, {}
        for *beside, attribute in sensitive:
            found = self._count_values(beside, attribute, attribute in as_written)
            if beside:
                refinements[*beside, attribute] = found.refinement(attribute)
            else:
                histograms[attribute] = found.histogram()
        population = None
        if people is not None:
            population = self._count_people(people)
        elif weight is not None:
            population = self._sum_weights(weight)
        return Classes(
            sizes=self._column(
                "SELECT sum(n)::BIGINT AS v FROM matching JOIN class ON b = id "
                "GROUP BY a ORDER BY a"
            ).astype(np.int64),
            histograms=histograms,
            records=self._column("SELECT n AS v FROM class ORDER BY id").astype(np.int64),
            population=population,
            refinements=refinements,
        )

    def _count_values(
        self, beside: Sequence[str], attribute: str, as_written: bool
    ) -> CountedValues:
        """Count the values of a sensitive attribute per class."""
        cell = f"t.{name(attribute)}"
        further = "".join(f", t.{name(column)} AS f{i}" for i, column in enumerate(beside))
        keys = ", ".join(f"f{i}" for i in range(len(beside)))
        rank = f"dense_rank() OVER (ORDER BY {keys}) - 1" if keys else "0"
        known = "" if beside else f"WHERE {cell} IS NOT NULL"  # a part may hold nulls only
        self._connection.execute(
            f"""CREATE OR REPLACE TEMP TABLE counted AS
                SELECT a, beside, value, sum(n)::BIGINT AS n
                FROM (SELECT id, {rank} AS beside, value, n
                      FROM (SELECT class.id AS id, {cell} AS value{further}, count(*) AS n
                            FROM {self._table} AS t JOIN class ON {self._same("t")}
                            {known} GROUP BY ALL))
                JOIN matching ON b = id GROUP BY a, beside, value"""
        )
        values = self._connection.execute(
            "SELECT DISTINCT value FROM counted WHERE value IS NOT NULL"
        ).fetchall()
        order = {value: i for i, (value,) in enumerate(sorted(values))}
        pairs = int(self._column("SELECT count(*) AS v FROM counted")[0])
        check_room(MEASURING * PER_NUMBER * pairs, pairs)
        self._connection.execute(
            "CREATE OR REPLACE TEMP TABLE value_code AS "
            "SELECT unnest($1::VARCHAR[]) AS value, unnest($2::BIGINT[]) AS code",
            [list(order), list(order.values())],
        )
        found = self._connection.execute(
            "SELECT a, beside, coalesce(code, -1) AS code, n "
            "FROM counted LEFT JOIN value_code USING (value)"
        ).fetchnumpy()
        for table in ("counted", "value_code"):
            self._connection.execute(f"DROP TABLE {table}")
        return CountedValues(
            np.asarray(found["a"], np.int64),
            np.asarray(found["beside"], np.int64),
            np.asarray(found["code"], np.int64),
            np.asarray(found["n"], np.int64),
            compared(order, as_written),
            self._once(attribute, order),
        )

    def _once(self, attribute: str, order: Mapping[str, int]) -> FloatArray | None:
        """Count the values of the whole table, where classes overlap and cannot be added up."""
        if self._nulls is not NullPolicy.WILDCARD:
            return None
        cell = name(attribute)
        whole = np.zeros(len(order))
        for value, records in self._connection.execute(
            f"SELECT {cell}, count(*) FROM {self._table} WHERE {cell} IS NOT NULL GROUP BY 1"
        ).fetchall():
            whole[order[value]] = records
        return whole

    def _sum_weights(self, weight: str) -> FloatArray:
        """Add up the sampling weights of each class; every record needs one above 0."""
        cell = f"t.{name(weight)}"
        number = f"(CASE WHEN {matches(cell, WEIGHT_CELL)} THEN {as_number(cell)} END)"
        bad = self._column(
            f"SELECT count(*) AS v FROM {self._table} AS t "
            f"WHERE NOT coalesce({number} > 0 AND isfinite({number}), false)"
        )
        if bad[0]:
            raise DataError("engines.records-no-weight-above-0", bad=int(bad[0]), weight=weight)
        return self._column(
            f"""SELECT sum(w) AS v
                FROM (SELECT class.id AS id, sum({number}) AS w
                      FROM {self._table} AS t JOIN class ON {self._same("t")} GROUP BY 1)
                JOIN matching ON b = id GROUP BY a ORDER BY a"""
        )

    def _count_people(self, people: Combinations) -> FloatArray:
        """Count the people of the population who look like each class."""
        cells = ", ".join(f"unnest(${i}::VARCHAR[]) AS p{i}" for i in range(1, len(self._keys) + 1))
        self._connection.execute(
            f"CREATE OR REPLACE TEMP TABLE people AS SELECT {cells}, "
            f"unnest(${len(self._keys) + 1}::BIGINT[]) AS n",
            [*people.values, people.counts],
        )
        wild = self._nulls is NullPolicy.WILDCARD
        same = " AND ".join(
            f"(p{i} IS NOT DISTINCT FROM {key}"
            + (f" OR p{i} IS NULL OR {key} IS NULL)" if wild else ")")
            for i, key in enumerate(self._keys, start=1)
        )
        found = self._column(
            f"""SELECT coalesce(sum(people.n), 0)::DOUBLE AS v
                FROM class LEFT JOIN people ON {same} GROUP BY class.id ORDER BY class.id"""
        )
        self._connection.execute("DROP TABLE people")
        return found

    def _same(self, table: str) -> str:
        return " AND ".join(
            f"{table}.{name(column)} IS NOT DISTINCT FROM class.{key}"
            for key, column in zip(self._keys, self._quasi_identifiers, strict=True)
        )

    def _find_pairs(self) -> str:
        """Pair the classes that agree wherever neither is null, pattern of nulls by pattern."""
        flags = ", ".join(f"{key} IS NULL" for key in self._keys)
        patterns = self._connection.execute(f"SELECT DISTINCT {flags} FROM class").fetchall()
        if len(patterns) > MOST_PATTERNS:
            alike = " AND ".join(
                f"(x.{key} = y.{key} OR x.{key} IS NULL OR y.{key} IS NULL)" for key in self._keys
            )
            return f"SELECT x.id AS a, y.id AS b FROM class x JOIN class y ON {alike}"
        joins = []
        for left, right in product(patterns, repeat=2):
            conditions = ["true"]
            for key, null_left, null_right in zip(self._keys, left, right, strict=True):
                conditions.append(f"x.{key} IS {'' if null_left else 'NOT '}NULL")
                conditions.append(f"y.{key} IS {'' if null_right else 'NOT '}NULL")
                if not null_left and not null_right:
                    conditions.append(f"x.{key} = y.{key}")
            matches = " AND ".join(conditions)
            joins.append(f"SELECT x.id AS a, y.id AS b FROM class x JOIN class y ON {matches}")
        return " UNION ALL ".join(joins) if joins else "SELECT id AS a, id AS b FROM class"

    def _column(self, query: str) -> FloatArray:
        return np.asarray(self._connection.execute(query).fetchnumpy()["v"], np.float64)
