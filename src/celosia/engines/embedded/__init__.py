"""The embedded engine: DuckDB, nothing to install or start."""

from celosia.engines.embedded.relation import EmbeddedRelation
from celosia.engines.embedded.writing import output_format

__all__ = ["EmbeddedRelation", "output_format"]
