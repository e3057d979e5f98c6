"""Where a table or a query lives: a URL without a password."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

from celosia.core.address_secrets import refuse_secret
from celosia.engines.sql_engine import server_named, sql_schemes
from celosia.errors import ParameterError

if TYPE_CHECKING:
    from celosia.engines.sql.server import Server

PART = re.compile(r'"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|([^."`]+)')


@dataclass(frozen=True, slots=True)
class TableName:
    """A table, in a schema (PostgreSQL) or database (MariaDB) or in the connection's own."""

    name: str
    schema: str | None = None

    @classmethod
    def parse(cls, text: str) -> TableName:
        """Read `table` or `schema.table`; a part with a dot stands in quotes.

        >>> TableName.parse('clinic."patients.2024"')
        TableName(name='patients.2024', schema='clinic')
        """
        parts, rest = [], text.strip()
        while rest:
            found = PART.match(rest)
            if found is None:
                break
            double, back, plain = found.groups()
            parts.append(
                plain or (double or "").replace('""', '"') + (back or "").replace("``", "`")
            )
            rest = rest[found.end() :]
            if not rest.startswith("."):
                break
            rest = rest[1:] or "."
        if rest or not 1 <= len(parts) <= 2 or not all(parts):
            raise ParameterError("engines.write-table-name-schema-name")
        return cls(parts[-1], parts[0] if len(parts) == 2 else None)

    def __str__(self) -> str:
        return ".".join(_quoted(part) for part in (self.schema, self.name) if part is not None)


@dataclass(frozen=True, slots=True)
class SqlSource:
    """A table or a query of a server, and who asks; never a password.

    >>> source = SqlSource.parse("mariadb://ana@localhost/clinic?table=patients")
    >>> source.host, source.port, source.table
    ('localhost', 3306, TableName(name='patients', schema=None))
    """

    server: str
    """Which kind: mariadb or postgresql."""
    host: str
    port: int
    database: str
    user: str | None = None
    table: TableName | None = None
    query: str | None = None
    work: str | None = None
    """Schema (PostgreSQL) or database (MariaDB) for working tables; the target's if not given."""
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, url: str) -> SqlSource:
        """Read `server://user@host:port/database`, with `?table=…`, `#table` or `?query=…`."""
        parts, server = _split(url)
        given = dict(parse_qsl(parts.query, keep_blank_values=True))
        table = given.pop("table", None) or unquote(parts.fragment) or None
        query, work = given.pop("query", None), given.pop("work", None)
        kind = _kind(server)
        unknown = sorted(set(given) - set(kind.options))
        if unknown:
            raise ParameterError(
                "engines.url-unknown-options-options-table",
                unknown=unknown,
                options=kind.options,
            )
        if table and query:
            raise ParameterError("engines.name-table-query-url-not")
        return cls(
            server,
            parts.hostname or "localhost",
            parts.port or kind.port,
            unquote(parts.path.lstrip("/")),
            unquote(parts.username) if parts.username else None,
            TableName.parse(table) if table else None,
            query.rstrip().rstrip(";") if query else None,
            work,
            tuple(sorted(given.items())),
        )

    def at(self, table: TableName) -> SqlSource:
        """Give the same place, with another table."""
        return replace(self, table=table, query=None)

    def same_server(self, other: SqlSource) -> bool:
        """Tell whether a table of the other can be reached by the same connection."""
        here = (self.server, self.host, self.port, self.options)
        there = (other.server, other.host, other.port, other.options)
        return here == there and (
            _kind(self.server).spans_databases or self.database == other.database
        )

    def __str__(self) -> str:
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        what = f"#{quote(str(self.table))}" if self.table else ""
        return f"{self.server}://{user}{host}:{self.port}/{quote(self.database)}{what}"

    @property
    def address(self) -> str:
        """The URL of the table, or else of the database, with all that it takes to connect."""
        place, found, table = str(self).partition("#")
        options = urlencode(self.options, safe="/", quote_via=quote)
        return (f"{place}?{options}" if options else place) + found + table

    def for_shell(self) -> str:
        """Write the database's address for a command line.

        >>> print(SqlSource.parse("mariadb://ana@h/clinic?ssl_ca=/ca.pem#patients").for_shell())
        'mariadb://ana@h:3306/clinic?ssl_ca=/ca.pem'
        """
        return shlex.quote(replace(self, table=None, query=None).address)


def _kind(server: str) -> type[Server]:
    """Find what a server is by itself, when it is asked: its SQL speaks of sources, too."""
    from celosia.engines.sql.server import SERVERS

    return SERVERS[server]


def is_url(text: str) -> bool:
    """Tell whether a text names a database server.

    >>> is_url("postgres://localhost/clinic#patients"), is_url("patients.csv")
    (True, False)
    """
    return "://" in text and server_named(text.partition("://")[0].lower()) is not None


def _split(url: str) -> tuple[SplitResult, str]:
    """Take an address apart, and tell of which kind of server it is."""
    server = server_named(url.partition("://")[0].lower()) if "://" in url else None
    if server is None:
        raise ParameterError("engines.database-url-begins", schemes=sql_schemes())
    refuse_secret(url)
    try:
        parts = urlsplit(url)
        port_is_wrong = parts.port == 0
    except ValueError:
        port_is_wrong = True
    if port_is_wrong:
        raise ParameterError("engines.database-url-wrong-host-port")
    if not parts.path.strip("/"):
        raise ParameterError("engines.url-names-no-database-server")
    return parts, server


def _quoted(part: str) -> str:
    return part if re.fullmatch(r"[^.\"`]+", part) else '"' + part.replace('"', '""') + '"'
