"""`celosia profile`: what each column is, who could be found, what each k costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

import celosia
from celosia.cli.language import argument, figure, option, spoken, told
from celosia.cli.options import (
    ManyValues,
    generalization_options,
    json_option,
    model_options,
    open_table,
    reading_options,
    recipe_from,
    role_options,
    stack,
)
from celosia.cli.output import print_json, print_table, progress
from celosia.reporting.glossary import privacy_glossary
from celosia.risk import Attempt, ScenarioRisk
from celosia.text.messages import Message
from celosia.workflow.propose import KCurve
from celosia.workflow.variants import find_variants


def show_assessment(figures: celosia.Assessment, lang: celosia.Language) -> None:
    """Print every figure that has a meaning in the glossary."""
    found = figures.to_dict()
    rows = []
    for name, entry in privacy_glossary().items():
        value = _look_up(found, name)
        if value is not None:
            rows.append((name, entry.title.text(lang), _written(value), entry.meaning.text(lang)))
    print_table(
        told(
            "cli.against-who-knows-nulls",
            quasi_identifiers=figures.quasi_identifiers,
            nulls=Message(f"cli.nulls-{figures.nulls.value}"),
        ),
        [told("cli.name"), told("cli.figure"), told("cli.value"), told("cli.meaning")],
        rows,
    )


def _look_up(found: dict[str, Any], name: str) -> Any:
    first, _, second = name.partition(".")
    value = found.get(first)
    if second:
        return None if value is None else value.get(second)
    return value.get("share") if isinstance(value, dict) else value


def _written(value: float) -> str:
    return str(value) if isinstance(value, int) else figure(value, ".4g")


COMBINATIONS = 20
"""How many sets of quasi-identifiers are shown: the best ones, about a screen."""
MISSING = Message("cli.missing")
LEVELS = ("low", "medium", "high")


@click.command("profile", cls=ManyValues, help="cli.help-profile")
@argument("data")
@stack(role_options, model_options, generalization_options, reading_options)
@option("--weight", "weight_column", metavar="NAME", help="cli.option-profile-weight")
@option("--household", metavar="NAME", help="cli.option-household")
@option("--harm", type=click.Choice(LEVELS), help="cli.option-harm")
@option("--motivation", type=click.Choice(LEVELS), default="medium", show_default=True)
@option("--controls", type=click.Choice([*LEVELS, "none"]), default="medium")
@option("--acquaintance", type=float, default=0.0, help="cli.option-acquaintance")
@option("--breach", type=float, default=0.0, help="cli.option-breach")
@option("--threshold", type=float, default=0.2, show_default=True, help="cli.option-threshold")
@option("--k-curve", is_flag=True, help="cli.option-k-curve")
@json_option
def command(
    data: str,
    weight_column: str | None,
    household: str | None,
    harm: Any,
    motivation: Any,
    controls: Any,
    acquaintance: float,
    breach: float,
    threshold: float,
    k_curve: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Propose a role for each column of DATA, and measure who could be found in it.

    The figures are for the quasi-identifiers and sensitive columns that are named; without any,
    for the proposed ones.
    """
    lang = spoken()
    recipe = recipe_from(data, given)
    curve = figures = None
    with open_table(recipe) as table, progress(as_json) as report:
        proposal = celosia.propose(table)
        missing = dict(table.missing_codes)
        variants = find_variants(table.relation, table.columns)
        recipe = _decided(recipe, proposal)
        if recipe.quasi_identifiers:
            figures = celosia.assess(
                table,
                recipe.quasi_identifiers,
                recipe.sensitive,
                recipe.nulls,
                weight_column,
                recipe.population,
                recipe.subject,
                household,
                threshold,
                recipe.as_written,
                recipe.population_subject,
            )
        if k_curve:
            curve = celosia.propose_k(table, recipe, progress=report)
    scenario = None
    if harm and figures is not None:
        attempt = Attempt.of(motivation, controls, acquaintance, breach)
        scenario = ScenarioRisk.of(figures.k, harm, attempt)
    if as_json:
        told = _as_dict(proposal, figures, curve, lang) | _judged(scenario, lang)
        spelled = {each.column: each.to_dict() for each in variants}
        print_json(told | {"variants": spelled} | ({"missing_codes": missing} if missing else {}))
        return
    _show(proposal, figures, curve, lang)
    if missing:
        counts = ", ".join(f"{name}: {number}" for name, number in missing.items())
        click.echo(MISSING.given(columns=counts).text(lang))
    for each in variants:
        click.echo(each.told.text(lang))
    if scenario is not None:
        click.echo(scenario.verdict.text(lang))


