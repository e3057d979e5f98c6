"""Rows as CSV for spreadsheet programs, which may take a text for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from celosia.shells.service.grid import Readers
from celosia.shells.service.projects import Project
from celosia.text.numerals import is_number

ROWS = 5_000
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def without_formula(cell: str | None) -> str:
    """Put an apostrophe before what a spreadsheet program could run as a formula.

    References: OWASP, CSV Injection. Numbers stay as they are.

    >>> without_formula("=1+1"), without_formula("-5"), without_formula("Ana")
    ("'=1+1", '-5', 'Ana')
    """
    text = cell or ""
    if text.lstrip(" ").startswith(DANGEROUS) and not is_number(text):
        return f"'{text}"
    return text


def escaped_csv(readers: Readers, project: Project, which: str) -> Iterator[bytes]:
    """Give a release as CSV in which no cell is a formula, block by block."""
    offset = 0
    while True:
        page = readers.page(project, which, offset, ROWS)
        if offset == 0:
            yield _lines([page.columns])
        if not page.rows:
            return
        yield _lines(page.rows)
        offset += len(page.rows)


def _lines(rows: Sequence[Sequence[str | None]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([without_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode()
