"""Commands and options whose help lies in the catalogues, and Click's own words in our language.

`help` holds a key or a `Message`: it is said when somebody asks for help, in their language.
"""

from __future__ import annotations

import gettext
import sys
from collections.abc import Callable
from functools import partial
from math import isnan
from typing import Any, TypeVar

import click

from celosia.cli.language import OPTION, LanguageCode, forget, listen, remember, spoken
from celosia.text.catalogues import of_others
from celosia.text.messages import Message, number_in

Made = TypeVar("Made", bound=Callable[..., Any])


def told(key: str, /, **arguments: Any) -> str:
    """Say a message in the language of the terminal."""
    return Message(key, **arguments).text(spoken())


def say(key: str, /, *, err: bool = False, **arguments: Any) -> None:
    """Print a message in the language of the terminal."""
    click.echo(told(key, **arguments), err=err)


def figure(value: float, how: str) -> str:
    """Write a number with the signs of the terminal's language; a dash where there is none."""
    return "–" if isnan(value) else number_in(spoken(), format(value, how))


class _Helped:
    """Says its help when it is read."""

    _help: str | Message | None = None

    @property
    def help(self) -> str | None:
        """The help, in the language of the terminal."""
        if self._help is None or isinstance(self._help, str):
            return self._help
        return self._help.text(spoken())

    @help.setter
    def help(self, given: str | Message | None) -> None:
        self._help = given


class Option(_Helped, click.Option):
    """An option whose help is a message."""

    def __init__(self, *args: Any, help: str | Message | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.help = _message(help)


class _Commanding(_Helped):
    """What commands and groups share: `--lang` may stand anywhere among their options."""

    def __init__(self, *args: Any, help: str | Message | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.help = _message(help)
        self.params: list[click.Parameter]
        self.params.append(_language_option())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the language first, so that whatever follows is said in it."""
        if ctx.parent is None:
            forget()
        listen(args)
        return super().parse_args(ctx, args)  # type: ignore[misc, no-any-return]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Say `[OPTIONS]` in the language of the terminal too."""
        return [of_click(piece) for piece in super().collect_usage_pieces(ctx)]  # type: ignore[misc]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Make it anew: Click keeps the one that it made in the language of that time."""
        vars(self)["_help_option"] = None
        return super().get_help_option(ctx)  # type: ignore[misc, no-any-return]


class Command(_Commanding, click.Command):
    """A command whose help is a message."""


class Group(_Commanding, click.Group):
    """A group whose help is a message, and whose commands are of our kind."""

    command_class = Command


option: Callable[..., Callable[[Made], Made]]
option = partial(click.option, cls=Option)


def teach_click() -> None:
    """Let Click look its own messages up in our catalogue, in the language of the terminal.

    It binds gettext's functions by name in each of its modules, for one language per process.
    """
    ours = {gettext.gettext: of_click, gettext.ngettext: _several}
    for name, module in list(sys.modules.items()):
        if name.startswith("click."):
            for said in ("_", "ngettext"):
                theirs = vars(module).get(said)
                if theirs in ours:
                    setattr(module, said, ours[theirs])


def of_click(text: str) -> str:
    """Say one of Click's own messages in the language of the terminal."""
    return of_others("click", spoken(), text)


def _several(text: str, many: str, count: int) -> str:
    return of_others("click", spoken(), text, many, count)


def _message(given: str | Message | None) -> Message | None:
    return Message(given) if isinstance(given, str) else given


def _language_option() -> Option:
    return Option(
        [OPTION],
        type=LanguageCode(),
        expose_value=False,
        is_eager=True,
        callback=remember,
        help="cli.lang",
    )
