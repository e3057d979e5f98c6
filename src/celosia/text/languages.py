"""Which languages there are: one for each folder of catalogues."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TypeAlias

Language: TypeAlias = str
"""The code of a language, as its folder is called: `en`, `es`."""
ENGLISH: Language = "en"
"""The language of logs, of programs, and of whoever asks for one that there is not."""
PATHS = "CELOSIA_LOCALE_PATH"
"""Names further folders of catalogues, as PATH does."""
PLUGINS = "celosia.locale"
"""Entry points of packages that bring catalogues: each names a module beside its folders."""
LOCALE = Path(__file__).parent / "locale"
SPOKEN_HERE = ("CELOSIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a machine says what its people speak; the first that is set decides."""


def folders() -> Iterator[Path]:
    """Give the folders that hold a folder for each language, those of the user first."""
    yield from _folders(os.environ.get(PATHS, ""))


def languages() -> tuple[Language, ...]:
    """List the languages there are.

    >>> {"en", "es"} <= set(languages())
    True
    """
    found = {
        each.name
        for folder in folders()
        if folder.is_dir()
        for each in folder.iterdir()
        if each.is_dir() and not each.name.startswith((".", "_"))
    }
    return tuple(sorted(found))


def language_of_system(environment: Mapping[str, str] | None = None) -> Language:
    """Find what people of this machine speak; English where nothing is said or known.

    >>> language_of_system({"LANG": "es_ES.UTF-8"}), language_of_system({"LANG": "C"})
    ('es', 'en')
    """
    said = os.environ if environment is None else environment
    code = next((said[name] for name in SPOKEN_HERE if said.get(name)), "")
    return nearest_language(code)


def nearest_language(code: str) -> Language:
    """Give the language of a code such as `es_MX.UTF-8` or `es-MX`; English for an unknown one.

    >>> nearest_language("es-MX"), nearest_language("C.UTF-8"), nearest_language("xx")
    ('es', 'en', 'en')
    """
    return _known(code) or ENGLISH


def is_spoken(code: str) -> bool:
    """Tell whether there is a language for a code.

    >>> is_spoken("es-MX"), is_spoken("xx")
    (True, False)
    """
    return _known(code) is not None


def _known(code: str) -> Language | None:
    exact = code.partition(".")[0].partition("@")[0].replace("-", "_")
    there = languages()
    return next((each for each in (exact, exact.partition("_")[0]) if each in there), None)


def broken_plugins() -> tuple[tuple[EntryPoint, Exception], ...]:
    """Give the entry points whose catalogues cannot be had, and why.

    What says so needs the others' words: whoever begins asks for it, and refuses to go on
    (`celosia.core.registry.check_languages`).
    """
    return tuple((each, found) for each, found in _plugins() if isinstance(found, Exception))


@cache
def _folders(given: str) -> tuple[Path, ...]:
    named = [Path(each) for each in given.split(os.pathsep) if each]
    return (*named, LOCALE, *(found for _, found in _plugins() if isinstance(found, Path)))


@cache
def _plugins() -> tuple[tuple[EntryPoint, Path | Exception], ...]:
    return tuple((each, _folder_of(each)) for each in entry_points(group=PLUGINS))


def _folder_of(plugin: EntryPoint) -> Path | Exception:
    """Find the folder that a package brings, or why there is none: its module may do anything."""
    try:
        folder = Path(plugin.load().__file__).parent / LOCALE.name
        return folder if folder.is_dir() else FileNotFoundError(f"{LOCALE.name}/")
    except Exception as wrong:
        return wrong
