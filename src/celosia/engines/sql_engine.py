"""MariaDB, MySQL and PostgreSQL: tables that stay on their server."""

from __future__ import annotations

from pathlib import Path

from celosia.core.engine import ENGINES, Engine
from celosia.core.hierarchy import Hierarchy
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions, Schema
from celosia.text.messages import Message

SCHEMES = {
    "mariadb": "mariadb",
    "mysql": "mariadb",
    "postgresql": "postgresql",
    "postgres": "postgresql",
}
"""Which kind of server each scheme means: here, so that to name engines loads no SQL."""


class SqlEngine(Engine):
    """A server that speaks SQL; which one, its scheme says."""

    title = Message("engines.sql-engine")
    example = "mariadb://ana@localhost/clinic?table=patients"
    not_by_browser = None  # the server asks for a login

    def open(self, address: str, options: ReadOptions, password: str | None = None) -> Relation:
        """Connect, and look at the columns of a table or a query."""
        from celosia.engines.sql.server_relation import SqlRelation

        return SqlRelation(address, password)

    def address_of(self, source: str, output: str) -> str:
        """Give the address of a table of the source's server; a file has its name."""
        from celosia.engines.sql.server_source import SqlSource, TableName, is_url
        from celosia.files.file_format import is_file_name

        if is_url(output) or is_file_name(output):
            return output
        return SqlSource.parse(source).at(TableName.parse(output)).address

    def table_of(self, address: str) -> str | None:
        """Give the table's name; a query has none."""
        from celosia.engines.sql.server_source import SqlSource, TableName

        table = SqlSource.parse(address).table
        return None if table is None else str(TableName(table.name))

    def load(
        self,
        path: Path,
        address: str,
        options: ReadOptions,
        schema: Schema | None,
        password: str | None,
        replace_table: bool,
    ) -> int:
        """Make a table by the server's bulk path."""
        from celosia.engines.sql.load_table import import_file

        return import_file(address, path, options, schema, password, replace_table)

    def left_behind(self, address: str, password: str | None, drop_all: bool) -> list[str]:
        """List the working tables on a server."""
        from celosia.engines.sql.working_tables import left_behind

        return left_behind(address, password, drop_all)

    def read_hierarchy(self, address: str, attribute: str, password: str | None) -> Hierarchy:
        """Read the columns level_0, level_1 and so on of a table."""
        from celosia.engines.sql.load_table import read_hierarchy

        return read_hierarchy(address, attribute, password)

    def write_hierarchy(self, address: str, hierarchy: Hierarchy, password: str | None) -> None:
        """Store a row for each value, a column for each level."""
        from celosia.engines.sql.load_table import write_hierarchy

        write_hierarchy(address, hierarchy, password)


for _scheme in SCHEMES:
    ENGINES.add(_scheme, SqlEngine(), order=1)
