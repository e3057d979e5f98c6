"""A message for people: a key and what fills its gaps; the words lie in the catalogues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from numbers import Real
from typing import Any

from celosia.text.catalogues import KEY, UnknownMessageError, template
from celosia.text.languages import ENGLISH, Language

SERIES = ("and", "or")
"""How a list may end, as a gap says it: `{columns:and}`; else it names what stands between."""

LEAST_PLAIN = 1e-9
"""Smaller numbers have too many zeros to be counted; they are written with an exponent."""


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """What is meant, by a key, with arguments; said in any language when somebody reads it.

    Numbers are written as the language does, lists are joined, messages inside of a message speak
    its language. The first number of a sentence chooses its plural form; what is counted by a
    further one is an entry with plural forms of its own, which its gap names: in
    `{levels:count.levels}` the words are those of `count.levels`.

    >>> said = Message("text.and", first="age", last=Message("text.verbatim", text="sex"))
    >>> said.text("es"), str(said)
    ('age y sex', 'age and sex')
    """

    key: str
    _given: tuple[tuple[str, Any], ...]

    def __init__(self, key: str, /, **arguments: Any) -> None:
        object.__setattr__(self, "key", key)
        given = tuple(sorted((name, _kept(value)) for name, value in arguments.items()))
        object.__setattr__(self, "_given", given)

    @property
    def arguments(self) -> dict[str, Any]:
        """What fills the gaps, by name."""
        return dict(self._given)

    def given(self, **arguments: Any) -> Message:
        """Fill gaps that are still open."""
        return Message(self.key, **{**self.arguments, **arguments})

    def text(self, language: Language = ENGLISH) -> str:
        """Say it in one language; in English where that has no such message."""
        given = self.arguments
        words = template(self.key, language, given)
        filling = {name: _Filling(value, language) for name, value in given.items()}
        try:
            return words.format_map(filling)
        except KeyError as missing:
            raise UnknownMessageError(f"{self.key} needs {missing.args[0]!r}.") from None

    def __str__(self) -> str:
        return self.text()

    def to_dict(self) -> dict[str, Any]:
        """Give it as JSON can hold it."""
        return {"key": self.key, "arguments": {n: _as_json(value) for n, value in self._given}}

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Message:
        """Take it back from JSON.

        >>> told = Message("text.and", first="age", last=Message("text.none")).to_dict()
        >>> Message.from_dict(told).text("es")
        'age y ninguno'
        """
        return cls(told["key"], **{n: _from_json(v) for n, v in told["arguments"].items()})


def verbatim(text: str) -> Message:
    """Say something that is the same in every language, or that others said."""
    return Message("text.verbatim", text=text)


def joined(parts: Iterable[Message], between: str = " ") -> Message:
    """Say several messages one after the other.

    >>> joined([verbatim("One."), verbatim("Two.")]).text()
    'One. Two.'
    """
    return Message("text.joined", parts=tuple(parts), between=between)


def number_in(language: Language, written: str) -> str:
    r"""Write a number, given as English does, as people of a language do.

    >>> number_in("es", "1,048.5"), number_in("es", "4%")
    ('1.048,5', '4\xa0%')
    """
    return written.translate(_signs(language)) if language != ENGLISH else written


@dataclass(frozen=True, slots=True)
class _Filling:
    """What fills a gap, written when the gap says how."""

    value: Any
    language: Language

    def __format__(self, how: str) -> str:
        value = self.value
        if KEY.fullmatch(how):
            return Message(how, count=value).text(self.language)
        if isinstance(value, Message):
            return value.text(self.language)
        if isinstance(value, Real | Decimal) and not isinstance(value, bool):
            return number_in(self.language, format(value, how) if how else _plainly(value))
        if isinstance(value, tuple):
            return _series([str(_Filling(each, self.language)) for each in value], how, self)
        return format(value, how)

    def __str__(self) -> str:
        return format(self, "")


def _plainly(value: Real | Decimal) -> str:
    """Write a number without an exponent where people would: 0.000001, not 1e-06."""
    short = format(value, "")
    is_long = "e-" not in short or float(value) < LEAST_PLAIN
    return short if is_long else format(Decimal(short), "f")


def _series(parts: Sequence[str], how: str, filling: _Filling) -> str:
    if how not in SERIES:
        return (how or ", ").join(parts)
    if len(parts) < 2:
        return "".join(parts)
    words = template(f"text.{how}", filling.language)
    return words.format(first=", ".join(parts[:-1]), last=parts[-1])


@cache
def _signs(language: Language) -> dict[int, str]:
    return {
        ord(","): template("text.thousands-sign", language),
        ord("."): template("text.decimal-sign", language),
        ord("%"): template("text.percent-sign", language),
    }


def _kept(value: Any) -> Any:
    """Keep a list as a tuple, so that a message never changes, and an error as its words."""
    said = getattr(value, "message", None)
    if isinstance(said, Message):
        return said
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return tuple(_kept(each) for each in value)
    return value


def _as_json(value: Any) -> Any:
    if isinstance(value, Message):
        return {"message": value.to_dict()}
    if isinstance(value, tuple):
        return [_as_json(each) for each in value]
    return value if isinstance(value, int | float | str) else str(value)


def _from_json(value: Any) -> Any:
    if isinstance(value, dict):
        return Message.from_dict(value["message"])
    return tuple(map(_from_json, value)) if isinstance(value, list) else value
