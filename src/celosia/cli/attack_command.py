"""`celosia attack`: try to break a release, and measure how often it works."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.cli.language import argument, figure, figure_name, option, say, told
from celosia.cli.options import (
    ManyValues,
    json_option,
    reading_options,
    recipe_from,
    role_options,
    stack,
)
from celosia.cli.output import print_json, print_table
from celosia.cli.secret_options import key_option, pseudonym_key
from celosia.workflow.compare import hierarchies_of
from celosia.workflow.release_files import release_address


@click.command("attack", cls=ManyValues, help="cli.help-attack")
@argument("data")
@option("--release", type=click.Path(), help="cli.option-release")
@option("--control", type=click.Path(), required=True, help="cli.option-control")
@option("--hierarchy", multiple=True, metavar="NAME=PATH", help="cli.option-hierarchy")
@option("--attempts", type=click.IntRange(10), default=500, show_default=True)
@option("--seed", type=int, default=None)
@stack(role_options, reading_options, key_option)
@json_option
def command(
    data: str,
    release: str | None,
    control: str,
    attempts: int,
    key_file: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Attack the release of DATA (the original, or the recipe that made it).

    Singling out, linkability and inference, as the European regulators name them (WP216), and
    linkage by what the released labels cover. Only what works better than on the control group,
    people who are not in the release, counts as a risk.
    """
    recipe, key = recipe_from(data, given), pseudonym_key(key_file)
    published = release or release_address(recipe)
    if recipe.source is None or published is None:
        raise celosia.ParameterError("cli.name-original-release")
    with (
        celosia.read(recipe.source, recipe.reading) as original,
        celosia.read(published) as released,
        celosia.read(control, recipe.reading) as others,
    ):
        found = celosia.attack(
            original,
            released,
            others,
            recipe.quasi_identifiers,
            recipe.sensitive,
            hierarchies_of(original, recipe, key),
            attempts,
            recipe.seed,
            recipe.subject,
        )
    if as_json:
        print_json(found.to_dict())
    else:
        _show(found)


def _name(attack: str) -> str:
    """Say what an attack is: `inference.dx` is one of a column."""
    kind, _, column = attack.partition(".")
    return figure_name(kind, column=column)


def _show(found: celosia.Attacks) -> None:
    print_table(
        told("cli.attacks-release"),
        [
            told("cli.attack"),
            told("cli.risk"),
            told("cli.95-interval"),
            told("cli.release"),
            told("cli.control"),
            told("cli.guessing"),
        ],
        [
            (
                _name(name),
                figure(result.risk, ".3f"),
                told("cli.interval", low=result.interval[0], high=result.interval[1]),
                figure(result.main_rate.share, ".3f"),
                figure(result.control_rate.share, ".3f"),
                figure(result.baseline_rate.share, ".3f"),
            )
            for name, result in found.results.items()
        ],
    )
    linked = found.linked
    say(
        "cli.original-records-match-some-released",
        linked=linked.linked,
        records=linked.records,
        expected=linked.expected,
        highest=linked.highest,
    )
    for column in linked.unread:
        say("cli.some-labels-not-understood-name", column=column)
    for name, same in found.homogeneity.items():
        skewed = found.skewness[name]
        say(
            "cli.records-classes-value-classes-where",
            name=name,
            share=same.share,
            share2=skewed.share,
        )
