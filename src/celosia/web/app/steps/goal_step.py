"""How well people must be hidden, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from nicegui import ui

import celosia
from celosia.core.model import model_parameters
from celosia.core.parameters import Whole
from celosia.methods.method import Choice
from celosia.models import KAnonymity
from celosia.recipe.recipe import with_reasons
from celosia.text.messages import Message
from celosia.web.app import look, parts
from celosia.web.app.fields import DECIMALS, PERCENT, choice_field, number_field, number_in
from celosia.web.app.page_session import PageSession, Result, newest
from celosia.web.app.step import QUASI_IDENTIFIERS, ROLES, STEPS, TABLE, AppStep
from celosia.web.app.steps.know_step import needs_no_k
from celosia.web.app.steps.protections import Protections
from celosia.workflow.guard import published_exactly

ROWS = (2, 3, 5, 10, 15, 20, 30, 50)
"""Of which k the table tells; the chart draws all that were worked out."""
AS_PERCENT = """share => share.toLocaleString('{language}', {{style: 'percent',
    maximumFractionDigits: 1}})"""
"""How the browser writes shares, as people of the language do."""

IMPORTANCES: Mapping[float, Message] = {
    0.25: Message("app.goal-importances-0-25"),
    1.0: Message("app.goal-importances-1-0"),
    4.0: Message("app.goal-importances-4-0"),
}
"""How much a column matters beside the others, in words."""


def null_choice(policy: celosia.NullPolicy) -> Message:
    """Say what an unknown value is taken for."""
    return Message(f"app.goal-null-choices-{policy.value}")


def curve_card(page: PageSession, curve: Result | None, k: int | None) -> None:
    """Draw the curve, with the `k` that is asked for, or offer to work it out."""

    async def work_out() -> None:
        await page.start("k-curve")

    with parts.card(page.say(Message("app.goal-curve"))):
        if curve is None:
            ui.label(page.say(Message("app.goal-no-curve")))
        elif not curve.fresh:
            parts.note(page.say(Message("app.stale")), "warning")
        if curve is not None and not curve.told["points"]:
            parts.note(page.say(Message("app.goal-no-point")), "warning")
        elif curve is not None:
            _draw_suggestion(page, curve.told, k)
            _draw_chart(page, curve.told, k)
            _draw_table(page, curve.told)
        caption = (
            Message("app.goal-draw-curve") if curve is None else Message("app.goal-draw-again")
        )
        with parts.line():
            parts.button(
                page,
                page.say(caption),
                work_out,
                icon="show_chart",
                quiet=curve is not None,
                name="curve",
            )


def _draw_suggestion(page: PageSession, told: dict[str, Any], k: int | None) -> None:
    knee = told["proposed"]
    point = next((point for point in told["points"] if point["k"] == knee), None)
    if point is None:
        parts.why(page, page.say(Message("app.goal-no-knee")))
        return
    loss, risk = page.percent(point["loss"], 1), page.percent(point["highest_risk"], 1)
    parts.why(page, page.say(Message("app.goal-knee-why"), k=knee, loss=loss, risk=risk))
    if knee == k:
        return

    async def use() -> None:
        await page.keep()
        await page.change(lambda recipe: with_k(recipe, knee))

    with parts.line():
        parts.button(
            page, page.say(Message("app.goal-use-knee"), k=knee), use, quiet=True, name="use-knee"
        )


def with_k(recipe: celosia.Recipe, k: int) -> celosia.Recipe:
    """Ask for another k, and leave the other models as they are."""
    others = [model for model in recipe.models if not isinstance(model, KAnonymity)]
    return replace(recipe, models=(KAnonymity(k), *others), node={})


def _draw_chart(page: PageSession, told: dict[str, Any], k: int | None) -> None:
    points, marks = told["points"], []
    if k is not None:
        marks.append(
            {"xAxis": str(k), "label": {"formatter": page.say(Message("app.goal-your-k"))}}
        )
    if told["proposed"] is not None and told["proposed"] != k:
        suggested = {
            "formatter": page.say(Message("app.goal-suggested")),
            "position": "insideEndTop",
        }
        marks.append({"xAxis": str(told["proposed"]), "label": suggested})
    lines = (
        (Message("app.goal-loss"), "loss", look.PRIMARY, "solid", "circle"),
        (Message("app.goal-risk"), "highest_risk", look.BAD, "dashed", "diamond"),
        (Message("app.goal-left-out"), "suppressed", look.QUIET, "dotted", "triangle"),
    )
    series = [
        {
            "type": "line",
            "name": page.say(name),
            "data": [round(point[key], 4) for point in points],
            "color": colour,
            "symbol": symbol,
            "symbolSize": 6,
            "lineStyle": {"type": kind, "width": 2},
        }
        for name, key, colour, kind, symbol in lines
    ]
    line = {"color": "#1b2429", "type": "solid"}
    percent = AS_PERCENT.format(language=page.language)
    series[0]["markLine"] = {"symbol": "none", "data": marks, "lineStyle": line}
    parts.chart(
        {
            "legend": {"top": 0},
            "grid": {"left": 50, "right": 30, "top": 50, "bottom": 45},
            "tooltip": {"trigger": "axis", ":valueFormatter": percent},
            "xAxis": {
                "type": "category",
                "name": "k",
                "nameLocation": "middle",
                "nameGap": 28,
                "data": [str(point["k"]) for point in points],
            },
            "yAxis": {
                "type": "value",
                "min": 0,
                "max": 1,
                "axisLabel": {":formatter": percent},
            },
            "series": series,
        },
        page.say(Message("app.goal-curve-said"), first=points[0]["k"], last=points[-1]["k"]),
    ).style("height: 300px")


def _draw_table(page: PageSession, told: dict[str, Any]) -> None:
    shown = [point for point in told["points"] if point["k"] in ROWS]
    with parts.panel(page, Message("app.goal-as-table"), "table_rows", "w-full"):
        parts.plain_table(
            [
                "k",
                page.say(Message("app.goal-loss")),
                page.say(Message("app.goal-risk")),
                page.say(Message("app.goal-left-out")),
            ],
            [
                [
                    str(point["k"]),
                    page.percent(point["loss"], 1),
                    page.percent(point["highest_risk"], 1),
                    page.percent(point["suppressed"], 1),
                ]
                for point in shown
            ],
            page.say(Message("app.goal-curve")),
        )


ANY_K = model_parameters("k-anonymity")["k"]
assert isinstance(ANY_K, Whole)
K = replace(ANY_K, least=2)
"""With 1 nobody would be hidden."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The recipe so far, and the curve if it was worked out."""

    recipe: celosia.Recipe
    curve: Result | None = None


