"""The embedded engine: DuckDB, nothing to install or start."""

from celosia.engines.duckdb.file_relation import EmbeddedRelation

__all__ = ["EmbeddedRelation"]
