"""What a column's name says, in Spanish or English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from celosia.domain.roles import Role
from celosia.proposals import vocabulary
from celosia.proposals.tokens import tokens


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A phrase that names columns, its subject, and the role such columns usually have.

    A `generic` phrase (`id`, `nombre`, `fecha`) speaks only when no other does.
    """

    phrase: tuple[str, ...]
    subject: str
    role: Role
    generic: bool

    @property
    def text(self) -> str:
        """The phrase as written."""
        return " ".join(self.phrase)


def name_pattern(name: str) -> NamePattern | None:
    """Find the most telling phrase of a column's name.

    The longest phrase wins; among equals a sensitive subject, then an identifier, since to
    overlook those does more harm.

    >>> name_pattern("Fecha_Ingreso").role, name_pattern("ingresos").role
    (<Role.QUASI_IDENTIFIER: 'quasi-identifier'>, <Role.SENSITIVE: 'sensitive'>)
    >>> name_pattern("codPostal").subject, name_pattern("x17")
    ('postcode', None)
    """
    words = tokens(name)
    found = [pattern for pattern in _patterns() if _within(pattern.phrase, words)]
    return max(found, key=_weight, default=None)


def subject(name: str) -> str | None:
    """Say what a column's name speaks of.

    >>> subject("fnac"), subject("TelefonoMovil")
    ('birth-date', 'phone')
    """
    pattern = name_pattern(name)
    return pattern.subject if pattern else None


def _within(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Find the phrase among the words in a row, or glued together as the whole name."""
    size = len(phrase)
    if any(words[i : i + size] == phrase for i in range(len(words) - size + 1)):
        return True
    return len(phrase) > 1 and "".join(words) == "".join(phrase)


_HARM = (Role.INSENSITIVE, Role.QUASI_IDENTIFIER, Role.IDENTIFIER, Role.SENSITIVE)


def _weight(pattern: NamePattern) -> tuple[bool, int, int, str]:
    return not pattern.generic, len(pattern.phrase), _HARM.index(pattern.role), pattern.text


@cache
def _patterns() -> tuple[NamePattern, ...]:
    return (
        *_read(vocabulary.IDENTIFIERS, Role.IDENTIFIER),
        *_read(vocabulary.GENERIC_IDENTIFIERS, Role.IDENTIFIER, generic=True),
        *_read(vocabulary.QUASI_IDENTIFIERS, Role.QUASI_IDENTIFIER),
        *_read(vocabulary.GENERIC_QUASI_IDENTIFIERS, Role.QUASI_IDENTIFIER, generic=True),
        *_read(vocabulary.SENSITIVE, Role.SENSITIVE),
    )


def _read(lines: Mapping[str, str], role: Role, generic: bool = False) -> Iterator[NamePattern]:
    for about, phrases in lines.items():
        for phrase in phrases.split(","):
            yield NamePattern(tuple(phrase.split()), about, role, generic)
