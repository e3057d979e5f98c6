"""Read a file into a table."""

from __future__ import annotations

import tomllib
from pathlib import Path

import tomli_w

from celosia.domain.reading import ReadOptions
from celosia.domain.schema import Schema
from celosia.domain.table import Table
from celosia.engines.embedded import EmbeddedRelation
from celosia.errors import SchemaError


def read(
    path: str | Path, options: ReadOptions | None = None, schema: Schema | None = None
) -> Table:
    """Read a CSV, TXT, XLSX or Parquet file (gzipped or not).

    Parameters
    ----------
    path
        The file.
    options
        What is known of it; separator, quote and encoding are found out otherwise.
    schema
        Types of some or all columns; values that are not as declared raise `DataError` with the
        line and the column of each.
    """
    relation = EmbeddedRelation(Path(path), options or ReadOptions())
    declared = schema or Schema(())
    try:
        relation.check(declared)
    except BaseException:
        relation.close()
        raise
    return Table(relation, Path(path), options or ReadOptions(), declared)


def read_schema(path: str | Path) -> Schema:
    """Read a schema file."""
    try:
        entries = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError:
        raise SchemaError(f"There is no schema file {path}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise SchemaError(f"{path} is not a valid schema file.") from None
    columns = entries.get("columns")
    if not isinstance(columns, dict):
        raise SchemaError(f"{path} has no [columns].")
    return Schema.from_dict(columns)


def write_schema(schema: Schema, path: str | Path) -> None:
    """Write a schema file that can be edited and read again."""
    Path(path).write_text(tomli_w.dumps({"columns": schema.to_dict()}), encoding="utf-8")
