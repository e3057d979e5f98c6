"""Cells that a spreadsheet program would run as formulas, when it opens delimited text.

References: OWASP, CSV Injection. In a workbook (XLSX) cells are typed as texts, and are not run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from celosia.text.numerals import is_number

BEGINNING = r"^ *[-=+@\t\r\n|%]"
"""What begins a formula, in any engine's regular expressions."""
SIGNS_ALONE = r"[-+ ]*"
"""What begins as a formula does and is none: a dash for nothing."""
_BEGINS = re.compile(BEGINNING)
_SIGNS_ALONE = re.compile(SIGNS_ALONE)
_escaping: ContextVar[bool] = ContextVar("escaping", default=False)


def is_formula(cell: str | None) -> bool:
    """Tell whether a program could run a cell; numbers, and a dash for nothing, are none.

    >>> [is_formula(cell) for cell in ("=1+1", "@SUM(A1)", "-5", "+34,5", "--", "Ana", None)]
    [True, True, False, False, False, False, False]
    """
    if cell is None or _BEGINS.match(cell) is None:
        return False
    return not is_number(cell) and _SIGNS_ALONE.fullmatch(cell) is None


def without_formula(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet program could run as a formula.

    >>> without_formula("=1+1"), without_formula("-5"), without_formula("Ana")
    ("'=1+1", '-5', 'Ana')
    """
    return f"'{cell}" if is_formula(cell) else cell


def are_escaped() -> bool:
    """Tell whether delimited text is to be written without formulas."""
    return _escaping.get()


@contextmanager
def escaped_formulas(chosen: bool = True) -> Iterator[None]:
    """Write delimited text in this block with an apostrophe before formulas, if that is chosen.

    It holds for whatever writes, on every engine, so that no writer can forget it.
    """
    before = _escaping.set(chosen)
    try:
        yield
    finally:
        _escaping.reset(before)
