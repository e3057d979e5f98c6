"""`celosia report`: one page that says what was measured, what it means, where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.language import argument, option, say, spoken
from celosia.cli.options import (
    ManyValues,
    model_options,
    reading_options,
    recipe_from,
    role_options,
    stack,
)
from celosia.cli.output import print_json
from celosia.cli.secret_options import key_option, pseudonym_key
from celosia.files.atomic import write_whole
from celosia.workflow.release_files import release_address


@click.command("report", cls=ManyValues, help="cli.help-report")
@argument("data")
@option("--release", multiple=True, type=click.Path(), help="cli.option-compare-release")
@option("--hierarchy", multiple=True, metavar="NAME=PATH", help="cli.option-hierarchy")
@option("-o", "--output", "target", type=click.Path(), default="report.html")
@option("--threshold", type=float, default=0.2, show_default=True, help="cli.option-threshold")
@option("--public", is_flag=True, help="cli.option-public")
@stack(role_options, model_options, reading_options, key_option)
@option("--json", "as_json", is_flag=True, help="cli.option-json")
def command(
    data: str,
    release: tuple[str, ...],
    target: str,
    threshold: float,
    public: bool,
    key_file: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Write a page about the release of DATA (the original, or the recipe that made it).

    Several releases of the same table are put side by side on one plot. With --public it says what
    the public certificate says, and may go with the release.
    """
    lang = spoken()
    recipe = recipe_from(data, given)
    made = release_address(recipe)
    releases = release or ((made,) if made else ())
    if recipe.source is None or not releases:
        raise celosia.ParameterError("cli.name-original-least-release")
    if public:
        html = celosia.public_report(_only(releases), lang)
    else:
        key = pseudonym_key(key_file)
        html = celosia.report(recipe.source, releases, recipe, lang, threshold, key)
    write_whole(Path(target), html)
    if as_json:
        print_json({"report": target})
    else:
        say("cli.wrote", output=target)


def _only(releases: Sequence[str]) -> str:
    if len(releases) > 1:
        raise celosia.ParameterError("report.public-one-release")
    return releases[0]