def _judged(scenario: ScenarioRisk | None, lang: celosia.Language) -> dict[str, Any]:
    if scenario is None:
        return {}
    return {"scenario": {**scenario.to_dict(), "verdict": scenario.verdict.text(lang)}}


def _decided(recipe: celosia.Recipe, proposal: celosia.Proposal) -> celosia.Recipe:
    """Take the quasi-identifiers that the user named, else the proposed roles."""
    if recipe.quasi_identifiers:
        return recipe
    proposed = proposal.recipe("", "")
    said = recipe.subject or recipe.rows is not None
    subject = recipe.subject if said else proposed.subject
    return replace(recipe, roles=proposed.roles, hierarchies=proposed.hierarchies, subject=subject)


def _as_dict(
    proposal: celosia.Proposal,
    figures: celosia.Assessment | None,
    curve: KCurve | None,
    lang: celosia.Language,
) -> dict[str, Any]:
    described: dict[str, Any] = figures.to_dict() if figures is not None else {}
    described["columns"] = [p.to_dict(lambda reason: reason.text(lang)) for p in proposal.columns]
    if proposal.quasi_identifiers is not None:
        described["proposed_quasi_identifiers"] = proposal.quasi_identifiers.to_dict()
    described["proposed_subject"] = list(proposal.subject)
    if curve is not None:
        described["k_curve"] = curve.to_dict()
    return described


def _show(
    proposal: celosia.Proposal,
    figures: celosia.Assessment | None,
    curve: KCurve | None,
    lang: celosia.Language,
) -> None:
    print_table(
        told("cli.columns"),
        [
            told("cli.column"),
            told("cli.type"),
            told("cli.distinct"),
            told("cli.nulls"),
            told("cli.proposed-role"),
            told("cli.sure"),
            told("cli.words-why"),
        ],
        [
            (
                p.column.name,
                p.column.type.told.text(lang),
                p.distinct,
                p.nulls,
                p.role.role.told.text(lang),
                figure(p.role.confidence, ".0%"),
                " ".join(said.text(lang) for said in p.why),
            )
            for p in proposal.columns
        ],
    )
    if proposal.person_rows is not None:
        click.echo(proposal.person_rows.told.text(lang))
        click.echo(told("cli.name-subject", subject=proposal.subject[0]))
    found = proposal.quasi_identifiers
    if found is not None:
        ranked = sorted(found.examined, key=lambda c: (-c.distinct, len(c.columns), c.columns))
        print_table(
            told(
                "cli.quasi-identifier-combinations-examined-small",
                number=len(found.examined),
                tolerance=found.tolerance,
                chosen=found.chosen,
            ),
            [
                told("cli.columns-2"),
                told("cli.distinct"),
                told("cli.distinction"),
                told("cli.separation"),
            ],
            [
                (
                    ", ".join(c.columns),
                    c.distinct,
                    figure(c.distinction, ".2%"),
                    figure(c.separation, ".2%"),
                )
                for c in ranked[:COMBINATIONS]
            ],
        )
    if figures is not None:
        show_assessment(figures, lang)
    if curve is not None:
        _show_curve(curve)


def _show_curve(curve: KCurve) -> None:
    print_table(
        told(
            "cli.each-k-costs", knee=told("cli.curve-bends", knee=curve.knee) if curve.knee else ""
        ),
        ["k", told("cli.loss"), told("cli.suppressed"), told("cli.highest-risk"), ""],
        [
            (
                p.k,
                figure(p.loss, ".4f"),
                figure(p.suppressed, ".2%"),
                figure(p.highest_risk, ".4f"),
                told("cli.knee") if p.k == curve.knee else "",
            )
            for p in curve.points
        ],
    )
