"""`celosia report`: one page that says what was measured, what it means, where it comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import celosia
from celosia.files.atomic import write_whole
from celosia.shells.cli.language import language_option
from celosia.shells.cli.options import (
    ManyValues,
    model_options,
    reading_options,
    recipe_from,
    role_options,
    stack,
)
from celosia.shells.cli.output import print_json
from celosia.shells.cli.secrets import key_option, pseudonym_key


@click.command("report", cls=ManyValues)
@click.argument("data")
@click.option("--release", multiple=True, type=click.Path(), help="Released file; the recipe's.")
@click.option("--hierarchy", multiple=True, metavar="NAME=PATH", help="Hierarchy file.")
@click.option("-o", "--output", "target", type=click.Path(), default="report.html")
@language_option
@click.option("--threshold", type=float, default=0.2, show_default=True, help="At risk above.")
@stack(role_options, model_options, reading_options, key_option)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def command(
    data: str,
    release: tuple[str, ...],
    target: str,
    lang: celosia.Language,
    threshold: float,
    key_file: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Write a page about the release of DATA (the original, or the recipe that made it).

    Several releases of the same table are put side by side on one plot.
    """
    recipe = recipe_from(data, given)
    made = celosia.release_address(recipe)
    releases = release or ((made,) if made else ())
    if recipe.source is None or not releases:
        raise celosia.ParameterError("Name the original and at least one --release.")
    key = pseudonym_key(key_file)
    html = celosia.report(recipe.source, releases, recipe, lang, threshold, key)
    write_whole(Path(target), html)
    if as_json:
        print_json({"report": target})
    else:
        click.echo(f"Wrote {target}")
