"""The public certificate: what holds for the published table, and nothing on the side.

It is made of what was read again from the published table and of what the recipe asked for. What
was found in the original cannot be told here, because none of it reaches this module: neither the
original, nor what was decided on it, nor the figures from before. That is `gather_evidence`'s.

The words are English, and once more in every language, whatever language the run speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from celosia.core.model import PrivacyModel, UseCase, model_name
from celosia.core.parameters import published_entries
from celosia.core.technique import Technique
from celosia.core.values import NullPolicy
from celosia.methods.method import Choice, MethodFamily
from celosia.recipe import Recipe
from celosia.text.languages import ENGLISH, Language, languages
from celosia.text.messages import Message, joined
from celosia.workflow.guard import Guard, Verdict
from celosia.workflow.residual_risks import ResidualRisk
from celosia.workflow.verify import Verification

FORMAT = 2
"""Of certificates: since 2 they are split in what is public and the evidence."""


@dataclass(frozen=True, slots=True, eq=False)
class PublishedRecipe:
    """What of a recipe may be told of the table that it made.

    Left out is what helps to undo the release (seed, weights, objective, levels, limits), what
    says who is not guarded (use case and controls), and every column that is not published.
    """

    roles: Mapping[str, str]
    """By published column."""
    techniques: tuple[dict[str, Any], ...]
    models: tuple[PrivacyModel, ...]
    nulls: NullPolicy
    method: str
    choice: Choice
    as_written: tuple[str, ...]
    """Published columns in which spellings of a value are values of their own."""
    subject: bool
    """Whether persons were counted, not their records."""
    personal_data: bool
    """Whether it is personal data whatever was measured. Pseudonyms can be undone, and a table that
    was only de-identified (use case A of the guide) is easily linked."""
    residual: tuple[ResidualRisk, ...]
    """What such a recipe leaves open, on whatever table."""

    @classmethod
    def of(cls, recipe: Recipe, columns: tuple[str, ...]) -> PublishedRecipe:
        """Take what may be told of a recipe whose release has these columns."""
        told = {name: role for name, role in recipe.roles.items() if name in columns}
        coded = set(recipe.pseudonymized) & set(columns)
        return cls(
            roles={name: role.value for name, role in told.items()},
            techniques=tuple(
                _entries(each, columns) for each in recipe.techniques if _is_seen(each, columns)
            ),
            models=recipe.models,
            nulls=recipe.nulls,
            method="node" if recipe.node else recipe.method,
            choice=recipe.choice,
            as_written=tuple(name for name in recipe.as_written if name in columns),
            subject=bool(recipe.subject),
            personal_data=bool(coded) or recipe.use_case is UseCase.INTERNAL_DEIDENTIFIED,
            residual=risks_of_recipe(recipe),
        )


def _entries(technique: Technique, columns: tuple[str, ...]) -> dict[str, Any]:
    """Tell a technique's parameters; its kind alone if it is about a column that is not there."""
    told = published_entries(technique)
    return told if set(technique.about) <= set(columns) else {"kind": told["kind"]}


def _is_seen(technique: Technique, columns: tuple[str, ...]) -> bool:
    """Tell whether a technique changed published columns, or records and no column."""
    return not technique.changes or bool(set(technique.changes) & set(columns))


def risks_of_recipe(recipe: Recipe) -> tuple[ResidualRisk, ...]:
    """Say what a recipe leaves open, whatever the table is.

    References: Wong et al., VLDB 2007, and Cormode et al., VLDB 2010 (minimality); Cohen, USENIX
    Security 2022 (downcoding); Ganta, Kasiviswanathan and Smith, KDD 2008 (composition).
    """
    family = recipe.how.family
    found = []
    if looks_at_sensitive(recipe):
        found.append(ResidualRisk("minimality"))
    if family is MethodFamily.GROUPS or (family is MethodFamily.LEVELS and not recipe.node):
        found.append(ResidualRisk("downcoding"))
    found.append(ResidualRisk("composition"))
    if not recipe.subject and recipe.rows is None:
        found.append(ResidualRisk("rows-per-person"))
    return tuple(found)


def looks_at_sensitive(recipe: Recipe) -> bool:
    """Tell whether what is published was chosen by looking at sensitive values.

    Models that judge them decide how far is generalized, or who is left out.
    """
    judged = any(model.sensitive for model in recipe.deciding.models)
    chosen = not recipe.node or recipe.suppression > 0
    return judged and chosen and recipe.how.family is not MethodFamily.UNTOUCHED


