"""Sentences and figures as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import isinf, isnan
from typing import Any

from celosia.text.languages import Language
from celosia.text.messages import Message, number_in, verbatim

NOTHING = 1e-12
"""A figure below this is a sum that should be 0."""
LEAST = 1e-4
"""Smaller figures are told as smaller than this: nobody reads powers of ten."""


def section_table(
    title: Message, heads: Sequence[Message], rows: Sequence[str], language: Language
) -> str:
    """Give a heading and a table under it; the cells are HTML already."""
    head = "".join(f"<th>{say(name, language)}</th>" for name in heads)
    return (
        f"<h2>{say(title, language)}</h2>\n<table><tr>{head}</tr>\n" + "\n".join(rows) + "</table>"
    )


def number(value: Any, language: Language) -> str:
    """Write a figure: a dash where there is none to tell, nothing where it was not measured.

    >>> number(1234, "es"), number(0.25, "es"), number(3e-5, "en")
    ('1.234', '0,25', '&lt; 0.0001')
    """
    if value is None:
        return ""
    if isinstance(value, float):
        if isnan(value):
            return "–"
        if isinf(value):
            return "∞"
        if abs(value) < NOTHING:
            return "0"
        if 0 < value < LEAST:
            return escape(local(f"< {LEAST:.4f}", language))
        return local(f"{value:,.0f}" if abs(value) >= 1e4 else f"{value:.4g}", language)
    if isinstance(value, int) and not isinstance(value, bool):
        return local(f"{value:,}", language)
    return str(value)


def share(value: float, language: Language) -> str:
    """Write a share as a percentage."""
    return "–" if isnan(value) else local(f"{value:.1%}", language)


def local(figure: str, language: Language) -> str:
    """Write decimals, thousands and percentages as the language does.

    >>> local("1,234.5", "es"), local("2.0%", "es").split()
    ('1.234,5', ['2,0', '%'])
    """
    return number_in(language, figure)


def as_it_is(told: object) -> Message:
    """Say what is the same in every language: a name, a hash."""
    return verbatim(str(told))


def word(words: Mapping[str, Message], name: str, language: Language) -> str:
    """Say a fixed word; one that is not fixed stands for itself."""
    return say(words[name], language) if name in words else escape(name)


def say(sentence: Message, language: Language) -> str:
    """Say a sentence, safe inside HTML."""
    return escape(sentence.text(language))
