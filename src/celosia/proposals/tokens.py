"""Names and words without accents, capitals or separators."""

from __future__ import annotations

import re
import unicodedata

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[a-z]+|\d+")


def plain(text: str) -> str:
    """Take accents, capitals and outer blanks away.

    >>> plain(" Varón ")
    'varon'
    """
    return _unaccented(text).strip().lower()


def tokens(name: str) -> tuple[str, ...]:
    """Split a column's name into plain words and numbers.

    >>> tokens("FechaNacimiento"), tokens("código_postal"), tokens("apellido1")
    (('fecha', 'nacimiento'), ('codigo', 'postal'), ('apellido', '1'))
    """
    return tuple(_WORD.findall(_CAMEL.sub(" ", _unaccented(name)).lower()))


def _unaccented(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c))
