"""`celosia guide`: the five steps of the authorities' guide, question by question."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.shells.cli.guide_asking import AnswersFile, Person
from celosia.shells.cli.guide_steps import Walk
from celosia.shells.cli.options import (
    ManyValues,
    hierarchy_files,
    read_options,
    reading_options,
)
from celosia.shells.cli.output import progress
from celosia.shells.cli.secrets import pseudonym_key


def _show_incidents(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Tell what to do when something was lost, and end."""
    if not asked or context.resilient_parsing:
        return
    language: celosia.Language = context.params.get("lang", "en")
    for advice in celosia.INCIDENTS.values():
        click.echo(click.style(advice.title.text(language), bold=True))
        click.echo(f"  {advice.meaning.text(language)}")
        for number, measure in enumerate(advice.measures, start=1):
            click.echo(f"  {number}. {measure.text(language)}")
    context.exit()


@click.command("guide", cls=ManyValues)
@click.argument("data", type=click.Path())
@click.option("-o", "--output", "target", default="celosia.toml", show_default=True)
@click.option("--release", type=click.Path(), help="Also publish, to this file.")
@click.option(
    "--lang", type=click.Choice(["en", "es"]), default="en", show_default=True, is_eager=True
)
@click.option("--answers", type=click.Path(), help="TOML with answers, for unattended runs.")
@click.option("--hierarchy", multiple=True, metavar="NAME=PATH", help="Hierarchy file.")
@click.option("--key-file", type=click.Path(), help="Key of pseudonyms; CELOSIA_KEY otherwise.")
@click.option("--force", is_flag=True, help="Replace an existing recipe.")
@click.option(
    "--incidents",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_incidents,
    help="Say what to do when something was lost, and end.",
)
@reading_options
def command(
    data: str,
    target: str,
    release: str | None,
    lang: celosia.Language,
    answers: str | None,
    hierarchy: tuple[str, ...],
    key_file: str | None,
    force: bool,
    schema_file: str | None,
    **reading: Any,
) -> None:
    """Walk the five steps of the guide with DATA: know, de-identify, change, measure, manage.

    Enter takes what is proposed. The result is a recipe; nothing is published without --release.
    """
    path = Path(target)
    if path.exists() and not force:
        raise celosia.ParameterError(f"{path} exists; --force replaces it.")
    key = pseudonym_key(key_file)
    asker = AnswersFile(Path(answers), lang) if answers else Person(lang)
    schema = celosia.read_schema(schema_file) if schema_file else None
    with celosia.read(data, read_options(**reading), schema) as table:
        walk = Walk(table, asker, key, hierarchy_files(hierarchy))
        guidance = walk.through()
        if isinstance(asker, AnswersFile):
            asker.check_all_used()
        output = release or f"{table.name.split('.')[0]}.release.csv"
        recipe = celosia.guided_recipe(table, guidance, path, _seen_from(output, path, release))
        published = None
        if release:
            with progress() as report:
                published = celosia.anonymize(table, recipe, release, report, key)
        path.write_text(recipe.to_toml(guidance.notes(lang)), encoding="utf-8")
    walk.tell_result(guidance, path, published)


def _seen_from(output: str, recipe: Path, release: str | None) -> str:
    """Name the release as the recipe does, from its own folder."""
    return output if release is None else os.path.relpath(output, recipe.parent)
