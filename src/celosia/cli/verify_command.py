"""`celosia verify`: check any file, from any tool, against models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.language import argument, figure, option, say, told
from celosia.cli.options import (
    ManyValues,
    as_written_option,
    json_option,
    model_options,
    models_from,
    read_options,
    reading_options,
)
from celosia.cli.output import print_json, print_table, say_checked_once, show_residual
from celosia.core.model import model_name
from celosia.register import FoundCertificate
from celosia.text.messages import Message
from celosia.workflow.read import read_schema
from celosia.workflow.release_files import find_certificate, is_made_of


@click.command("verify", cls=ManyValues, help="cli.help-verify")
@argument("file", type=click.Path())
@option("--qi", multiple=True, metavar="NAME", help="cli.option-qi")
@option("--sensitive", multiple=True, metavar="NAME", help="cli.option-verify-sensitive")
@option("--subject", multiple=True, metavar="NAME", help="cli.option-subject")
@as_written_option
@option("--original", type=click.Path(), help="cli.option-original")
@option("--recipe", "recipe_file", type=click.Path(), help="cli.option-recipe")
@model_options
@reading_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    file: str,
    qi: tuple[str, ...],
    sensitive: tuple[str, ...],
    subject: tuple[str, ...],
    as_written: tuple[str, ...],
    original: str | None,
    recipe_file: str | None,
    nulls: str | None,
    population: str | None,
    population_subject: tuple[str, ...],
    schema_file: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Re-read FILE and judge its classes.

    Exits 0 if every model holds, and FILE was made of the --original if one is named; 1 if not.
    """
    recipe = (
        celosia.Recipe() if recipe_file is None else celosia.Recipe.from_file(Path(recipe_file))
    )
    models = models_from(given) or recipe.models
    policy = celosia.NullPolicy(nulls) if nulls else recipe.nulls
    if schema_file:
        options = read_options(**given)
        celosia.read(file, options, read_schema(schema_file)).close()
    verification = celosia.verify(
        file,
        qi or recipe.quasi_identifiers,
        models,
        policy,
        read_options(**given),
        population,
        sensitive,
        subject=subject or recipe.subject,
        as_written=as_written or recipe.as_written,
        population_subject=population_subject or recipe.population_subject,
    )
    beside, made = find_certificate(file), _made_of(file, original)
    if as_json:
        told = {"certificate": beside and _certified(beside), "made_of_original": made}
        print_json({**verification.to_dict(), **told})
    else:
        _show(verification)
        _show_certificate(beside)
        in_persons = verification.figures.persons is not None
        if beside is not None and beside.proof.get("counted") == "persons" and not in_persons:
            say("cli.counted-in-persons")
        if made is not None:
            say("cli.made-of" if made else "cli.not-made-of", original=original)
    if not verification.satisfied or made is False:
        ctx.exit(1)


def _made_of(file: str, original: str | None) -> bool | None:
    if original is None:
        return None
    with celosia.read(original) as table:
        return bool(is_made_of(file, table))


def _certified(beside: FoundCertificate) -> dict[str, Any]:
    return {
        "file": str(beside.path),
        "of_this_file": beside.of_this_file,
        "personal_data": beside.personal_data,
    }


def _show_certificate(beside: FoundCertificate | None) -> None:
    if beside is None:
        return
    if beside.of_this_file:
        is_table = "server" in beside.proof.get("output", {})
        say("cli.about-this-table" if is_table else "cli.about-this-file", path=beside.path)
    for note in beside.notes:
        say("cli.note", warning=note)


def _show(verification: celosia.Verification) -> None:
    figures = verification.figures
    print_table(
        told(
            "cli.nulls-2",
            quasi_identifiers=verification.quasi_identifiers,
            nulls=Message(f"cli.nulls-{verification.nulls.value}"),
        ),
        [
            told("cli.records"),
            told("cli.classes"),
            told("cli.smallest"),
            *([] if figures.persons is None else [told("cli.row-fewest-persons")]),
            told("cli.highest-risk"),
            told("cli.average-risk"),
            told("cli.unique"),
        ],
        [
            (
                figures.records,
                figures.classes,
                figures.min_class,
                *([] if figures.min_persons is None else [figures.min_persons]),
                figure(figures.risk.highest, ".3f"),
                figure(figures.risk.average, ".3f"),
                figures.risk.unique,
            )
        ],
    )
    for model, rejected in verification.rejected:
        say(
            "cli.model-fails" if rejected else "cli.model-holds",
            model=model_name(model),
            count=rejected,
        )
    if (seen := verification.by_value) is not None:
        say("cli.judged-by-value", classes=seen.classes, smallest=seen.min_class)
    if verification.disagreed:
        say("cli.opinions-differ")
    say_checked_once(verification)
    if verification.excluded:
        say("cli.records-nulls-not-judged", excluded=verification.excluded)
    show_residual(verification.residual)
