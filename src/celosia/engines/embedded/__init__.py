"""The embedded engine: DuckDB, nothing to install or start."""

from celosia.engines.embedded.draft import synced
from celosia.engines.embedded.leftovers import beside
from celosia.engines.embedded.relation import EmbeddedRelation
from celosia.engines.embedded.writing import output_format

__all__ = ["EmbeddedRelation", "beside", "output_format", "synced"]
