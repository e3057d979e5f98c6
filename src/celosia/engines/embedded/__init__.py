"""The embedded engine: DuckDB, nothing to install or start."""
