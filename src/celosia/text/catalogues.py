"""The catalogues: for each language a folder, and in it a `.po` file for each area of keys.

A wheel holds them compiled (`.mo`). In a source tree the `.po` files are what people edit: where
one is newer than its compiled form, or there is none, it is compiled in memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from numbers import Integral
from pathlib import Path
from string import Formatter
from tempfile import NamedTemporaryFile

from celosia.text.languages import ENGLISH, LOCALE, Language, folders

KEY = re.compile(r"[a-z_]+\.[a-z0-9_-]+")
"""An area and a name in it."""
SEVERAL = 2
"""A number whose form stands for all others where none is known."""
WRITTEN = re.compile(r"[0-9]+|[0-9]{1,3}(?:[., \N{NO-BREAK SPACE}][0-9]{3})+")
"""A whole number as people write it, by thousands."""


class UnknownMessageError(LookupError):
    """No catalogue has the key: a defect of whoever wrote it."""


def template(key: str, language: Language, arguments: Mapping[str, object] | None = None) -> str:
    """Give the words of a key, with gaps; in English where the language has none.

    Of an entry with plural forms, the first number that it says chooses the form; where it says
    none, the length of the first list.

    >>> template("text.and", "es")
    '{first} y {last}'
    >>> template("core.labels-split", "en", {"count": 1, "levels": (1, 2)})
    '{count} label splits when generalized, at level {levels}'
    """
    area = key.partition(".")[0]
    for spoken in dict.fromkeys((language, ENGLISH)):
        for words in _areas(area, spoken):
            found = words.ngettext(key, key, SEVERAL)
            if found != key:
                return words.ngettext(key, key, _number(found, arguments or {}))
            if (found := words.gettext(key)) != key:
                return found
    raise UnknownMessageError(f"No catalogue has the message {key!r}.")


def of_others(area: str, language: Language, text: str, many: str = "", count: int = 1) -> str:
    """Say what another library says, which looks its messages up by their English text.

    >>> of_others("click", "es", "Usage:"), of_others("click", "es", "Unheard of.")
    ('Uso:', 'Unheard of.')
    """
    for words in _areas(area, language):
        found = words.ngettext(text, many, count) if many else words.gettext(text)
        if found not in (text, many):
            return found
    return many if many and count != 1 else text


def read_catalogue(folder: Path, area: str) -> NullTranslations | None:
    """Read one catalogue of a language's folder; None where there is none."""
    written, compiled = folder / f"{area}.po", folder / f"{area}.mo"
    if _is_fresh(written, compiled):
        with compiled.open("rb") as file:
            return GNUTranslations(file)
    return GNUTranslations(BytesIO(compile_catalogue(written))) if written.is_file() else None


def compile_catalogue(path: Path) -> bytes:
    """Compile a `.po` file."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        # Babel leaves the rule of the plural forms out where it knows no language.
        read = read_po(file, locale=path.parent.name, abort_invalid=True)
    made = BytesIO()
    write_mo(made, read)
    return made.getvalue()


def write_compiled(folder: Path = LOCALE) -> list[Path]:
    """Compile what is not fresh beside its source; several processes may do it at once."""
    made = []
    for written in sorted(folder.glob("*/*.po")):
        compiled = written.with_suffix(".mo")
        if not _is_fresh(written, compiled):
            _put(compile_catalogue(written), compiled)
            made.append(compiled)
    return made


def _put(content: bytes, target: Path) -> None:
    """Let other processes see all of a compiled catalogue, or none.

    It is not written by `files.atomic`: that package says what is wrong with files, so that it lies
    above this one; and what is compiled is made anew after a crash, so that it need not last.
    """
    with NamedTemporaryFile(dir=target.parent, delete=False) as aside:
        try:
            aside.write(content)
            aside.close()
            Path(aside.name).replace(target)
        except BaseException:
            Path(aside.name).unlink(missing_ok=True)
            raise


def _areas(area: str, language: Language) -> tuple[NullTranslations, ...]:
    return _read(area, language, tuple(folders()))


@cache
def _read(area: str, language: Language, places: tuple[Path, ...]) -> tuple[NullTranslations, ...]:
    found = (read_catalogue(place / language, area) for place in places)
    return tuple(each for each in found if each is not None)


def _is_fresh(written: Path, compiled: Path) -> bool:
    if not compiled.is_file():
        return False
    return not written.is_file() or compiled.stat().st_mtime >= written.stat().st_mtime


def _number(words: str, arguments: Mapping[str, object]) -> int:
    """Find the number that chooses the form: pages write theirs beforehand, a list has a length."""
    said = [
        arguments.get(name)
        for _, name, how, _ in Formatter().parse(words)
        # What has an entry of its own decides there, and a share counts nothing.
        if name and not KEY.fullmatch(how or "") and not (how or "").endswith("%")
    ]
    for value in said:
        if isinstance(value, Integral) and not isinstance(value, bool):
            return int(value)
    # A text comes second: the name of a column may look like a number.
    for value in said:
        if isinstance(value, str) and WRITTEN.fullmatch(value):
            return int("".join(filter(str.isdigit, value)))
    for value in said:
        if isinstance(value, tuple):
            return len(value)
    return SEVERAL
