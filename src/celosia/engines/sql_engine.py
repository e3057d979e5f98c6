"""Servers that speak SQL: tables that stay where they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from celosia.core.engine import ENGINES, Engine
from celosia.core.hierarchy import Hierarchy
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions, Schema
from celosia.text.messages import Message


class SqlEngine(Engine):
    """A server that speaks SQL; of which kind, the file says that adds it under its schemes.

    These files lie here and the SQL in `engines/sql`, so that to name engines loads none of it.
    """

    title = Message("engines.sql-engine")
    example = "mariadb://ana@localhost/clinic?table=patients"
    not_offered: ClassVar[Mapping[str, Message]] = {}  # the server asks for a login

    def __init__(self, server: str) -> None:
        self.server = server
        """The kind of server, by its name in `SERVERS`."""

    def open(self, address: str, options: ReadOptions, password: str | None = None) -> Relation:
        """Connect, and look at the columns of a table or a query."""
        from celosia.engines.sql.server_relation import SqlRelation

        return SqlRelation(address, password, options)

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


def server_named(scheme: str) -> str | None:
    """Give the kind of server that a scheme means, if it means one.

    >>> server_named("mysql"), server_named("spark")
    ('mariadb', None)
    """
    if scheme not in ENGINES:
        return None
    engine = ENGINES[scheme]
    return engine.server if isinstance(engine, SqlEngine) else None


def sql_schemes() -> list[str]:
    """List how the addresses of servers begin."""
    return [scheme for scheme, engine in ENGINES.items() if isinstance(engine, SqlEngine)]
