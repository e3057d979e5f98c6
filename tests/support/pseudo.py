"""A language that nobody speaks: every message in brackets, so that what escapes is seen."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po

from celosia.text.languages import LOCALE

CODE = "qps"
OPEN, CLOSE = (
    "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}",
    "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}",
)
AS_IT_IS = re.compile(r"text\.(.*-sign|name-in-pages|verbatim|joined|and|or)")
INNERMOST = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
CUT = re.compile(rf"{OPEN}[^{OPEN}{CLOSE}]*?\.\s*$", re.MULTILINE)
"""In lists of commands Click shows the first sentence alone."""


@dataclass(frozen=True)
class Plurals:
    """How a language has plural forms, and which of English's each is made of."""

    rule: str
    of_english: tuple[int, ...]
    marks: tuple[str, ...]
    """What each form begins with, so that it can be told from the others."""


TWO = Plurals("nplurals=2; plural=(n != 1);", (0, 1), ("", ""))
POLISH = Plurals(
    "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    (0, 1, 1),
    ("1.", "2.", "3."),
)


def write_pseudo_language(folder: Path, code: str = CODE, plurals: Plurals = TWO) -> None:
    """Write its catalogues: those of English, and Click's, whose keys are English."""
    made = folder / code
    made.mkdir(parents=True)
    for path in (LOCALE / "en").glob("*.po"):
        _write(path, made, plurals, english=True)
    _write(LOCALE / "es" / "click.po", made, plurals, english=False)


def escaped(text: str) -> str:
    """Leave what stands outside of every message."""
    while INNERMOST.search(text):
        text = INNERMOST.sub(" ", text)
    return CUT.sub(" ", text)


def _write(path: Path, folder: Path, plurals: Plurals, english: bool) -> None:
    with path.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    entries = [
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Plural-Forms: {plurals.rule}\\n"\n'
    ]
    for message in messages:
        keys = message.id if isinstance(message.id, tuple) else (message.id,)
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        forms = [_wrapped(keys[0], each) for each in (said if english else keys)]
        ids = [f"msgid {_quoted(keys[0])}", *(f"msgid_plural {_quoted(k)}" for k in keys[1:])]
        if len(keys) == 1:
            strings = [f"msgstr {_quoted(forms[0])}"]
        else:
            strings = [
                f"msgstr[{i}] {_quoted(mark + forms[of])}"
                for i, (of, mark) in enumerate(zip(plurals.of_english, plurals.marks, strict=True))
            ]
        entries.append("\n".join((*ids, *strings)) + "\n")
    (folder / path.name).write_text("\n".join(entries), encoding="utf-8")


def _wrapped(key: str, said: str) -> str:
    return said if AS_IT_IS.fullmatch(key) else f"{OPEN}{said}{CLOSE}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