def load(page: PageSession) -> Goal:
    """Read the recipe and the newest curve."""
    return Goal(page.project.recipe(), newest(page.app, page.project, "k-curve"))


def show(page: PageSession, goal: Goal) -> None:
    """Draw the curve, and everything that can be asked for."""
    recipe = goal.recipe
    form = GoalForm(page, recipe)
    with parts.card(page.say(Message("app.goal"))):
        form.draw_main_fields()
    curve_card(page, goal.curve, k_of(recipe))
    form.protections = Protections(page, recipe)
    form.draw_weight_fields()
    if recipe.models or needs_no_k(recipe):  # else the usual k is shown, and is not stored yet
        form.begin()
    page.keep = form.keep
    with parts.line():
        parts.button(
            page, page.say(Message("app.goal-save")), form.save, icon="save", name="save-goal"
        )
    parts.forward(page)


def objectives() -> dict[str, Message]:
    """Give what the best candidate may minimize."""
    return {name: each.title for name, each in celosia.OBJECTIVES.items()}


def ways_to_choose() -> dict[str, Message]:
    """Give what may decide among the candidates."""
    return {each.value: each.told for each in Choice}


def k_of(recipe: celosia.Recipe) -> int | None:
    """Give the k asked for, if any is."""
    return next((m.k for m in recipe.models if isinstance(m, KAnonymity)), None)


