"""Options that several commands share, and how they become a recipe."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf, isfinite
from pathlib import Path
from typing import Any, TypeVar

import click

import celosia
from celosia.shells.cli.models import OPTIONS as MODEL_OPTIONS, merged, models_from
from celosia.shells.cli.registered import Registered
from celosia.shells.cli.speaking import Command, option, told

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

NULLS = ("value", "wildcard", "excluded")
ESCAPES = {"\\t": "\t", "tab": "\t", "\\s": " ", "space": " "}


class ManyValues(Command):
    """A command whose repeatable options also take several values at once: `--qi age sex`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option before each of its further values."""
        return super().parse_args(ctx, _repeated(args, set(self._many())))

    def _many(self) -> Iterable[str]:
        for parameter in self.params:
            if isinstance(parameter, click.Option) and parameter.multiple:
                yield from parameter.opts


def _repeated(args: list[str], many: set[str]) -> list[str]:
    """Expand `--qi a b` to `--qi a --qi b`.

    >>> _repeated(["data.csv", "--qi", "a", "b", "-k", "5"], {"--qi"})
    ['data.csv', '--qi', 'a', '--qi', 'b', '-k', '5']
    """
    expanded: list[str] = []
    current: str | None = None
    fresh = False
    for arg in args:
        if arg in many:
            current, fresh = arg, True
            expanded.append(arg)
        elif arg.startswith("-") and not fresh:
            current = None
            expanded.append(arg)
        elif current is not None and not fresh:
            expanded += [current, arg]
        else:
            fresh = False
            expanded.append(arg)
    return expanded


def stack(*options: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Apply several options as one decorator."""

    def apply(command: Decorated) -> Decorated:
        for each in reversed(options):
            command = each(command)
        return command

    return apply


password_option = option(
    "--ask-password",
    is_flag=True,
    expose_value=False,
    callback=lambda _context, _option, asked: _password() if asked else None,
    help="cli.option-ask-password",
)

reading_options = stack(
    option("--separator", help="cli.option-separator"),
    option("--quote", help="cli.option-quote"),
    option("--encoding", help="cli.option-encoding"),
    option("--null-value", "null_values", multiple=True, help="cli.option-null-value"),
    option("--sheet", help="cli.option-sheet"),
    option("--labels", type=click.Choice(celosia.SHOWN_AS), help="cli.option-labels"),
    option("--schema", "schema_file", type=click.Path(), help="cli.option-schema"),
    password_option,
)

role_options = stack(
    option("--qi", multiple=True, metavar="NAME", help="cli.option-qi"),
    option("--sensitive", multiple=True, metavar="NAME", help="cli.option-sensitive-2"),
    option("--identifier", multiple=True, metavar="NAME", help="cli.option-identifier"),
    option("--insensitive", multiple=True, metavar="NAME", help="cli.option-insensitive"),
)

model_options = stack(
    *MODEL_OPTIONS,
    option("--nulls", type=click.Choice(NULLS), help="cli.option-nulls"),
    option("--population", type=click.Path(), help="cli.option-population"),
)

generalization_options = stack(
    option("--hierarchy", multiple=True, metavar="NAME=PATH", help="cli.option-hierarchy"),
    option("--levels", multiple=True, metavar="NAME=LOW:HIGH", help="cli.option-levels"),
    option("--suppression", metavar="SHARE", help="cli.option-suppression"),
    option("--objective", type=Registered("OBJECTIVES"), help="cli.option-objective"),
    option("--cache-mb", type=click.IntRange(1), help="cli.option-cache-mb"),
)

search_options = stack(
    generalization_options,
    option("--weight", multiple=True, metavar="NAME=W", help="cli.option-weight"),
)

json_option = option("--json", "as_json", is_flag=True, help="cli.option-json")


def read_options(
    separator: str | None,
    quote: str | None,
    encoding: str | None,
    null_values: tuple[str, ...],
    sheet: str | None,
    labels: str | None,
) -> celosia.ReadOptions:
    """Take the reading options as a user writes them."""
    return celosia.ReadOptions(
        separator=ESCAPES.get(separator, separator) if separator else None,
        quote=quote,
        encoding=encoding,
        null_values=null_values,
        sheet=sheet,
        labels=labels,
    )