def certificate(
    after: Verification,
    recipe: PublishedRecipe,
    guard: Guard,
    output: Mapping[str, Any],
    commitments: Mapping[str, str],
) -> dict[str, Any]:
    """Say what holds for a published table; columns, counts and parameters, never a value.

    Parameters
    ----------
    after
        What was read again from the published table.
    recipe
        What may be told of what was asked for.
    guard
        How far columns of the published table tell records apart.
    output
        The name of the published table, and what tells it from any other.
    commitments
        Hashes of the original (`input`) and of what belongs to it, with a salt that stays with the
        owner: without it they tell nothing.
    """
    return {
        "format": FORMAT,
        "statement": statement(after, recipe, guard).text(ENGLISH),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"celosia": version("celosia")},
        **{about: {"commitment": hashed} for about, hashed in commitments.items()},
        "output": {**output, "records": after.figures.records + after.excluded},
        "roles": dict(recipe.roles),
        "techniques": list(recipe.techniques),
        "personal_data": recipe.personal_data,
        "models": after.certified(),
        "null_policy": recipe.nulls.value,
        "values_compared": values_compared(recipe).text(ENGLISH),
        "method": recipe.method,
        "choice": recipe.choice.value,
        "counted": "persons" if recipe.subject else "records",
        "after": _figures(after, recipe),
        "guard": guard.to_dict(),
        "residual_risks": [risk.to_dict() for risk in risks_of(after, recipe, guard)],
        "said": {language: _said(after, recipe, guard, language) for language in languages()},
    }


def values_compared(recipe: PublishedRecipe) -> Message:
    """Say when two texts are one value."""
    if not recipe.as_written:
        return Message("workflow.values-compared")
    return Message("workflow.values-compared-but", columns=recipe.as_written)


def _said(
    after: Verification, recipe: PublishedRecipe, guard: Guard, language: Language
) -> dict[str, Any]:
    """Say it in one language; a page for everybody is made of it."""
    risks = risks_of(after, recipe, guard)
    return {
        "statement": statement(after, recipe, guard).text(language),
        "models": [model_name(model).text(language) for model in recipe.models],
        "residual_risks": [risk.told.text(language) for risk in risks],
    }


def risks_of(
    after: Verification, recipe: PublishedRecipe, guard: Guard
) -> tuple[ResidualRisk, ...]:
    """Put what the classes, the columns and the recipe leave open one after the other.

    What was found in the classes of records denies nothing of persons, and is not told then.
    """
    found = after.residual
    if _is_private(after, recipe):
        found = (ResidualRisk("measured-in-persons"),)
    return (*found, *guard.residual, *recipe.residual)


def _is_private(after: Verification, recipe: PublishedRecipe) -> bool:
    """Tell whether persons were counted whom the published table does not tell apart."""
    return recipe.subject and after.figures.persons is None


def _figures(after: Verification, recipe: PublishedRecipe) -> dict[str, Any]:
    """Give what was measured; figures of records say nothing of persons, and are not told then."""
    told = after.figures.to_dict()
    if not _is_private(after, recipe):
        return told
    return {name: told[name] for name in ("records", "classes", "persons", "min_persons")}


def statement(after: Verification, recipe: PublishedRecipe, guard: Guard) -> Message:
    """Say in one sentence what was measured; never that the data are anonymous."""
    measured = {
        "columns": after.quasi_identifiers,
        "nulls": nulls_told(recipe.nulls),
        "risk": _highest_risk(after, recipe),
    }
    said = Message("workflow.release-meets-no-model", **measured)
    if recipe.models and recipe.subject:
        said = Message(
            "workflow.release-meets-in-persons", models=map(model_name, recipe.models), **measured
        )
    elif recipe.models:
        said = Message("workflow.release-meets", models=map(model_name, recipe.models), **measured)
    parts = [said]
    if guard.verdict is not Verdict.GUARDED:
        parts.append(guard.told)
    if recipe.personal_data:
        parts.append(Message("workflow.release-is-personal-data"))
    return joined(parts) if len(parts) > 1 else said


def _highest_risk(after: Verification, recipe: PublishedRecipe) -> float:
    """Give the highest prosecutor risk; where persons are not published, what the models promise.

    How many persons a class has cannot be seen in the table then, so it is not told.
    """
    if not recipe.subject or after.figures.persons is not None:
        return after.figures.risk.highest
    return 1 / max((model.least_size for model in recipe.models), default=1)


def nulls_told(nulls: NullPolicy) -> Message:
    """Say how nulls were counted."""
    return Message(f"workflow.nulls-{nulls.value}")
