"""The tables of docs/en/reference/numbers.md: what is a number or a date, and what is not."""

from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parent.parent.parent / "docs/en/reference/numbers.md"
SHOWN = str.maketrans({"␠": " ", "⇥": "\t", "⍽": "\u00a0", "↵": "\n"})


class Case(NamedTuple):
    text: str
    points: bool
    commas: bool
    integer: bool
    proposed: str


def rows(heading):
    """Give the cells of the first table below a heading."""
    section = DOCS.read_text(encoding="utf-8").split(f"\n## {heading}\n", 1)[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def cell(shown):
    """Give the text that a table shows as code."""
    return shown.removeprefix("`").removesuffix("`").translate(SHOWN)


NUMBERS = [
    Case(cell(text), *(verdict == "yes" for verdict in verdicts), proposed)
    for text, *verdicts, proposed in rows("Numbers")
]


class DateCase(NamedTuple):
    text: str
    format: str
    of_column: bool
    day: bool


DATES = [
    DateCase(cell(text), cell(form), *(verdict == "yes" for verdict in verdicts))
    for text, form, *verdicts in rows("Dates")
]
