"""Tables where they live: opened, brought to a server, cleaned up after; and their hierarchies."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

import tomli_w

from celosia import hierarchies
from celosia.core.engine import engine_of, is_path
from celosia.core.hierarchy import Hierarchy
from celosia.core.relation import Paged, Rereadable
from celosia.core.schema import ReadOptions, Schema
from celosia.core.table import Table
from celosia.core.values import Value, ValueCounts
from celosia.errors import ParameterError, SchemaError
from celosia.files.atomic import write_whole
from celosia.files.untrusted_text import parse_toml
from celosia.hierarchies import HierarchyRule
from celosia.hierarchies.rule import file_of
from celosia.recipe import Recipe
from celosia.text.messages import Message


def read(
    source: str | Path,
    options: ReadOptions | None = None,
    schema: Schema | None = None,
    password: str | None = None,
) -> Table:
    r"""Open a table: a file, a table or query of a database server, or data that Spark reads.

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

    Returns
    -------
    Table
        Open it in a `with` block: at its end the working data is erased.

    Raises
    ------
    DataError
        When there is no such file, or its content is not what was declared or can be read.
    ParameterError
        When an option or the address is wrong.
    MissingExtraError
        When the driver of that engine or format is not installed.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.csv"
    ...     _ = path.write_text("age,sex\n31,f\n45,m\n")
    ...     with celosia.read(path) as table:
    ...         print(table.columns, table.records)
    ('age', 'sex') 2
    """
    options = options or ReadOptions()
    engine = engine_of(str(source))
    engine.settle(str(source))
    relation = engine.open(str(source), options, password)
    declared = schema or Schema(())
    try:
        if options.missing and not isinstance(relation, Rereadable):
            raise ParameterError("workflow.missing-not-known-there")
        relation.check(declared)
    except BaseException:
        relation.close()
        raise
    table = Table(relation, str(source), options, declared)
    if table.skipped_lines:
        _tell(skipped_note(table.skipped_lines))
    return table


def skipped_note(lines: int) -> Message:
    """Say how many lines of a file were left out, by choice."""
    return Message("workflow.lines-skipped", count=lines)


_listeners: list[Callable[[Message], None]] = []


def tell_formulas(counts: Mapping[str, int]) -> None:
    """Say which published columns hold cells that a spreadsheet program would run."""
    if counts:
        _tell(Message("workflow.formulas-written", count=sum(counts.values()), columns=counts))


def listen(hear: Callable[[Message], None]) -> Callable[[Message], None]:
    """Let somebody hear what is to be said of tables that are read, as the command line does."""
    _listeners.append(hear)
    return hear


def _tell(note: Message) -> None:
    for hear in _listeners:
        hear(note)


def read_schema(path: str | Path) -> Schema:
    """Read a schema file."""
    try:
        entries = parse_toml(Path(path).read_text(encoding="utf-8-sig"))
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
"""Rows that one page may hold: a grid asks for hundreds, and more would be a copy of the table."""
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


TableOrPath: TypeAlias = Table | str | Path
"""An open table, or what `read` opens: all that measures a table takes either."""


@contextmanager
def open_table(table: TableOrPath, options: ReadOptions | None = None) -> Iterator[Table]:
    """Give an open table, which stays open; or open the one that is named, until the end."""
    if isinstance(table, Table):
        yield table
        return
    with read(table, options) as opened:
        yield opened


def read_hierarchy(
    path: str | Path, attribute: str, format: str | None = None, password: str | None = None
) -> Hierarchy:
    r"""Read a hierarchy from a file of any known format, or from a table of a server.

    Parameters
    ----------
    path
        A file, or the address of a table.
    attribute
        The column whose values it generalizes.
    format
        The name of a format of files; found out otherwise.
    password
        What opens the server; without one it is looked for in `CELOSIA_PASSWORD`.

    Returns
    -------
    Hierarchy
        With a row for each value: the value first, its coarsest label last.

    Raises
    ------
    HierarchyError
        When rows are of different lengths, or a value has two places.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "sex.csv"
    ...     _ = path.write_text("f;*\nm;*\n")
    ...     celosia.read_hierarchy(path, "sex").height
    1
    """
    if is_path(str(path)):
        return hierarchies.read_hierarchy(path, attribute, format)
    return engine_of(str(path)).read_hierarchy(str(path), attribute, password)


def write_hierarchy(
    hierarchy: Hierarchy, path: str | Path, format: str = "own", password: str | None = None
) -> None:
    """Write a hierarchy as a file, or as a table of a server; what was there is replaced.

    Parameters
    ----------
    hierarchy
        It has a row for each value: the value first, its coarsest label last.
    path
        A file, or the address of a table.
    format
        The name of a format of files; a table of a server has one of its own.
    password
        What opens the server; without one it is looked for in `CELOSIA_PASSWORD`.

    Raises
    ------
    HierarchyError
        When there is no such format, or it cannot hold such a hierarchy.
    ParameterError
        When the address names no engine, or no table.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> sexes = celosia.Hierarchy.from_rows("sex", [("f", "*"), ("m", "*")])
    >>> with TemporaryDirectory() as folder:
    ...     celosia.write_hierarchy(sexes, Path(folder) / "sex.csv")
    ...     celosia.read_hierarchy(Path(folder) / "sex.csv", "sex").rows
    (('f', '*'), ('m', '*'))
    """
    if is_path(str(path)):
        hierarchies.write_hierarchy(hierarchy, path, format)
    else:
        engine_of(str(path)).write_hierarchy(str(path), hierarchy, password)


def with_stored_hierarchies(recipe: Recipe) -> Recipe:
    """Read the hierarchies that the recipe names as tables of a server."""
    return recipe.changed(
        hierarchies={name: _read_stored(name, rule) for name, rule in recipe.hierarchies.items()}
    )


def _read_stored(name: str, rule: HierarchyRule) -> HierarchyRule:
    address = file_of(rule)
    if address is None or is_path(address):
        return rule
    return StoredLevels(read_hierarchy(address, name))


def load_table(
    path: str | Path,
    address: str,
    options: ReadOptions | None = None,
    schema: Schema | None = None,
    password: str | None = None,
    replace_table: bool = False,
) -> int:
    """Make a table of a file by the server's bulk path; give the number of records.

    Parameters
    ----------
    path
        A file that `read` reads. An empty cell becomes NULL.
    address
        Where, and the name of the new table: `mariadb://ana@localhost/clinic#patients`.
    options
        How the file is to be read, where that is not to be found out.
    schema
        Types and maximum lengths. A column that it does not name becomes text, as it stands.
    password
        What opens the server; without one it is looked for in `CELOSIA_PASSWORD`.
    replace_table
        Whether a table of that name may be replaced, in one step, once the new one is complete.

    Returns
    -------
    int
        How many records the new table has.

    Raises
    ------
    ParameterError
        When the address names no server, or there is such a table and it may not be replaced.
    DataError
        When a cell is not as the schema declares; nothing is left on the server then.

    Examples
    --------
    >>> import celosia
    >>> celosia.load_table("patients.csv", "mariadb://ana@localhost/clinic#patients"
    ...     )  # doctest: +SKIP
    30162
    """
    return engine_of(address).load(
        Path(path), address, options or ReadOptions(), schema, password, replace_table
    )


def list_left_behind(
    address: str, password: str | None = None, drop_all: bool = False
) -> list[str]:
    """List the working tables on a server, or what was written aside in a folder.

    It belongs to runs that are under way, or that were killed. With `drop_all` it is removed, but
    for what a run that is under way holds; what a killed one had begun to publish is finished.
    """
    return engine_of(address).left_behind(address, password, drop_all)


def list_unfinished(address: str) -> list[str]:
    """List what a killed run had begun to publish in a folder, and that nobody has read since."""
    return engine_of(address).unfinished(address)
