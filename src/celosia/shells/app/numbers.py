"""Figures as people of each language write them."""

from __future__ import annotations

import celosia


def number(value: float | None, language: celosia.Language, digits: int = 0) -> str:
    """Write a number; a figure that does not exist is a dash.

    >>> number(30162, "es"), number(0.25, "es", 2), number(30162, "en"), number(None, "en")
    ('30.162', '0,25', '30,162', '–')
    """
    if value is None or not isinstance(value, int | float):
        return "–"
    written = f"{value:,.{digits}f}"
    if language == "es":
        return written.translate(str.maketrans(",.", ".,"))
    return written


def percent(value: float | None, language: celosia.Language, digits: int = 0) -> str:
    """Write a share as a percentage.

    >>> percent(0.125, "en", 1), percent(1, "en", 1)
    ('12.5%', '100%')
    """
    if value is None or not isinstance(value, int | float):
        return "–"
    if round(100 * value, digits) == round(100 * value):
        digits = 0
    return number(100 * value, language, digits) + (
        "\N{NO-BREAK SPACE}%" if language == "es" else "%"
    )
