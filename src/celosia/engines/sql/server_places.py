"""What a source reads, and where a release may go."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from celosia.engines.sql.column_kinds import Cell
from celosia.engines.sql.connection import Session
from celosia.engines.sql.server import Server
from celosia.engines.sql.server_source import SqlSource, TableName, is_url
from celosia.errors import DataError, ParameterError
from celosia.files.file_format import is_file_name

FROM = r"\b(from|\w*join)\b((?!\b(select|where|group|having|order|limit)\b).)*?"
DOT = r"\s*\.\s*"


def mentions(query: str, table: TableName, home: str) -> bool:
    """Tell whether a query reads from what it calls by a table's name, in backticks or without.

    A name without a schema is one of `home`.

    >>> patients = TableName("patients", "clinic")
    >>> mentions("SELECT * FROM visits v, `Clinic`.patients", patients, "open")
    True
    >>> mentions("SELECT patients FROM open.patients AS patients", patients, "open")
    False
    """
    schema, name = _part(table.schema or home), _part(table.name)
    called = [rf"{schema}{DOT}{name}"]
    if (table.schema or home).lower() == home.lower():
        called.append(rf"(?<![.`])(?<!\.\s)(?<!\bas\s){name}(?!{DOT})")
    found = rf"{FROM}({'|'.join(called)})"
    return re.search(found, query, re.IGNORECASE | re.DOTALL) is not None


def _part(name: str) -> str:
    quoted = "`" + name.replace("`", "``") + "`"
    return rf"(?:{re.escape(quoted)}|(?<![\w$`]){re.escape(name)}(?![\w$`]))"


ASIDE = "celosia_after_techniques"
"""What a table that is only worked with would become; nothing ever gets that name."""


def as_relation(server: Server, source: SqlSource) -> str:
    """Give a source's table or query as SQL."""
    if source.table is not None:
        return server.table(source.table)
    if source.query is None:
        raise ParameterError("engines.url-names-no-table-add")
    return f"({source.query.replace('%', '%%')}\n)"  # the query may end in a comment


def source_cells(session: Session, relation: str) -> dict[str, Cell]:
    """Find the columns of a source."""
    server = session.server
    found = server.kinds(session, relation)
    names = [name for name, _ in found]
    if not names or len(set(names)) < len(names):
        raise DataError("engines.every-column-needs-name-own")
    return {name: Cell(name, f"t.{server.name(name)}", kind) for name, kind in found}


def target_table(session: Session, relation: str, target: str) -> TableName:
    """Find the table that a release is to become; never what it is read from, nor a view."""
    server = session.server
    table = _named(session, target)
    own = session.source.table
    if own is not None and own.schema is None:
        own = replace(own, schema=session.home)
    if str(own).lower() == str(table).lower() or server.reads(session, relation, table):
        raise ParameterError("engines.release-would-replace-own-source", table=table)
    if server.kind_of(session, table) == "other":
        raise ParameterError("engines.view-name-table-target", table=table)
    return table


def is_one_of(session: Session, target: str, addresses: Iterable[str]) -> bool:
    """Tell whether a target is one of the server's tables that other addresses name."""
    others = [(address, SqlSource.parse(address)) for address in addresses if is_url(address)]
    near = [a for a, other in others if session.source.same_server(other) and other.table]
    return bool(near) and _named(session, target) in [_named(session, a) for a in near]


def aside_name(source: SqlSource | str, target: str) -> str:
    """Name a draft that is only worked with: where working tables may lie, else by its target.

    >>> aside_name("postgresql://ana@h/clinic#patients", "open.release")
    'open.celosia_after_techniques'
    """
    source = SqlSource.parse(source) if isinstance(source, str) else source
    schema = source.work
    if schema is None and not is_file_name(target):
        named = _named_by(source, target) if is_url(target) else TableName.parse(target)
        schema = named.schema
    return str(TableName(ASIDE, schema))


def _named(session: Session, target: str) -> TableName:
    """Give the full name of a table."""
    table = _named_by(session.source, target) if is_url(target) else TableName.parse(target)
    return table if table.schema else replace(table, schema=session.home)


def _named_by(source: SqlSource, url: str) -> TableName:
    other = SqlSource.parse(url)
    if not source.same_server(other) or other.table is None:
        raise ParameterError("engines.target-must-table-sources-server")
    if other.table.schema is None and other.database != source.database:
        return replace(other.table, schema=other.database)
    return other.table
