"""The embedded engine: DuckDB, nothing to install or start."""

from celosia.engines.embedded.relation import EmbeddedRelation

__all__ = ["EmbeddedRelation"]