def recipe_from(data: str, given: dict[str, Any]) -> celosia.Recipe:
    """Make a recipe from a recipe file or a data file, and the options that override it."""
    is_recipe = data.lower().endswith(".toml")
    recipe = celosia.Recipe.from_file(Path(data)) if is_recipe else celosia.Recipe(source=data)
    changes: dict[str, Any] = {}
    reading = read_options(*(given.pop(k) for k in READING))
    named = {key: value for key in READING if (value := getattr(reading, key)) not in (None, ())}
    changes["reading"] = replace(recipe.reading, **named)
    if schema_file := given.pop("schema_file", None):
        changes["schema"] = celosia.read_schema(schema_file)
    roles = _roles(recipe, given)
    if roles != recipe.roles:
        changes["roles"] = roles
    changes["models"] = merged(recipe.models, models_from(given))
    if hierarchies := given.pop("hierarchy", ()):
        files = {n: celosia.FromFile(p) for n, p in map(pair, hierarchies)}
        changes["hierarchies"] = {**recipe.hierarchies, **files}
    if levels := given.pop("levels", ()):
        changes["levels"] = {**recipe.levels, **dict(map(_levels, levels))}
    if weights := given.pop("weight", ()):
        changes["weights"] = {**recipe.weights, **dict(map(_weight, weights))}
    if (suppression := given.pop("suppression", None)) is not None:
        changes["suppression"] = share(suppression)
    if nulls := given.pop("nulls", None):
        changes["nulls"] = celosia.NullPolicy(nulls)
    changes |= {key: value for key, value in given.items() if value is not None}
    return recipe.changed(**changes)


READING = ("separator", "quote", "encoding", "null_values", "sheet", "labels")


def open_table(recipe: celosia.Recipe) -> celosia.Table:
    """Read the recipe's source."""
    if recipe.source is None:
        raise celosia.ParameterError("cli.recipe-names-no-source-give")
    return celosia.read(recipe.source, recipe.reading, recipe.schema)


def _password() -> None:
    """Take a password at the prompt for this process alone; no file or output ever holds it."""
    os.environ["CELOSIA_PASSWORD"] = click.prompt(told("cli.password"), hide_input=True, err=True)


def share(text: str) -> float:
    """Read a share of the records: `0.04` or `4%`.

    >>> share("4%"), share("0.04")
    (0.04, 0.04)
    """
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise celosia.ParameterError("cli.suppression-share-such-0-04") from None


def _roles(recipe: celosia.Recipe, given: dict[str, Any]) -> dict[str, celosia.Role]:
    chosen = {
        celosia.Role.QUASI_IDENTIFIER: given.pop("qi", ()),
        celosia.Role.SENSITIVE: given.pop("sensitive", ()),
        celosia.Role.IDENTIFIER: given.pop("identifier", ()),
        celosia.Role.INSENSITIVE: given.pop("insensitive", ()),
    }
    named = [name for names in chosen.values() for name in names]
    twice = sorted({name for name in named if named.count(name) > 1})
    if twice:
        raise celosia.RoleError("cli.columns-named-more-once", twice=twice)
    new = {name: role for role, names in chosen.items() for name in names}
    return {**{c: r for c, r in recipe.roles.items() if c not in new}, **new}


def pair(text: str) -> tuple[str, str]:
    """Split NAME=VALUE at its last equals sign."""
    name, found, value = text.rpartition("=")
    if not found or not name:
        raise celosia.ParameterError("cli.write-name-value-instead", text=text)
    return name, value


def _levels(text: str) -> tuple[str, tuple[int, int]]:
    name, span = pair(text)
    low, _, high = span.partition(":")
    return name, (_whole(low, "--levels"), _whole(high or low, "--levels"))


def _weight(text: str) -> tuple[str, float]:
    name, weight = pair(text)
    try:
        number = float(weight)
    except ValueError:
        number = inf
    if not isfinite(number):
        raise celosia.ParameterError("cli.weight-takes-name-number")
    return name, number


def _whole(text: str, option: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise celosia.ParameterError("cli.takes-whole-numbers", option=option) from None
