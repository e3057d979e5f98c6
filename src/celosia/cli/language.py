"""In which language a command speaks: help, answers, and Click's own words.

`help` holds a key or a `Message`: it is said when somebody asks for help, in their language.
"""

from __future__ import annotations

import gettext
import re
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from copy import copy
from functools import partial
from math import isnan
from typing import Any, TypeVar

import click

from celosia.errors import CelosiaError
from celosia.text.catalogues import UnknownMessageError, of_others, template
from celosia.text.languages import Language, language_of_system, languages
from celosia.text.messages import Message, number_in
from celosia.text.numerals import as_number, is_integer

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


Made = TypeVar("Made", bound=Callable[..., Any])
PLACEHOLDER = re.compile(r"[A-Z]{2,}(?: RANGE)?")
"""What stands for a value in the usage and in help."""
LARGE = 10_000
"""From here on a figure is written whole, not with an exponent."""


def told(key: str, /, **arguments: Any) -> str:
    """Say a message in the language of the terminal."""
    return Message(key, **arguments).text(spoken())


def say(key: str, /, *, err: bool = False, **arguments: Any) -> None:
    """Print a message in the language of the terminal."""
    click.echo(told(key, **arguments), err=err)


def confirm(key: str, /, **arguments: Any) -> None:
    """Ask for a yes in the words of the terminal's language; stop where it is not given."""
    asked = f"{told(key, **arguments)} {told('cli.confirm-choices')}"
    yes, no = (told(words).split() for words in ("cli.confirm-yes", "cli.confirm-no"))
    while True:
        given: str = click.prompt(asked, default="", show_default=False)
        answer = given.strip().casefold()
        if answer in yes:
            return
        if not answer or answer in no:
            raise click.Abort
        say("cli.confirm-again")


def figure(value: float, how: str) -> str:
    """Write a number with the signs of the terminal's language; a dash where there is none."""
    return "–" if isnan(value) else number_in(spoken(), format(value, how))


def amount(value: float) -> str:
    """Write a figure of any size: four digits, and a large one whole."""
    return figure(value, ",.0f" if abs(value) >= LARGE else ".4g")


def figure_name(name: str, **arguments: Any) -> str:
    """Say what a figure of `--json` is; one that a package of others measures has its own name."""
    key = f"cli.figure-{name.replace('_', '-')}"
    try:
        return told(key, **arguments)
    except UnknownMessageError:
        return name


def kind_of_error(error: CelosiaError) -> str:
    """Say what kind of error it is; one of another package is of the kind that it specializes."""
    for kind in type(error).__mro__:
        try:
            return told(f"cli.error-{kind.__name__.lower()}")
        except UnknownMessageError:
            continue
    raise AssertionError(type(error).__name__)  # CelosiaError has a name


def read_number(text: str) -> float:
    """Read a number as cells are read, with the decimal sign of the terminal's language too.

    >>> read_number("0.04")
    0.04
    >>> read_number("1_0")
    Traceback (most recent call last):
    ValueError
    """
    number = as_number(text, template("text.decimal-sign", spoken()))
    if isnan(number):
        raise ValueError
    return number


def read_whole(text: str) -> int:
    """Read a whole number as cells are read.

    >>> read_whole("12")
    12
    >>> read_whole("١٢")
    Traceback (most recent call last):
    ValueError
    """
    if not is_integer(text):
        raise ValueError
    return int(text)


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


class Argument(click.Argument):
    """An argument whose name in the usage is said in the language of the terminal."""

    def make_metavar(self, ctx: click.Context) -> str:
        """Say what it stands for."""
        return _placeholder(super().make_metavar(ctx))


class Option(_Helped, click.Option):
    """An option whose help is a message."""

    def __init__(self, *args: Any, help: str | Message | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.type = _by_our_grammar(self.type)
        self.help = _message(help)

    def make_metavar(self, ctx: click.Context) -> str:
        """Say what its value stands for."""
        return _placeholder(super().make_metavar(ctx))


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


class SpokenGroup(_Commanding, click.Group):
    """A group whose help is a message, and whose commands are of our kind."""

    command_class = Command


argument: Callable[..., Callable[[Made], Made]]
argument = partial(click.argument, cls=Argument)
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


def _by_our_grammar(kind: click.ParamType[Any]) -> click.ParamType[Any]:
    """Let an option's numbers be read as cells are; Python alone takes `1_0` and any digits."""
    if isinstance(kind, click.types.IntParamType):
        return _reading(kind, read_whole, int)
    if isinstance(kind, click.types.FloatParamType):
        return _reading(kind, read_number, float)
    return kind


def _reading(
    kind: click.ParamType[Any], read: Callable[[str], Any], number: Callable[[Any], Any]
) -> click.ParamType[Any]:
    def convert(given: Any) -> Any:
        return read(given) if isinstance(given, str) else number(given)  # a default

    ours = copy(kind)  # Click has one of each for everybody
    vars(ours)["_number_class"] = convert
    return ours


def _placeholder(metavar: str) -> str:
    """Say the words of `NAME=LOW,HIGH`; single letters, and what no catalogue has, stay."""
    return PLACEHOLDER.sub(lambda found: _worded(found[0]), metavar)


def _worded(placeholder: str) -> str:
    try:
        return told(f"cli.metavar-{placeholder.lower().replace(' ', '-')}")
    except UnknownMessageError:
        return placeholder


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
