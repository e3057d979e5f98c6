"""`celosia profile`: what each column is, who could be found, what each k costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

import celosia
from celosia.shells.cli.options import (
    ManyValues,
    json_option,
    model_options,
    open_table,
    reading_options,
    recipe_from,
    role_options,
    search_options,
    stack,
)
from celosia.shells.cli.output import print_json, print_table, progress

COMBINATIONS = 20


@click.command("profile", cls=ManyValues)
@click.argument("data")
@stack(role_options, model_options, search_options, reading_options)
@click.option("--k-curve", is_flag=True, help="Show loss and risk for k = 2 … 100.")
@click.option("--lang", type=click.Choice(["en", "es"]), default="en", show_default=True)
@json_option
def command(data: str, k_curve: bool, lang: celosia.Language, as_json: bool, **given: Any) -> None:
    """Propose a role for each column of DATA, with reasons, and the quasi-identifier set."""
    recipe = recipe_from(data, given)
    with open_table(recipe) as table, progress(as_json) as report:
        proposal = celosia.propose(table)
        curve = None
        if k_curve:
            curve = celosia.propose_k(table, _decided(recipe, proposal), progress=report)
    if as_json:
        print_json(_as_dict(proposal, curve, lang))
    else:
        _show(proposal, curve, lang)


def _decided(recipe: celosia.Recipe, proposal: celosia.Proposal) -> celosia.Recipe:
    """Take the quasi-identifiers that the user named, else the proposed ones."""
    if recipe.quasi_identifiers:
        return recipe
    proposed = proposal.recipe("", "")
    return replace(recipe, roles=proposed.roles, hierarchies=proposed.hierarchies)


def _as_dict(
    proposal: celosia.Proposal, curve: celosia.KCurve | None, lang: celosia.Language
) -> dict[str, Any]:
    found = proposal.quasi_identifiers
    described: dict[str, Any] = {
        "columns": [
            {
                "name": p.column.name,
                **p.column.to_dict(),
                "records": p.records,
                "distinct": p.distinct,
                "nulls": p.nulls,
                "role": p.role.role.value,
                "confidence": p.role.confidence,
                "reasons": [reason.text(lang) for reason in p.role.reasons],
            }
            for p in proposal.columns
        ],
        "quasi_identifiers": None,
    }
    if found is not None:
        described["quasi_identifiers"] = {
            "chosen": list(found.chosen),
            "maximum": found.maximum,
            "tolerance": found.tolerance,
            "exhaustive": found.exhaustive,
            "examined": [
                {
                    "columns": list(c.columns),
                    "distinct": c.distinct,
                    "distinction": c.distinction,
                    "separation": c.separation,
                }
                for c in found.examined
            ],
        }
    if curve is not None:
        described["k"] = {
            "proposed": curve.knee,
            "points": [
                {
                    "k": p.k,
                    "loss": p.loss,
                    "suppressed": p.suppressed,
                    "highest_risk": p.highest_risk,
                }
                for p in curve.points
            ],
        }
    return described


def _show(proposal: celosia.Proposal, curve: celosia.KCurve | None, lang: celosia.Language) -> None:
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
    if curve is not None:
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
