"""Open a table where it is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import tomli_w

from celosia.domain.engine import engine_of
from celosia.domain.reading import ReadOptions
from celosia.domain.schema import Schema
from celosia.domain.table import Table
from celosia.errors import SchemaError
from celosia.files.atomic import write_whole


def read(
    source: str | Path,
    options: ReadOptions | None = None,
    schema: Schema | None = None,
    password: str | None = None,
) -> Table:
    """Open a table: a file, a table or query of a database server, or data that Spark reads.

    Parameters
    ----------
    source
        A CSV, TXT, XLSX or Parquet file (gzipped or not), or an address such as
        `mariadb://ana@localhost/clinic?table=patients`, `postgresql://…` or `spark:…`.
    options
        What is known of a file; separator, quote and encoding are found out otherwise.
    schema
        Types of some or all columns; values that are not as declared raise `DataError` with the
        line and the column of each.
    password
        For a server; taken from the environment variable CELOSIA_PASSWORD otherwise. An address
        that holds one is refused.
    """
    options = options or ReadOptions()
    relation = engine_of(str(source)).open(str(source), options, password)
    declared = schema or Schema(())
    try:
        relation.check(declared)
    except BaseException:
        relation.close()
        raise
    return Table(relation, str(source), options, declared)


def read_schema(path: str | Path) -> Schema:
    """Read a schema file."""
    try:
        entries = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError:
        raise SchemaError("workflow.no-schema-file", path=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise SchemaError("workflow.not-valid-schema-file", path=path) from None
    columns = entries.get("columns")
    if not isinstance(columns, dict):
        raise SchemaError("workflow.no-columns", path=path)
    return Schema.from_dict(columns)


def write_schema(schema: Schema, path: str | Path) -> None:
    """Write a schema file that can be edited and read again."""
    write_whole(Path(path), tomli_w.dumps({"columns": schema.to_dict()}))
