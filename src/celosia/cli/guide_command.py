"""`celosia guide`: the five steps of the authorities' guide, question by question."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.guide_answers import AnswersFile, Person
from celosia.cli.guide_steps import (
    Talk,
    apply_techniques,
    deidentify,
    know,
    manage,
    measure,
    tell_recipe,
    tell_release,
)
from celosia.cli.language import spoken
from celosia.cli.options import ManyValues, pair, read_options, reading_options
from celosia.cli.output import progress
from celosia.cli.secret_options import pseudonym_key
from celosia.cli.speaking import option, told
from celosia.files.atomic import write_whole


@click.command("guide", cls=ManyValues, help="cli.help-guide")
@click.argument("data", type=click.Path(), required=False)
@option("-o", "--output", "target", default="celosia.toml", show_default=True)
@option("--release", type=click.Path(), help="cli.option-guide-release")
@option("--answers", type=click.Path(), help="cli.option-answers")
@option("--hierarchy", multiple=True, metavar="NAME=PATH", help="cli.option-hierarchy")
@option("--key-file", type=click.Path(), help="cli.option-guide-key-file")
@option("--force", is_flag=True, help="cli.option-force")
@option("--incidents", is_flag=True, help="cli.option-incidents")
@reading_options
def command(
    data: str | None,
    target: str,
    release: str | None,
    answers: str | None,
    hierarchy: tuple[str, ...],
    key_file: str | None,
    force: bool,
    incidents: bool,
    schema_file: str | None,
    **reading: Any,
) -> None:
    """Walk the five steps of the guide with DATA: know, de-identify, change, measure, manage.

    Enter takes what is proposed. The result is a recipe; nothing is published without --release.
    """
    lang = spoken()
    if incidents:
        show_incidents(lang)
        return
    if data is None:
        raise click.UsageError(told("cli.name-the-table"))
    path = Path(target)
    _check_places(path, release, force)
    key = pseudonym_key(key_file)
    asker = AnswersFile(Path(answers), lang) if answers else Person(lang)
    schema = celosia.read_schema(schema_file) if schema_file else None
    with celosia.read(data, read_options(**reading), schema) as table:
        talk = Talk(table, asker, key)
        given = {name: celosia.FromFile(file) for name, file in map(pair, hierarchy)}
        guidance = _walked(talk, given)
        if isinstance(asker, AnswersFile):
            asker.check_all_used()
        recipe = celosia.guided_recipe(table, guidance, path, _output(table, release, path))
        write_whole(path, recipe.to_toml(guidance.notes(lang)))
        tell_recipe(talk, guidance, path)
        if release:
            with progress() as report:
                located = recipe.located(path.parent)
                published = celosia.anonymize(table, located, release, report, key)
            tell_release(talk, published)


def _check_places(recipe: Path, release: str | None, force: bool) -> None:
    """Find out before the walk whether its end could be written."""
    if recipe.exists() and not force:
        raise celosia.ParameterError("cli.exists-force-replaces", recipe=recipe)
    for path in (recipe, Path(release or ".")):
        if not path.parent.is_dir():
            raise celosia.ParameterError("cli.no-folder", parent=path.parent)


def _output(table: celosia.Table, release: str | None, recipe: Path) -> str:
    """Name the release as the recipe does: a file from its own folder, or a table."""
    if table.path is None:
        return release or f"{table.name}_release"
    if release is None:
        return f"{table.name.split('.')[0]}.release.csv"
    return os.path.relpath(release, recipe.parent)


def _walked(talk: Talk, hierarchies: Mapping[str, celosia.HierarchyRule]) -> celosia.Guidance:
    """Walk, and say in the walk's language if somebody breaks it off."""
    try:
        return walk(talk, hierarchies)
    except (KeyboardInterrupt, click.Abort):
        click.echo(talk.word("broken-off"), err=True)
        raise SystemExit(130) from None


def walk(talk: Talk, hierarchies: Mapping[str, celosia.HierarchyRule]) -> celosia.Guidance:
    """Take the five steps, of which some use cases skip some."""
    guidance = know(talk, hierarchies)
    for step in (deidentify, apply_techniques, measure, manage):
        guidance = step(talk, guidance)
    return guidance


def show_incidents(language: celosia.Language) -> None:
    """Tell what to do, by what was lost."""
    for advice in celosia.INCIDENTS.values():
        click.echo(click.style(advice.title.text(language), bold=True))
        click.echo(f"  {advice.meaning.text(language)}")
        for number, advised in enumerate(advice.measures, start=1):
            click.echo(f"  {number}. {advised.text(language)}")
