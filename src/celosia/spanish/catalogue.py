"""Which Spanish sentence says what an English one says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files

from celosia.spanish.templates import Template

PARTS = ("parts", "foreign")
"""What stands inside of messages: phrases of ours, and what Python and the system say."""
LISTS: Mapping[str, str] = {"\n  ": "\n  ", "; ": "; "}
SERIES: Mapping[str, str] = {", or ": " o ", ", ": ", "}
"""What stands between several phrases, and how Spanish says it; a comma may be part of one."""
NUMERALS = str.maketrans({",": ".", ".": ",", "%": "\N{NO-BREAK SPACE}%"})

Pair = tuple[Template, Template]


def in_spanish(message: str) -> str | None:
    """Say a message in Spanish; None where it has no translation.

    >>> in_spanish("There is no column 'age'. Columns: sex, town.")
    "No existe la columna 'age'. Columnas: sex, town."
    >>> in_spanish("Nobody ever said this.") is None
    True
    """
    return _said(message, _messages())


def entries(name: str) -> list[tuple[str, str]]:
    r"""Read a file: under each English sentence its Spanish, indented; `\n` is a new line."""
    text = files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    lines = [line.replace("\\n", "\n") for line in text.splitlines()]
    return [
        (english, spanish.removeprefix("    "))
        for english, spanish in zip(lines[::2], lines[1::2], strict=True)
    ]


def names() -> list[str]:
    """Name the files, without their ending."""
    found = (file.name for file in files(__package__).iterdir())
    return sorted(name.removesuffix(".txt") for name in found if name.endswith(".txt"))


def part_in_spanish(part: str) -> str:
    """Say a part of a message in Spanish, where it is a phrase or several ones.

    >>> part_in_spanish("3 values of the data are missing; 2 values are listed more than once")
    'faltan valores de los datos (3); hay valores repetidos (2)'
    """
    return _known(part) or part


def number_in_spanish(written: str) -> str:
    """Write a number as people of Spain do.

    >>> number_in_spanish("1,048,576"), number_in_spanish("0.5")
    ('1.048.576', '0,5')
    """
    return written.translate(NUMERALS)


def list_in_spanish(names: str) -> str:
    """Say a list of names, which stay as they are, or that it is empty."""
    return "ninguna" if names == "none" else names


_WAYS: Mapping[str, Callable[[str], str]] = {
    "": str,
    "es": part_in_spanish,
    "list": list_in_spanish,
    "number": number_in_spanish,
}


def _said(english: str, known: Iterable[Pair]) -> str | None:
    for template, spanish in known:
        gaps = template.gaps(english)
        if gaps is not None:
            return spanish.filled(gaps, _WAYS)
    return None


def _known(part: str) -> str | None:
    """Translate a part; several phrases only if every one is known, lest languages mix."""
    return _joined(part, LISTS) or _said(part, _phrases()) or _joined(part, SERIES)


def _joined(part: str, signs: Mapping[str, str]) -> str | None:
    for sign, spanish in signs.items():
        pieces = [_known(piece) for piece in part.split(sign)] if sign in part else [None]
        if None not in pieces:
            return spanish.join(filter(None, pieces))
    return None


@cache
def _messages() -> tuple[Pair, ...]:
    return _read(name for name in names() if name not in PARTS)


@cache
def _phrases() -> tuple[Pair, ...]:
    """Give all that can stand inside of a message: other messages too."""
    return _read(names())


def _read(files_: Iterable[str]) -> tuple[Pair, ...]:
    """Read files; the sentence with the most words of its own is tried first."""
    found = [
        (Template.read(english), Template.read(spanish))
        for name in files_
        for english, spanish in entries(name)
    ]
    return tuple(sorted(found, key=lambda pair: -pair[0].length))
