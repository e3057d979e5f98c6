"""Figures as people of each language write them."""

from __future__ import annotations

import celosia
from celosia.text.messages import Message, number_in


def number(value: float | None, language: celosia.Language, digits: int = 0) -> str:
    """Write a number; a figure that does not exist is a dash.

    >>> number(30162, "es"), number(0.25, "es", 2), number(30162, "en"), number(None, "en")
    ('30.162', '0,25', '30,162', '–')
    >>> number(-0.4, "es", 1), number(-0.0, "es", 1)
    ('−0,4', '0,0')
    """
    if value is None or not isinstance(value, int | float):
        return "–"
    written = f"{value + 0:,.{digits}f}".replace("-", "\N{MINUS SIGN}")
    return number_in(language, written)


def percent(value: float | None, language: celosia.Language, digits: int = 0) -> str:
    """Write a share as a percentage; a little is never written as nothing, nor much as all.

    >>> percent(0.125, "en", 1), percent(1, "en", 1), percent(0.0001, "en", 1)
    ('12.5%', '100%', '<0.1%')
    >>> percent(0.9999, "en", 1)
    '>99.9%'
    """
    if value is None or not isinstance(value, int | float):
        return "–"
    sign = number_in(language, "%")
    if value and round(100 * value, digits) == 0:
        least = number(10**-digits, language, digits)
        key = "app.less-than" if value > 0 else "app.more-than-minus"
        return Message(key, figure=f"{least}{sign}").text(language)
    if value < 1 and round(100 * value, digits) == 100:
        most = number(100 - 10**-digits, language, digits)
        return Message("app.more-than", figure=f"{most}{sign}").text(language)
    if round(100 * value, digits) == round(100 * value):
        digits = 0
    return number(100 * value, language, digits) + sign


def plain(value: float, language: celosia.Language, digits: int) -> str:
    """Write a value of the data: not grouped, because it may be a year or a code.

    >>> plain(1986, "es", 2), plain(36.5, "es", 2), plain(36.5, "en", 1)
    ('1986', '36,5', '36.5')
    """
    written = f"{value:.{digits}f}"
    shortest = written.rstrip("0").rstrip(".") if "." in written else written
    return number_in(language, shortest)
