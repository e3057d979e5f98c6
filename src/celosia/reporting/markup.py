"""Sentences and figures as HTML, and the fixed words of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import isinf, isnan
from typing import Any

from celosia.text.languages import Language
from celosia.text.messages import Message, number_in, verbatim

TITLE = Message("report.title")
PROTECTION = Message("report.protection")
COST = Message("report.cost")
COLUMNS = Message("report.columns")
SIZES = Message("report.sizes")
RISK = Message("report.privacy-glossary-prosecutor-highest-title")
THRESHOLD = Message("report.threshold")
BEFORE = Message("report.before")
AFTER = Message("report.after")
FIGURE = Message("report.figure")
MEANING = Message("report.meaning")
SOURCE = Message("report.source")
COLUMN = Message("report.column")
ROLE = Message("report.role")
LEVEL = Message("report.level")
CHANGE = Message("report.change")
MEASURE = Message("report.measure")
SUPPRESSED = Message("report.suppressed")
MEAN = Message("report.mean")
RESIDUAL = Message("report.residual")
RESIDUAL_NOTE = Message("report.residual-note")
HOW = Message("report.how")
MODELS = Message("report.models-there-are")
MODEL = Message("report.model")
PROTECTS = Message("report.protects-against")
TRADE_OFF = Message("report.trade-off")
TECHNIQUES = Message("report.techniques")
NO_RAW = Message("report.no-raw")
PUBLIC = Message("report.public")
ROUNDED_AXES = Message("report.rounded-axes")
FUZZY = Message("report.fuzzy")
NOT_MEASURED = Message("report.not-measured")
VALUE = Message("report.value")
SETS = Message("report.sets")
SETS_NOTE = Message("report.sets-note")
CONTOURS_NOTE = Message("report.contours-note")
HELD = Message("report.held")
NOT_DRAWN = Message("report.not-drawn")
SIDE_BY_SIDE = Message("report.side-by-side")

ROLES = {
    "identifier": Message("report.roles-identifier"),
    "quasi-identifier": Message("report.roles-quasi-identifier"),
    "sensitive": Message("report.roles-sensitive"),
    "insensitive": Message("report.roles-insensitive"),
}
MEASURES = {
    "wasserstein": Message("report.measures-wasserstein"),
    "total variation": Message("report.measures-total-variation"),
}
PARAMETERS = {
    "release": Message("report.parameters-release"),
    "sha256": Message("report.parameters-sha256"),
    "models": Message("report.parameters-models"),
    "suppression limit": Message("report.parameters-suppression-limit"),
    "objective": Message("report.parameters-objective"),
    "seed": Message("report.parameters-seed"),
    "method": Message("report.parameters-method"),
    "coding": Message("report.parameters-coding"),
    "fingerprint": Message("report.parameters-fingerprint"),
}


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
