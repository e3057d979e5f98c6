"""MariaDB, MySQL and PostgreSQL: the table stays where it is."""

from celosia.engines.sql.errors import ConnectionLost, ServerError
from celosia.engines.sql.hierarchies import read_hierarchy, write_hierarchy
from celosia.engines.sql.importing import import_file
from celosia.engines.sql.places import aside_name
from celosia.engines.sql.relation import SqlRelation
from celosia.engines.sql.source import SqlSource, TableName, is_url
from celosia.engines.sql.working import left_behind

__all__ = [
    "ConnectionLost",
    "ServerError",
    "SqlRelation",
    "SqlSource",
    "TableName",
    "aside_name",
    "import_file",
    "is_url",
    "left_behind",
    "read_hierarchy",
    "write_hierarchy",
]
