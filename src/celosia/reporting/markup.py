"""Sentences and figures as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import isinf, isnan
from typing import Any

from celosia.domain.language import Language, Sentence


def section_table(
    title: Sentence, heads: Sequence[Sentence], rows: Sequence[str], language: Language
) -> str:
    """Give a heading and a table under it; the cells are HTML already."""
    head = "".join(f"<th>{say(name, language)}</th>" for name in heads)
    return (
        f"<h2>{say(title, language)}</h2>\n<table><tr>{head}</tr>\n" + "\n".join(rows) + "</table>"
    )


def number(value: Any, language: Language) -> str:
    """Write a figure: a dash where there is none to tell, nothing where it was not measured."""
    if value is None:
        return ""
    if isinstance(value, float):
        if isnan(value):
            return "–"
        if isinf(value):
            return "∞"
        return local(f"{value:,.0f}" if abs(value) >= 1e4 else f"{value:.4g}", language)
    return str(value)


def share(value: float, language: Language) -> str:
    """Write a share as a percentage."""
    return "–" if isnan(value) else local(f"{value:.1%}", language)


def local(figure: str, language: Language) -> str:
    """Write decimals and thousands as the language does.

    >>> local("1,234.5", "es")
    '1.234,5'
    """
    return figure.translate(str.maketrans(",.", ".,")) if language == "es" else figure


def word(words: Mapping[str, Sentence], name: str, language: Language) -> str:
    """Say a fixed word; one that is not fixed stands for itself."""
    return say(words[name], language) if name in words else escape(name)


def say(sentence: Sentence, language: Language) -> str:
    """Say a sentence, safe inside HTML."""
    return escape(sentence.text(language))
