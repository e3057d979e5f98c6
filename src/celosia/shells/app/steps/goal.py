"""Step 4: how well people must be hidden, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.model_names import model_names
from celosia.shells.app.results import Result, newest
from celosia.shells.app.step import Step
from celosia.shells.app.steps.k_curve import curve_card
from celosia.shells.app.texts import common, goal as texts
from celosia.shells.app.walk import Walk

DEFAULT_K = 5


@dataclass(frozen=True, slots=True)
class Goal:
    """The recipe so far, and the curve if it was worked out."""

    recipe: celosia.Recipe | None
    curve: Result | None = None


def load(walk: Walk) -> Goal:
    """Read the recipe and the newest curve."""
    if walk.project.source is None or not walk.project.recipe().roles:
        return Goal(None)
    return Goal(walk.project.recipe(), newest(walk.desk, walk.project, "k-curve"))


def show(walk: Walk, goal: Goal) -> None:
    """Draw the curve, and everything that can be asked for."""
    recipe = goal.recipe
    if recipe is None:
        parts.empty(walk, walk.say(common.FIRST_ROLES), 0)
        return
    if not recipe.quasi_identifiers:
        parts.empty(walk, walk.say(common.NO_QUASI_IDENTIFIERS), 1)
        return
    parts.intro(walk.say(texts.INTRO))
    fields: dict[str, Any] = {}
    with parts.card(walk.say(texts.GOAL)):
        _main_fields(walk, recipe, fields)
    curve_card(walk, goal.curve, k_of(recipe))
    _sensitive_fields(walk, recipe, fields)
    _weight_fields(walk, recipe, fields)

    async def save() -> None:
        await walk.change(lambda present: _decided(present, fields))

    shown = _typed(fields)

    async def keep() -> None:
        nonlocal shown
        if _typed(fields) != shown:
            await walk.change(lambda present: _decided(present, fields), redraw=False)
            shown = _typed(fields)

    walk.keep = keep
    with parts.line():
        parts.button(walk, walk.say(texts.SAVE), save, icon="save", name="save-goal")
    parts.forward(walk, 4)


def _typed(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: field.value for name, field in fields.items()}


def k_of(recipe: celosia.Recipe) -> int:
    """Give the k asked for, else the usual one."""
    return next((m.k for m in recipe.models if isinstance(m, celosia.KAnonymity)), DEFAULT_K)


def _main_fields(walk: Walk, recipe: celosia.Recipe, fields: dict[str, Any]) -> None:
    with parts.line():
        fields["k"] = ui.number(walk.say(texts.K), value=k_of(recipe), min=2, precision=0)
        fields["k"].props('outlined data-name="k"').classes("grow")
        share = round(100 * recipe.suppression, 4)
        fields["suppression"] = ui.number(
            walk.say(texts.SUPPRESSION), value=share, min=0, max=100, step=0.5
        )
        fields["suppression"].props('outlined data-name="suppression"').classes("grow")
        choices = {name: walk.say(text) for name, text in texts.NULL_CHOICES.items()}
        fields["nulls"] = ui.select(choices, value=recipe.nulls.value, label=walk.say(texts.NULLS))
        fields["nulls"].props("outlined").classes("grow")


def _sensitive_fields(walk: Walk, recipe: celosia.Recipe, fields: dict[str, Any]) -> None:
    asked = {(type(m), getattr(m, "attribute", None)): m for m in recipe.models}
    with parts.card(walk.say(texts.SENSITIVE)):
        parts.why(walk, walk.say(texts.SENSITIVE_WHY))
        if not recipe.sensitive:
            ui.label(walk.say(texts.NO_SENSITIVE)).classes("quiet")
        for column in recipe.sensitive:
            l_model = asked.get((celosia.DistinctLDiversity, column))
            t_model = asked.get((celosia.TCloseness, column))
            with parts.line():
                l_field = ui.number(
                    walk.say(texts.L, column=column),
                    value=getattr(l_model, "l", None),
                    min=2,
                    precision=0,
                )
                t_field = ui.number(
                    walk.say(texts.T, column=column),
                    value=getattr(t_model, "t", None),
                    min=0,
                    max=1,
                    step=0.05,
                )
                for field in (l_field, t_field):
                    field.props("outlined clearable").classes("grow")
                fields[f"l {column}"], fields[f"t {column}"] = l_field, t_field
        if others := _other_models(recipe):
            names = model_names(map(str, others), walk.language)
            ui.label(walk.say(texts.OTHER_MODELS, models=names)).classes("quiet")


def _weight_fields(walk: Walk, recipe: celosia.Recipe, fields: dict[str, Any]) -> None:
    with ui.expansion(walk.say(texts.WEIGHTS), icon="balance").classes("part w-full"):
        parts.why(walk, walk.say(texts.WEIGHTS_WHY))
        with parts.line():
            for column in recipe.quasi_identifiers:
                weight = recipe.weights.get(column, 1.0)
                choices = {w: walk.say(text) for w, text in texts.IMPORTANCES.items()}
                fields[f"weight {column}"] = ui.select(
                    {weight: f"{weight:g}", **choices},
                    value=weight,
                    label=walk.say(texts.WEIGHT, column=column),
                ).props("outlined")


def _other_models(recipe: celosia.Recipe) -> list[celosia.PrivacyModel]:
    """Give the models that have no field here; they stay as they are."""
    with_field = (celosia.KAnonymity, celosia.DistinctLDiversity, celosia.TCloseness)
    return [model for model in recipe.models if not isinstance(model, with_field)]


def _decided(recipe: celosia.Recipe, fields: dict[str, Any]) -> celosia.Recipe:
    """Take what the fields say."""
    models: list[celosia.PrivacyModel] = []
    for column in recipe.sensitive:
        if (l := fields[f"l {column}"].value) is not None:
            models.append(celosia.DistinctLDiversity(column, int(l)))
        if (t := fields[f"t {column}"].value) is not None:
            models.append(celosia.TCloseness(column, float(t)))
    weights = {c: float(fields[f"weight {c}"].value) for c in recipe.quasi_identifiers}
    k = int(parts.number_of(fields["k"].value, DEFAULT_K))
    return replace(
        recipe,
        models=(celosia.KAnonymity(k), *models, *_other_models(recipe)),
        suppression=parts.number_of(fields["suppression"].value, 0.0) / 100,
        nulls=celosia.NullPolicy(fields["nulls"].value),
        weights={column: weight for column, weight in weights.items() if weight != 1.0},
        node={},
    )


STEP = Step("goal", load, show, jobs=("k-curve",))