class GoalForm:
    """Everything that can be asked for, and what the fields say of it."""

    protections: Protections

    def __init__(self, page: PageSession, recipe: celosia.Recipe) -> None:
        self._page, self._recipe = page, recipe
        self._fields: dict[str, Any] = {}
        self._reasons: dict[str, ui.input] = {}
        self._shown: object = None

    def draw_main_fields(self) -> None:
        """Ask for k, for the records that may be left out, and what an unknown value is."""
        page, recipe, fields = self._page, self._recipe, self._fields
        share = round(100 * recipe.suppression, 4)
        said = page.say(Message("app.goal-suppression"))
        choices = {policy.value: page.say(null_choice(policy)) for policy in celosia.NullPolicy}
        with ui.element("div").classes("fields"):
            asked = k_of(recipe)
            fields["k"] = number_field(
                page, page.say(Message("app.goal-k")), asked or K.usual, K, "k"
            )
            if needs_no_k(recipe):
                fields["no k"] = ui.checkbox(
                    page.say(Message("app.goal-no-k")), value=asked is None
                )
                fields["no k"].props('data-name="no-k"')
                fields["k"].bind_enabled_from(fields["no k"], "value", lambda checked: not checked)
            fields["suppression"] = number_field(page, said, share, PERCENT, "suppression", 0.5)
            fields["nulls"] = choice_field(
                page.say(Message("app.goal-nulls")), recipe.nulls.value, choices, "nulls"
            )
            best = {name: page.say(title) for name, title in objectives().items()}
            best.setdefault(recipe.objective, recipe.objective)
            fields["objective"] = choice_field(
                page.say(Message("app.goal-objective")), recipe.objective, best, "objective"
            )
            ways = {name: page.say(told) for name, told in ways_to_choose().items()}
            fields["choice"] = choice_field(
                page.say(Message("app.goal-choice")), recipe.choice.value, ways, "choice"
            )
        self._draw_exact_field()

    def _draw_exact_field(self) -> None:
        """Ask which columns may be published though their values tell people apart."""
        page, recipe = self._page, self._recipe
        with parts.panel(page, Message("app.goal-exact"), "fingerprint"):
            parts.why(page, page.say(Message("app.goal-exact-why")))
            self._fields["exact"] = ui.select(
                list(published_exactly(recipe.roles)),
                value=[name for name in recipe.exact if name in published_exactly(recipe.roles)],
                label=page.say(Message("app.goal-exact")),
                multiple=True,
                on_change=lambda: self._draw_reasons(),
            )
            self._fields["exact"].props('outlined use-chips data-name="exact"').classes("wide")
            self._reasons_place = ui.element("div").classes("w-full")
        self._draw_reasons()

    def _draw_reasons(self) -> None:
        """Ask of each column that may be published exactly why it may."""
        page = self._page
        known = self._recipe.exact_reasons | self._typed_reasons
        self._reasons_place.clear()
        self._reasons = {}
        with self._reasons_place:
            for column in self._fields["exact"].value:
                field = ui.input(
                    page.say(Message("app.goal-exact-reason"), column=column),
                    value=known.get(column, ""),
                )
                field.props('outlined dense maxlength="1000"').classes("w-full")
                field.props["data-name"] = f"exact-reason-{column}"
                self._reasons[column] = field

    @property
    def _typed_reasons(self) -> dict[str, str]:
        return {column: str(field.value or "") for column, field in self._reasons.items()}

    def draw_weight_fields(self) -> None:
        """Ask which columns matter most."""
        page, recipe = self._page, self._recipe
        choices = {w: page.say(text) for w, text in IMPORTANCES.items()}
        with parts.panel(page, Message("app.goal-weights"), "balance"):
            parts.why(page, page.say(Message("app.goal-weights-why")))
            with parts.line():
                for column in recipe.quasi_identifiers:
                    weight = recipe.weights.get(column, 1.0)
                    self._fields[f"weight {column}"] = ui.select(
                        {weight: look.plain(weight, page.language, DECIMALS), **choices},
                        value=weight,
                        label=page.say(Message("app.goal-weight"), column=column),
                    )
                    self._fields[f"weight {column}"].props("outlined").classes("wide")

    def begin(self) -> None:
        """Remember what the fields hold: it is what is stored."""
        self._shown = self._typed

    async def save(self) -> None:
        """Save, and draw what follows from it."""
        await self._page.change(self._decision())

    async def keep(self) -> None:
        """Save what was typed and not saved yet."""
        if self._typed != self._shown:
            await self._page.change(self._decision(), redraw=False)
            self.begin()

    @property
    def _typed(self) -> object:
        fields = [field.value for field in self._fields.values()]
        return fields, self._typed_reasons, self.protections.typed

    def _decision(self) -> Callable[[celosia.Recipe], celosia.Recipe]:
        """Read all fields before anything is changed; nothing is, where one of them is wrong."""
        fields = self._fields
        k = number_in(K, fields["k"].value)
        share = number_in(PERCENT, fields["suppression"].value)
        models = self.protections.models()
        if k is None or share is None or models is None:
            told = Message("app.goal-not-saved")
            raise celosia.ParameterError(told)
        asked = () if "no k" in fields and fields["no k"].value else (KAnonymity(int(k)),)
        weights = {c: float(fields[f"weight {c}"].value) for c in self._recipe.quasi_identifiers}
        changed: dict[str, Any] = {
            "models": (*asked, *models),
            "suppression": share / 100,
            "nulls": celosia.NullPolicy(fields["nulls"].value),
            "objective": str(fields["objective"].value),
            "choice": Choice(fields["choice"].value),
            "weights": {column: weight for column, weight in weights.items() if weight != 1.0},
            "node": {},
            "exact": {c: why.strip() for c, why in self._typed_reasons.items()},
        }
        if not self.protections.needs_population:
            changed |= {"population": None, "population_subject": ()}
        return lambda recipe: _changed(recipe, changed)


def _changed(recipe: celosia.Recipe, entries: dict[str, Any]) -> celosia.Recipe:
    """Change a recipe in whose roles another tab may have decided something meanwhile."""
    hidden = set(recipe.sensitive)
    models = tuple(m for m in entries["models"] if set().union(*m.sensitive) <= hidden)
    weights = {c: w for c, w in entries["weights"].items() if c in recipe.quasi_identifiers}
    published = published_exactly(recipe.roles)
    exact = {name: why for name, why in entries["exact"].items() if name in published}
    kept = {"models": models, "weights": weights, "exact": with_reasons(exact)}
    return replace(recipe, **{**entries, **kept})


STEPS.add(
    "goal",
    AppStep(
        Message("app.goal-title"),
        Message("app.goal-intro"),
        load,
        show,
        needs=(TABLE, ROLES, QUASI_IDENTIFIERS),
        jobs=("k-curve",),
    ),
    order=4,
)
