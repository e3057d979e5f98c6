"""`celosia profile`: what each column is, who could be found, what each k costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

import celosia
from celosia.shells.cli.figures import show_assessment
from celosia.shells.cli.language import language_option
from celosia.shells.cli.options import (
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
from celosia.shells.cli.output import print_json, print_table, progress

COMBINATIONS = 20
MISSING = celosia.Sentence(
    "Codes that mean missing are nulls here: {columns}.",
    "Los códigos de ausencia son aquí nulos: {columns}.",
)
LEVELS = ("low", "medium", "high")


@click.command("profile", cls=ManyValues)
@click.argument("data")
@stack(role_options, model_options, generalization_options, reading_options)
@click.option("--weight", "weight_column", metavar="NAME", help="Column of sampling weights.")
@click.option("--subject", metavar="NAME", help="Column that says whom a record is about.")
@click.option("--household", metavar="NAME", help="Column of households; needs --weight.")
@click.option("--harm", type=click.Choice(LEVELS), help="Potential harm: judges the scenario.")
@click.option("--motivation", type=click.Choice(LEVELS), default="medium", show_default=True)
@click.option("--controls", type=click.Choice([*LEVELS, "none"]), default="medium")
@click.option("--acquaintance", type=float, default=0.0, help="P(recipient knows somebody).")
@click.option("--breach", type=float, default=0.0, help="P(the recipient's systems leak).")
@click.option("--threshold", type=float, default=0.2, show_default=True, help="At risk above.")
@click.option("--k-curve", is_flag=True, help="Show loss and risk for k = 2 … 100.")
@language_option
@json_option
def command(
    data: str,
    weight_column: str | None,
    subject: str | None,
    household: str | None,
    harm: Any,
    motivation: Any,
    controls: Any,
    acquaintance: float,
    breach: float,
    threshold: float,
    k_curve: bool,
    lang: celosia.Language,
    as_json: bool,
    **given: Any,
) -> None:
    """Propose a role for each column of DATA, and measure who could be found in it.

    The figures are for the quasi-identifiers and sensitive columns that are named; without any,
    for the proposed ones.
    """
    recipe = recipe_from(data, given)
    curve = figures = None
    with open_table(recipe) as table, progress(as_json) as report:
        proposal = celosia.propose(table)
        missing = dict(table.missing_codes)
        recipe = _decided(recipe, proposal)
        if recipe.quasi_identifiers:
            figures = celosia.assess(
                table,
                recipe.quasi_identifiers,
                recipe.sensitive,
                recipe.nulls,
                weight_column,
                recipe.population,
                subject,
                household,
                threshold,
            )
        if k_curve:
            curve = celosia.propose_k(table, recipe, progress=report)
    scenario = None
    if harm and figures is not None:
        attempt = celosia.Attempt.of(motivation, controls, acquaintance, breach)
        scenario = celosia.ScenarioRisk.of(figures.k, harm, attempt)
    if as_json:
        told = _as_dict(proposal, figures, curve, lang) | _judged(scenario, lang)
        print_json(told | ({"missing_codes": missing} if missing else {}))
        return
    _show(proposal, figures, curve, lang)
    if missing:
        counts = ", ".join(f"{name}: {number}" for name, number in missing.items())
        click.echo(MISSING.text(lang).format(columns=counts))
    if scenario is not None:
        click.echo(scenario.verdict.text(lang))


def _judged(scenario: celosia.ScenarioRisk | None, lang: celosia.Language) -> dict[str, Any]:
    if scenario is None:
        return {}
    return {"scenario": {**scenario.to_dict(), "verdict": scenario.verdict.text(lang)}}


def _decided(recipe: celosia.Recipe, proposal: celosia.Proposal) -> celosia.Recipe:
    """Take the quasi-identifiers that the user named, else the proposed roles."""
    if recipe.quasi_identifiers:
        return recipe
    proposed = proposal.recipe("", "")
    return replace(recipe, roles=proposed.roles, hierarchies=proposed.hierarchies)


def _as_dict(
    proposal: celosia.Proposal,
    figures: celosia.Assessment | None,
    curve: celosia.KCurve | None,
    lang: celosia.Language,
) -> dict[str, Any]:
    described: dict[str, Any] = figures.to_dict() if figures is not None else {}
    described["columns"] = [p.to_dict(lambda reason: reason.text(lang)) for p in proposal.columns]
    if proposal.quasi_identifiers is not None:
        described["proposed_quasi_identifiers"] = proposal.quasi_identifiers.to_dict()
    if curve is not None:
        described["k_curve"] = curve.to_dict()
    return described


def _show(
    proposal: celosia.Proposal,
    figures: celosia.Assessment | None,
    curve: celosia.KCurve | None,
    lang: celosia.Language,
) -> None:
    print_table(
        "Columns",
        ["column", "type", "distinct", "nulls", "proposed role", "sure", "why"],
        [
            (
                p.column.name,
                p.column.type.value,
                p.distinct,
                p.nulls,
                p.role.role.value,
                f"{p.role.confidence:.0%}",
                " ".join(reason.text(lang) for reason in p.role.reasons),
            )
            for p in proposal.columns
        ],
    )
    found = proposal.quasi_identifiers
    if found is not None:
        ranked = sorted(found.examined, key=lambda c: (-c.distinct, len(c.columns), c.columns))
        print_table(
            f"Quasi-identifier combinations ({len(found.examined)} examined; "
            f"smallest within {found.tolerance:.0%} of the most distinct: "
            f"{', '.join(found.chosen)})",
            ["columns", "distinct", "distinction", "separation"],
            [
                (", ".join(c.columns), c.distinct, f"{c.distinction:.2%}", f"{c.separation:.2%}")
                for c in ranked[:COMBINATIONS]
            ],
        )
    if figures is not None:
        show_assessment(figures, lang)
    if curve is not None:
        _show_curve(curve)


def _show_curve(curve: celosia.KCurve) -> None:
    print_table(
        "What each k costs" + (f"; the curve bends at k={curve.knee}" if curve.knee else ""),
        ["k", "loss", "suppressed", "highest risk", ""],
        [
            (
                p.k,
                f"{p.loss:.4f}",
                f"{p.suppressed:.2%}",
                f"{p.highest_risk:.4f}",
                "◄ knee" if p.k == curve.knee else "",
            )
            for p in curve.points
        ],
    )
