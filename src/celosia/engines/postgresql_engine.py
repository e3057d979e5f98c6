"""PostgreSQL, by the schemes of its addresses."""

from celosia.core.engine import ENGINES
from celosia.engines.sql_engine import SqlEngine

for _scheme in ("postgresql", "postgres"):
    ENGINES.add(_scheme, SqlEngine("postgresql"), order=1)
