"""Open a table where it is, page by page if wanted, and the hierarchies stored beside it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import tomli_w

from celosia import hierarchies
from celosia.core.engine import Paged, engine_of, is_path
from celosia.core.hierarchy import Hierarchy
from celosia.core.schema import ReadOptions, Schema
from celosia.core.table import Table
from celosia.core.values import Value, ValueCounts
from celosia.errors import ParameterError, SchemaError
from celosia.files.atomic import write_whole
from celosia.hierarchies import FromFile, HierarchyRule
from celosia.recipe import Recipe


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


MOST_ROWS = 10_000
"""Rows that one page may hold."""
SAMPLE = 1_000
"""Rows shown of a table that stays on a server or a cluster."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of a table as they stand. They are personal data: show them to nobody else."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    offset: int
    records: int
    """How many rows can be scrolled through."""
    sampled: bool = False
    """Whether these are rows of a sample, because the table stays where it is."""


def page_of(
    table: Table, offset: int, limit: int, sort: str | None = None, descending: bool = False
) -> Page:
    """Give rows of a table in the order of the file, or sorted by a column.

    A table of a server or a cluster is not scrolled through: `Page.sampled` says that the rows are
    those of a sample, always the same one.
    """
    if offset < 0 or not 0 <= limit <= MOST_ROWS:
        raise ParameterError("workflow.page-starts-0-later-most", most=MOST_ROWS)
    relation = table.relation
    if isinstance(relation, Paged):
        rows = relation.page(offset, limit, sort, descending)
        return Page(table.columns, tuple(rows), offset, table.records)
    if sort is not None:
        raise ParameterError("workflow.only-files-rows-can-sorted")
    cells = relation.cells(table.columns, SAMPLE)
    sample = list(zip(*(cells[column] for column in table.columns), strict=True))
    page = tuple(sample[offset : offset + limit])
    return Page(table.columns, page, offset, len(sample), sampled=True)


@dataclass(frozen=True, slots=True)
class StoredLevels:
    """A hierarchy as it was read from a table, nulls among its values and labels included."""

    hierarchy: Hierarchy
    kind: ClassVar[str] = "table"

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Give it as it is, whatever values occur."""
        return self.hierarchy


def read_hierarchy(
    path: str | Path, attribute: str, format: str | None = None, password: str | None = None
) -> Hierarchy:
    """Read a hierarchy from a file of any known format, or from a table of a server."""
    if is_path(str(path)):
        return hierarchies.read_hierarchy(path, attribute, format)
    return engine_of(str(path)).read_hierarchy(str(path), attribute, password)


def write_hierarchy(
    hierarchy: Hierarchy, path: str | Path, format: str = "own", password: str | None = None
) -> None:
    """Write a hierarchy as a file, or as a table of a server; what was there is replaced."""
    if is_path(str(path)):
        hierarchies.write_hierarchy(hierarchy, path, format)
    else:
        engine_of(str(path)).write_hierarchy(str(path), hierarchy, password)


def with_stored_hierarchies(recipe: Recipe) -> Recipe:
    """Read the hierarchies that the recipe names as tables of a server."""
    return recipe.changed(
        hierarchies={name: _stored(name, rule) for name, rule in recipe.hierarchies.items()}
    )


def _stored(name: str, rule: HierarchyRule) -> HierarchyRule:
    if not isinstance(rule, FromFile) or is_path(rule.path):
        return rule
    return StoredLevels(read_hierarchy(rule.path, name))
