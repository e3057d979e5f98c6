"""`celosia attack`: try to break a release, and measure how often it works."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.shells.cli.options import (
    ManyValues,
    json_option,
    reading_options,
    recipe_from,
    role_options,
    stack,
)
from celosia.shells.cli.output import print_json, print_table
from celosia.shells.cli.secrets import key_option, pseudonym_key


@click.command("attack", cls=ManyValues)
@click.argument("data")
@click.option("--release", type=click.Path(), help="Released file; the recipe's otherwise.")
@click.option("--control", type=click.Path(), required=True, help="Records of other people.")
@click.option("--hierarchy", multiple=True, metavar="NAME=PATH", help="Hierarchy file.")
@click.option("--attempts", type=click.IntRange(10), default=500, show_default=True)
@click.option("--seed", type=int, default=None)
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
    published = release or celosia.release_address(recipe)
    if recipe.source is None or published is None:
        raise celosia.ParameterError("Name the original and its --release.")
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
            celosia.hierarchies_of(original, recipe, key),
            attempts,
            recipe.seed,
        )
    if as_json:
        print_json(found.to_dict())
    else:
        _show(found)


def _show(found: celosia.Attacks) -> None:
    print_table(
        "Attacks on the release",
        ["attack", "risk", "95 % interval", "on the release", "on the control", "by guessing"],
        [
            (
                name,
                f"{result.risk:.3f}",
                f"{result.interval[0]:.3f} to {result.interval[1]:.3f}",
                f"{result.main_rate.share:.3f}",
                f"{result.control_rate.share:.3f}",
                f"{result.baseline_rate.share:.3f}",
            )
            for name, result in found.results.items()
        ],
    )
    linked = found.linked
    click.echo(
        f"{linked.linked} of {linked.records} original records match some released ones; of the "
        f"closest matches {linked.expected:.1f} are expected to be right, the surest with "
        f"probability {linked.highest:.3f}."
    )
    for column in linked.unread:
        click.echo(f"Some labels of '{column}' were not understood: name its hierarchy.")
    for name, same in found.homogeneity.items():
        skewed = found.skewness[name]
        click.echo(
            f"'{name}': {same.share:.1%} of the records are in classes with one value, "
            f"{skewed.share:.1%} in classes where a value is far likelier than in the whole."
        )
