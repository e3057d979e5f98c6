"""Rows of a table page by page, in the order of the file or sorted by a column."""

from __future__ import annotations

from collections.abc import Sequence

from duckdb import DuckDBPyConnection

from celosia.domain.schema import Column
from celosia.domain.values import Value
from celosia.engines.embedded.sql import name
from celosia.engines.embedded.types import as_typed

ORDER = "sorted_rows"


class Pages:
    """Finds rows by their number; a new order is numbered once for all of its pages."""

    def __init__(self, connection: DuckDBPyConnection, table: str, columns: Sequence[str]) -> None:
        self._connection = connection
        self._table = table
        self._shown = ", ".join(f"{table}.{name(column)}" for column in columns)
        self._order: tuple[Column, bool] | None = None

    def rows(
        self, offset: int, limit: int, by: Column | None = None, descending: bool = False
    ) -> list[tuple[Value, ...]]:
        """Give so many rows from an offset on; nulls come last."""
        source, place = self._table, f"{self._table}.rowid"
        if by is not None:
            self._sort(by, descending)
            source, place = f"{ORDER} JOIN {self._table} ON {place} = record", "place"
        return self._connection.execute(
            f"SELECT {self._shown} FROM {source} WHERE {place} >= {int(offset)} "
            f"AND {place} < {int(offset) + int(limit)} ORDER BY {place}"
        ).fetchall()

    def _sort(self, by: Column, descending: bool) -> None:
        if self._order == (by, descending):
            return
        way = "DESC" if descending else "ASC"
        self._connection.execute(
            f"CREATE OR REPLACE TEMP TABLE {ORDER} AS SELECT rowid AS record, row_number() "
            f"OVER (ORDER BY {as_typed(by)} {way} NULLS LAST, rowid) - 1 AS place "
            f"FROM {self._table} ORDER BY place"
        )
        self._order = (by, descending)
