"""SQLite as an engine of Celosía: `sqlite:///clinic.db?table=patients`."""

from __future__ import annotations

from pathlib import Path

from celosia.core.engine import ENGINES, Engine
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions, Schema
from celosia.files.file_format import is_file_name
from celosia.text.messages import verbatim


class SqliteEngine(Engine):
    """A database in one file. It keeps no hierarchies: what is not written here, it cannot do."""

    title = verbatim("SQLite")
    example = "sqlite:///clinic.db?table=patients"

    def open(self, address: str, options: ReadOptions, password: str | None = None) -> Relation:
        """Open a table."""
        from celosia_sqlite.relation import SqliteRelation
        from celosia_sqlite.source import SqliteSource

        return SqliteRelation(SqliteSource.parse(address))

    def address_of(self, source: str, output: str) -> str:
        """Give the address of a table beside the source; a file has its name."""
        from celosia_sqlite.source import SqliteSource

        is_elsewhere = is_file_name(output) or output.startswith("sqlite:")
        return output if is_elsewhere else SqliteSource.parse(source).at(output).address

    def table_of(self, address: str) -> str | None:
        """Give the name of the table."""
        from celosia_sqlite.source import SqliteSource

        return SqliteSource.parse(address).table

    def load(
        self,
        path: Path,
        address: str,
        options: ReadOptions,
        schema: Schema | None,
        password: str | None,
        replace_table: bool,
    ) -> int:
        """Make a table of a file, all cells as texts."""
        from celosia_sqlite.draft import loaded
        from celosia_sqlite.source import SqliteSource

        return loaded(path, SqliteSource.parse(address), options, schema, replace_table)

    def left_behind(self, address: str, password: str | None, drop_all: bool) -> list[str]:
        """List the working tables of a database."""
        from celosia_sqlite.draft import working_tables
        from celosia_sqlite.source import SqliteSource

        return working_tables(SqliteSource.parse(address), drop_all)


ENGINES.add("sqlite", SqliteEngine())
