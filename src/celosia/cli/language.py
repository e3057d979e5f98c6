"""In which language a command speaks: help, answers, and what it says when something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar

import click

from celosia.text.languages import Language, language_of_system, languages

OPTION = "--lang"
_ASKED: ContextVar[Language | None] = ContextVar("asked", default=None)


def spoken() -> Language:
    """Give the language that was asked for, else the machine's; also after a command ended."""
    return asked_language() or language_of_system()


def asked_language() -> Language | None:
    """Give the language that the command line names, before or after the command."""
    return _ASKED.get()


def listen(args: Sequence[str]) -> None:
    """Look for the language before anything is said: `--help` may stand before `--lang`.

    A wrong one is left for whoever reads the options.
    """
    for arg, following in zip(args, [*args[1:], ""], strict=False):
        name, sign, value = arg.partition("=")
        code = value if sign else following
        if name == OPTION and code in languages():
            _ASKED.set(code)
        if arg == "--":
            return


def forget() -> None:
    """Speak the machine's language again: another command line is read."""
    _ASKED.set(None)


def remember(ctx: click.Context, param: click.Parameter, value: Language | None) -> Language | None:
    """Keep the language of an option for all that is to be said."""
    if value is not None:
        _ASKED.set(value)
    return value


class LanguageCode(click.ParamType[Language]):
    """One of the languages for which there is a folder of catalogues."""

    name = "language"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Language:
        """Refuse a language that nobody wrote, as a choice does."""
        found: Language = click.Choice(languages()).convert(value, param, ctx)
        return found

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """List the languages there are."""
        return f"[{'|'.join(languages())}]"
