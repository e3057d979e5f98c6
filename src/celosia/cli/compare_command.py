"""`celosia compare`: what one or several releases cost, beside their original."""

from __future__ import annotations

from math import nan
from typing import Any

import click

import celosia
from celosia.cli.language import amount, argument, figure, figure_name, option, say, told
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


@click.command("compare", cls=ManyValues, help="cli.help-compare")
@argument("data")
@option("--release", multiple=True, type=click.Path(), help="cli.option-compare-release")
@option("--target", metavar="NAME", help="cli.option-target")
@option("--hierarchy", multiple=True, metavar="NAME=PATH", help="cli.option-hierarchy")
@stack(role_options, reading_options, key_option)
@json_option
def command(
    data: str,
    release: tuple[str, ...],
    target: str | None,
    key_file: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Compare releases of DATA (the original, or the recipe that made them) with it."""
    recipe, key = recipe_from(data, given), pseudonym_key(key_file)
    made = release_address(recipe)
    releases = release or ((made,) if made else ())
    if recipe.source is None or not releases:
        raise celosia.ParameterError("cli.name-original-least-release")
    found = {}
    with celosia.read(recipe.source, recipe.reading) as original:
        hierarchies = hierarchies_of(original, recipe, key)
        for path in releases:
            with celosia.read(path) as released:
                found[released.name] = celosia.compare(
                    original, released, recipe.quasi_identifiers, hierarchies, target
                )
    if as_json:
        print_json({name: comparison.to_dict() for name, comparison in found.items()})
    else:
        _show(found)


def _show(found: dict[str, celosia.Comparison]) -> None:
    measures = list(dict.fromkeys(name for c in found.values() for name in c.figures))
    print_table(
        told("cli.each-release-costs"),
        [told("cli.name"), told("cli.figure"), *found],
        [
            (name, figure_name(name), *(amount(c.figures.get(name, nan)) for c in found.values()))
            for name in measures
        ],
    )
    columns = list(dict.fromkeys(name for c in found.values() for name in c.columns))
    print_table(
        told("cli.change-each-columns-distribution-0"),
        [told("cli.column"), *found],
        [
            (
                name,
                *(
                    figure(c.columns[name]["distance"], ".4g") if name in c.columns else ""
                    for c in found.values()
                ),
            )
            for name in columns
        ],
    )
    for name, comparison in found.items():
        if comparison.prediction is not None:
            found_out = comparison.prediction
            say(
                "cli.predicted-right-time-release-original",
                name=name,
                target=found_out["target"],
                accuracy_released=found_out["accuracy_released"],
                accuracy_original=found_out["accuracy_original"],
                baseline=found_out["baseline"],
            )
