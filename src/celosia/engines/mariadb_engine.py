"""MariaDB and MySQL, by the schemes of their addresses."""

from celosia.core.engine import ENGINES
from celosia.engines.sql_engine import SqlEngine

for _scheme in ("mariadb", "mysql"):
    ENGINES.add(_scheme, SqlEngine("mariadb"), order=1)
