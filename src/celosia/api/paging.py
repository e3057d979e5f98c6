"""Rows of a table by page, for whoever scrolls through it."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.domain.ports import Paged
from celosia.domain.table import Table
from celosia.domain.values import Value
from celosia.errors import ParameterError

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
