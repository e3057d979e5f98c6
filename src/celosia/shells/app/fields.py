"""Fields made from what a parameter may be; what is wrong is said beside the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import common

Numeric = celosia.Whole | celosia.Between
FINE = 0.05
"""How far the arrows of a field move a share."""
FAR = 1e15
"""A limit so far away that it is not worth telling."""
DECIMALS = 6
PERCENT = celosia.Between(0, 100)
AS_TYPED = "%.10g"
"""Without the zero that makes a number of 3 a 3.0."""


def range_of(allowed: Numeric) -> celosia.Message:
    """Say which numbers are allowed.

    >>> str(range_of(celosia.Between(0, 1, open_low=True)))
    'A number above 0, up to 1.'
    """
    if isinstance(allowed, celosia.Whole):
        said = common.WHOLE if allowed.most is None else common.WHOLE_FROM_TO
        return _filled(said, least=allowed.least, most=allowed.most or 0)
    if allowed.low <= -FAR:
        return common.ANY_NUMBER
    if allowed.high < FAR:
        said = common.ABOVE_UP_TO if allowed.open_low else common.FROM_TO
    else:
        said = common.ABOVE if allowed.open_low else common.AT_LEAST
    return _filled(said, low=allowed.low, high=allowed.high)


def number_in(allowed: Numeric, value: object) -> float | int | None:
    """Take a number from a field; None where it is not allowed.

    >>> number_in(celosia.Whole(2, usual=5), 3.0), number_in(celosia.Whole(2, usual=5), 1)
    (3, None)
    """
    if not isinstance(value, int | float) or not isfinite(value):
        return None
    whole = isinstance(allowed, celosia.Whole) and value == int(value)
    taken = int(value) if whole else value
    try:
        allowed.check("", taken)
    except celosia.ParameterError:
        return None
    return taken


def number_field(
    page: PageSession,
    label: str,
    value: float | None,
    allowed: Numeric,
    name: str,
    step: float | None = None,
    needed: bool = True,
) -> ui.number:
    """Ask for a number; one that is not allowed stays where it was typed, and is marked."""
    said = page.say(range_of(allowed))

    def wrong(typed: object) -> str | None:
        empty = typed is None and not needed
        return said if not empty and number_in(allowed, typed) is None else None

    small = isinstance(allowed, celosia.Between) and allowed.high <= 1
    field = ui.number(
        label,
        value=value,
        step=step or (FINE if small else 1),
        format=AS_TYPED,
        validation=wrong,
    )
    field.props["hint"] = said
    _place(field, name)
    return field


def choice_field(
    label: str,
    value: str,
    choices: Mapping[str, str],
    name: str,
    on_change: Callable[[Any], Any] | None = None,
) -> ui.select:
    """Ask for one of a few words."""
    field = ui.select(dict(choices), label=label, value=value, on_change=on_change)
    _place(field, name)
    return field


def _filled(said: celosia.Message, **limits: float) -> celosia.Message:
    """Give the limits without idle zeros; each language writes them its way."""
    return said.given(**{name: _shortest(limit) for name, limit in limits.items()})


def _shortest(limit: float) -> float:
    if not isfinite(limit):
        return limit
    rounded = round(limit, DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def _place(field: ui.number | ui.select, name: str) -> None:
    field.props["outlined"] = True
    field.props["data-name"] = name
    field.classes("grow wide")
