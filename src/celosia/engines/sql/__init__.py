"""MariaDB, MySQL and PostgreSQL: the table stays where it is."""

from celosia.engines.sql.connection import ConnectionLost, ServerError
from celosia.engines.sql.load_table import import_file, read_hierarchy, write_hierarchy
from celosia.engines.sql.server_relation import SqlRelation
from celosia.engines.sql.server_source import SqlSource, TableName, is_url
from celosia.engines.sql.working_tables import left_behind

__all__ = [
    "ConnectionLost",
    "ServerError",
    "SqlRelation",
    "SqlSource",
    "TableName",
    "import_file",
    "is_url",
    "left_behind",
    "read_hierarchy",
    "write_hierarchy",
]
