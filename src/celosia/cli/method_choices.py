"""Options of methods: made from what each declares, when a command is asked for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click

import celosia
from celosia.cli.language import Option, option
from celosia.cli.options import ManyValues, pair
from celosia.core.parameters import Between, Flag, Numbers, OneOf, Texts, Whole
from celosia.methods.method import FuzzyMethod, GroupingMethod
from celosia.methods.method_options import MethodOption, Output, check_known, method_options
from celosia.recipe.recipe import RecipeEntries
from celosia.recipe.recipe_text import HOLDERS
from celosia.text.messages import Message, verbatim

AFTER = "outputs"
"""They are listed after this option, which is also about how records are told."""


class MethodCommand(ManyValues):
    """A command that takes the options of every method there is when it is called."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Add the options of methods to its own."""
        own = super().get_params(ctx)
        place = 1 + next(n for n, each in enumerate(own) if each.name == AFTER)
        of_methods = [_option(each) for each in method_options()]
        _check_flags(own, of_methods)
        return [*own[:place], *of_methods, *own[place:]]


def _check_flags(own: Iterable[click.Parameter], of_methods: Iterable[click.Parameter]) -> None:
    """Refuse a flag that would be there twice: click would hear only one of them."""
    seen = {flag for each in own for flag in each.opts}
    for each in of_methods:
        for flag in (*each.opts, *each.secondary_opts):
            if flag in seen:
                raise celosia.ParameterError("cli.flag-is-taken", flag=flag)
            seen.add(flag)


words_option = option("--words", multiple=True, metavar="NAME=LOW,…,HIGH", help="cli.option-words")
"""Names of fuzzy sets: a table, which no single option of a method is."""


def told_options(given: dict[str, Any]) -> dict[MethodOption, Any]:
    """Take what methods were told out of the options of a command."""
    values = {each: given.pop(_variable(each)) for each in method_options()}
    return {each: _plain(value) for each, value in values.items() if _is_given(each, value)}


def with_options(
    recipe: RecipeEntries,
    told: Mapping[MethodOption, Any],
    outputs: tuple[str, ...],
    words: tuple[str, ...],
) -> RecipeEntries:
    """Tell the recipe's method what is said on the command line; refuse what it cannot be told."""
    given = [(each.section, f"--{each.called}") for each in told]
    given += [(GroupingMethod.section, "--publish-as")] if outputs else []
    given += [(FuzzyMethod.section, "--words")] if words else []
    for section in HOLDERS:
        flags = [flag for where, flag in given if where == section]
        if flags and recipe.how.section != section:
            key = f"cli.for-{section}-only"
            raise celosia.ParameterError(key, options=flags, method=recipe.method)
    check_known(recipe.method, {each.name: f"--{each.called}" for each in told})
    options: dict[str, Any] = {each.name: value for each, value in told.items()}
    if words:
        names = {name: tuple(given.split(",")) for name, given in map(pair, words)}
        options["names"] = {**recipe.fuzzy.names, **names}
    chosen = {**recipe.outputs, **_outputs(outputs)}
    return (recipe.with_options(**options) if options else recipe).changed(outputs=chosen)


def _outputs(texts: Iterable[str]) -> dict[str, Output]:
    try:
        return {name: Output(output) for name, output in map(pair, texts)}
    except ValueError:
        choices = ", ".join(output.value for output in Output)
        raise celosia.ParameterError("cli.publish-takes-name-output", choices=choices) from None


def _option(each: MethodOption) -> Option:
    """Make the option of the command line; the library judges what it holds."""
    kind: dict[str, Any] = {}
    flag = f"--{each.called.replace('_', '-')}"
    match each.allowed:
        case Flag(usual):
            kind["is_flag"] = True
            flag = f"{flag}/--no-{flag[2:]}" if usual else flag
        case Whole():
            kind["type"] = int
        case Between():
            kind["type"] = float
        case OneOf(choices):
            kind["type"] = click.Choice([str(word) for word in choices])
        case Texts() | Numbers() as several:
            kind |= {"multiple": True, "type": str if isinstance(several, Texts) else float}
    return Option([flag, _variable(each)], default=None, help=_help(each), **kind)


def _help(each: MethodOption) -> Message:
    """Say which methods look at it, where not all of them do."""
    usual = each.allowed.usual
    told = (
        verbatim("")
        if usual in (None, "", (), False)
        else Message("cli.usually", usual=_typed(usual))
    )
    alike = celosia.METHODS[each.methods[0]].family
    whole = [name for name, how in celosia.METHODS.items() if how.family is alike]
    if list(each.methods) == whole and len(whole) > 1:
        return Message("cli.option-of-all", label=each.label, usual=told)
    methods = verbatim(", ".join(each.methods))
    return Message("cli.option-of-some", methods=methods, label=each.label, usual=told)


def _typed(usual: Any) -> str:
    """Write a value as it is typed, whatever sign a language has for decimals."""
    return " ".join(map(str, usual)) if isinstance(usual, tuple) else str(usual)


def _variable(each: MethodOption) -> str:
    return f"{each.section}_{each.name}"


def _is_given(each: MethodOption, value: Any) -> bool:
    """Tell an option that was named from one that was not; a flag that is not named is false."""
    if isinstance(each.allowed, Flag) and not each.allowed.usual:
        return bool(value)
    return value not in (None, ())


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
