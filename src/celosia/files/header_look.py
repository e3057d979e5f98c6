"""Whether the first line of a file names its columns, or is a record: its cells are values then.

A file without a header would make its first person the names of the columns, and names are shown
in errors, reports and certificates. So a first line that looks like the lines below it is refused
until somebody says what it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from unicodedata import normalize

from celosia.text.numerals import as_number, is_number
from celosia.text.personal_names import ENGLISH_GIVEN, MEN, SURNAMES, WOMEN

USUAL = 0.8
"""The share of a column's cells that make their look its usual one."""
TELLING = 5
"""Digits from which the look of a cell is that of a number of a person, a telephone or a day."""
LOOKED_AT = 200
"""Records that are compared with the first line."""


def is_record(first: Sequence[str], records: Sequence[Sequence[str]]) -> bool:
    """Tell whether a first line looks like a record.

    One cell is enough that has the look of a person's number, day, address or full name; of other
    likenesses (a number above numbers, a value that comes again) half of the columns must have one.

    >>> is_record(["Juan Garcia", "12345678Z"], [["Ana Ruiz", "87654321X"]])
    True
    >>> is_record(["name", "dni"], [["Ana Ruiz", "87654321X"]])
    False
    >>> is_record(["country", "2019", "2020"], [["Chile", "181", "190"], ["Peru", "97", "99"]])
    False
    """
    records = [row for row in records[:LOOKED_AT] if len(row) == len(first)]
    cells = [cell.strip() for cell in first]
    if any(map(_is_full_name, cells)):
        return True
    if not records or list(first) in [list(row) for row in records]:
        return False  # a header that comes again is still one
    columns = [[cell.strip() for cell in column] for column in zip(*records, strict=True)]
    if any(_is_telling(cell, below) for cell, below in zip(cells, columns, strict=True)):
        return True
    named = [cell for cell in cells if cell]
    counting = _counts_up([cell for cell in named if is_number(cell)])
    alike = sum(
        _is_alike(cell, below, counting) for cell, below in zip(cells, columns, strict=True) if cell
    )
    return bool(alike) and 2 * alike >= len(named)


def _is_telling(cell: str, below: Sequence[str]) -> bool:
    filled = [each for each in below if each]
    if "@" in cell:
        return "." in cell and bool(filled) and sum("@" in e for e in filled) >= USUAL * len(filled)
    return sum(sign.isdigit() for sign in cell) >= TELLING and _look(cell) == _usual_look(filled)


def _is_alike(cell: str, below: Sequence[str], counting: bool) -> bool:
    filled = [each for each in below if each]
    if not filled:
        return False
    if is_number(cell):
        return not counting and sum(map(is_number, filled)) >= USUAL * len(filled)
    if cell in filled:
        return True
    return any(sign.isdigit() for sign in cell) and _look(cell) == _usual_look(filled)


def _counts_up(numbers: Sequence[str]) -> bool:
    """Tell whether names are numbers one after the other, such as years."""
    values = [as_number(number) for number in numbers]
    steps = {after - before for before, after in pairwise(values)}
    return len(steps) == 1 and steps.pop() > 0


def _look(cell: str) -> str:
    """Tell what a text looks like: which signs are digits and which are letters.

    >>> _look("12345678-Z"), _look("01/02/1980")
    ('99999999-a', '99/99/9999')
    """
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", cell))


def _usual_look(cells: Sequence[str]) -> str | None:
    if not cells:
        return None
    look, times = Counter(map(_look, cells)).most_common(1)[0]
    return look if times >= USUAL * len(cells) else None


def _is_full_name(cell: str) -> bool:
    words = _plain(cell).replace(",", " ").split()
    return 2 <= len(words) <= 5 and all(word in _names() for word in words)


@cache
def _names() -> frozenset[str]:
    lists = ",".join((WOMEN, MEN, SURNAMES, ENGLISH_GIVEN))
    return frozenset(_plain(lists).replace(",", " ").split())


def _plain(text: str) -> str:
    return normalize("NFD", text).encode("ascii", "ignore").decode().lower()
