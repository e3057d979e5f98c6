"""In which language a command speaks: its answers, and what it says when something is wrong."""

from __future__ import annotations

from contextvars import ContextVar

import click

import celosia

_SPOKEN: ContextVar[celosia.Language] = ContextVar("spoken", default="en")


def spoken() -> celosia.Language:
    """Give the language that was asked for, also after the command ended with an error."""
    return _SPOKEN.get()


def remember(
    ctx: click.Context, param: click.Parameter, value: celosia.Language | None
) -> celosia.Language | None:
    """Keep the language of an option for errors to come."""
    if value is not None:
        _SPOKEN.set(value)
    return value


language_option = click.option(
    "--lang",
    type=click.Choice(["en", "es"]),
    default="en",
    show_default=True,
    callback=remember,
    help="English or Spanish.",
)
