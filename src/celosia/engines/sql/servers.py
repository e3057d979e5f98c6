"""The servers that are known."""

from __future__ import annotations

from celosia.engines.sql.mariadb import MariaDB
from celosia.engines.sql.postgresql import PostgreSQL
from celosia.engines.sql.server import Server
from celosia.engines.sql.server_source import SqlSource

SERVERS: dict[str, type[Server]] = {"mariadb": MariaDB, "postgresql": PostgreSQL}


def server_of(source: SqlSource) -> Server:
    """Give the SQL of a source's server."""
    return SERVERS[source.server]()
