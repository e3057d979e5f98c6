"""All candidates, one of them picked, and the result before deciding."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from nicegui import ui

import celosia
from celosia.core.model import PrivacyModel, model_name
from celosia.methods.method import DEFAULT_METHOD, UNTOUCHED_METHOD, Method
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.fields import FieldsForm, entries_of_method
from celosia.web.app.grid_element import rows_grid
from celosia.web.app.page_session import PageSession, Result, about, newest
from celosia.web.app.step import QUASI_IDENTIFIERS, ROLES, STEPS, TABLE, AppStep, Need
from celosia.web.app.steps.candidates_view import candidates_card
from celosia.web.app.steps.know_step import needs_no_k
from celosia.web.app.steps.remedies_card import refused_release, remedies_card
from celosia.web.app.steps.techniques_card import only_techniques
from celosia.web.service import SOURCE, Job, Project
from celosia.web.service.kinds.alternatives_job import Changed

WHATS: Mapping[Changed, Message] = {
    Changed.NOTHING: Message("app.choose-whats-as-it-is"),
    Changed.LOWER_K: Message("app.choose-whats-k-1"),
    Changed.MORE_SUPPRESSION: Message("app.choose-whats-1-more-suppression"),
    Changed.LEFT_OUT: Message("app.choose-whats-without"),
}
"""The sentence for each choice that the job *alternatives* changes."""


def model_names(models: Iterable[PrivacyModel], language: celosia.Language) -> str:
    """Write the names of models one after another.

    >>> model_names([celosia.models.KAnonymity(5), celosia.models.TCloseness("dx", 0.2)], "es")
    '5-anonimidad, 0,2-proximidad de «dx»'
    """
    return ", ".join(model_name(model).text(language) for model in models)


def why_card(
    page: PageSession, release: Result, cost: Result | None, alternatives: Result | None
) -> None:
    """Show the explanation, or offer to work it out."""

    async def explain() -> None:
        await page.start("compare", release=release.job.id)
        await page.start("alternatives")

    with parts.card(page.say(Message("app.choose-why-title"))):
        if cost is not None:
            _draw_costs(page, cost.told)
        if alternatives is not None:
            if not alternatives.fresh:
                parts.note(page.say(Message("app.stale")), "warning")
            _draw_changes(page, alternatives.told["alternatives"])
        if cost is None and alternatives is None:
            ui.label(page.say(Message("app.choose-not-explained")))
        if cost is None or alternatives is None or not alternatives.fresh:
            with parts.line():
                caption = page.say(Message("app.choose-explain"))
                parts.button(page, caption, explain, icon="help", quiet=True, name="explain")


def _draw_costs(page: PageSession, told: dict[str, Any]) -> None:
    lost = {
        name: column["ncp"]
        for name, column in told["columns"].items()
        if isinstance(column["ncp"], float | int)
    }
    if not lost:
        return
    ui.label(page.say(Message("app.choose-costs"))).classes("strong")
    for name, share in sorted(lost.items(), key=lambda item: -item[1]):
        parts.meter(name, share, page.percent(share, 1), "")
    most = [name for name, share in lost.items() if share == max(lost.values())]
    ui.label(page.say(Message("app.choose-costs-most"), columns=", ".join(most)))
    ui.label(page.say(Message("app.choose-costs-left-out"))).classes("quiet")


def _draw_changes(page: PageSession, found: list[dict[str, Any]]) -> None:
    possible = [each for each in found if each["achievable"]]
    now = next((each["loss"] for each in possible if each["what"] == Changed.NOTHING), None)
    rows = []
    for each in found:
        what = page.say(WHATS[each["what"]], column=each["column"])
        if not each["achievable"]:
            rows.append([what, page.say(Message("app.choose-impossible")), "–", "–"])
            continue
        change = None if now is None else round(each["loss"] - now, 9)
        rows.append(
            [
                what,
                page.percent(each["loss"], 1),
                _points(page, change),
                page.number(each["suppressed"]),
            ]
        )
    header = [
        page.say(Message("app.choose-change")),
        page.say(Message("app.choose-loss-then")),
        page.say(Message("app.choose-difference")),
        page.say(Message("app.choose-left-out")),
    ]
    parts.plain_table(header, rows, page.say(Message("app.choose-changes")))
    ui.label(page.say(Message("app.choose-lost-whole"))).classes("quiet")


def _points(page: PageSession, change: float | None) -> str:
    """Write by how many points of a percentage a loss changes."""
    if change is None:
        return page.number(None)
    return ("+" if change > 0 else "") + page.number(100 * change, 2)


def result_card(
    page: PageSession, release: Result, columns: tuple[str, ...], released: tuple[str, ...]
) -> None:
    """Show what was made, before anybody decides to publish it."""
    with parts.card(page.say(Message("app.choose-result"))):
        if not release.fresh:
            parts.note(page.say(Message("app.stale")), "warning")
        ui.label(page.say(Message("app.choose-made-by"), way=way_of(page, release.told))).classes(
            "strong"
        )
        parts.tell_techniques(page, (step["kind"] for step in release.told["techniques"]))
        parts.personal_note(page, release.told["pseudonymized"])
        parts.verdict_note(page, release.told["guard"])
        with ui.element("div").classes("two"):
            with ui.element("div").classes("stack"):
                ui.label(page.say(Message("app.choose-original"))).classes("strong")
                records = release.told["records_in"]
                rows_grid(page, SOURCE, columns, records, page.say(Message("app.choose-original")))
            with ui.element("div").classes("stack"):
                ui.label(page.say(Message("app.choose-released"))).classes("strong")
                records = release.told["records_out"]
                rows_grid(
                    page,
                    release.job.id,
                    released,
                    records,
                    page.say(Message("app.choose-released")),
                )
        ui.label(page.say(Message("app.choose-shuffled"))).classes("quiet")
        _draw_figures(page, release.told)


def way_of(page: PageSession, told: dict[str, Any]) -> str:
    """Say how a release was made."""
    if told["method"] == UNTOUCHED_METHOD:
        return page.say(Message("app.techniques-way-only"))
    if "node" not in told:
        method = told.get("grouped_by", told["method"])
        how = celosia.METHODS[method]
        said = Message("app.choose-grouped") if how.groups else Message("app.choose-by-method")
        return page.say(said, method=page.say(how.title))
    pairs = zip(told["attributes"], told["node"], strict=True)
    return page.say(
        Message("app.choose-levels"), levels=", ".join(f"{name} {level}" for name, level in pairs)
    )


def _draw_figures(page: PageSession, told: dict[str, Any]) -> None:
    before, after = told["before"], told["after"]
    rows = [
        [
            page.say(Message("app.choose-records")),
            page.number(before["records"]),
            f"{page.number(told['records_out'])}",
        ],
        [
            page.say(Message("app.choose-classes")),
            page.number(before["classes"]),
            page.number(after["classes"]),
        ],
        [
            page.say(Message("app.choose-smallest")),
            page.number(before["min_class"]),
            page.number(after["min_class"]),
        ],
        *(
            [
                [
                    page.say(Message("app.choose-fewest-persons")),
                    page.number(before["min_persons"]),
                    page.number(after["min_persons"]),
                ]
            ]
            if after["min_persons"] is not None
            else []
        ),
        [
            page.say(Message("app.choose-uniques")),
            page.number(before["unique_records"]),
            page.number(after["unique_records"]),
        ],
        [
            page.say(Message("app.choose-risk")),
            page.percent(before["highest_prosecutor_risk"], 1),
            page.percent(after["highest_prosecutor_risk"], 1),
        ],
        [page.say(Message("app.choose-loss")), page.percent(0.0, 1), page.percent(told["loss"], 1)],
    ]
    header = ["", page.say(Message("app.choose-before")), page.say(Message("app.choose-after"))]
    parts.plain_table(header, rows, page.say(Message("app.choose-figures")))


def _has_goal(project: Project) -> bool:
    recipe = project.recipe()
    return bool(recipe.models) or needs_no_k(recipe)


GOAL = Need(_has_goal, Message("app.choose-no-goal"), "goal")


@dataclass(frozen=True, slots=True)
class FoundSoFar:
    """What was found so far."""

    recipe: celosia.Recipe
    candidates: Result | None = None
    release: Result | None = None
    columns: tuple[str, ...] = ()
    released_columns: tuple[str, ...] = ()
    cost: Result | None = None
    alternatives: Result | None = None
    refused: Job | None = None


def load(page: PageSession) -> FoundSoFar:
    """Read the newest results."""
    project, app = page.project, page.app
    release = newest(app, project, "anonymize")
    released: tuple[str, ...] = ()
    if release is not None:
        released = app.readers.page(project, release.job.id, 0, 0).columns
    return FoundSoFar(
        project.recipe(),
        newest(app, project, "candidates"),
        release,
        app.readers.page(project, limit=0).columns,
        released,
        release and about(app, project, "compare", release.job.id),
        newest(app, project, "alternatives"),
        refused_release(page),
    )


def show(page: PageSession, choice: FoundSoFar) -> None:
    """Draw the candidates, the other methods, the result and its why."""
    recipe = choice.recipe
    if choice.refused is not None:
        remedies_card(page, choice.refused)
    if not recipe.models:
        _draw_without_goal(page, choice)
        return
    models = model_names(recipe.models, page.language)
    share = page.percent(recipe.suppression, 1)
    parts.note(page.say(Message("app.choose-goal-now"), models=models, share=share))
    candidates_card(page, choice.candidates, choice.release)
    _draw_methods(page)
    if recipe.techniques:
        with parts.panel(page, Message("app.techniques-only-title"), "handyman"):
            parts.why(page, page.say(Message("app.techniques-only-why")))
            only_techniques(page)
    if choice.release is not None:
        result_card(page, choice.release, choice.columns, choice.released_columns)
        why_card(page, choice.release, choice.cost, choice.alternatives)
        parts.forward(page)


def _draw_without_goal(page: PageSession, choice: FoundSoFar) -> None:
    """Offer what can be made where nothing is asked for, as it was meant."""
    parts.note(page.say(Message("app.techniques-no-goal-asked")), "warning")
    only_techniques(page)
    if choice.release is not None:
        result_card(page, choice.release, choice.columns, choice.released_columns)
        parts.forward(page)


def other_methods() -> dict[str, Method]:
    """Give the methods that are offered beside the candidates, which the usual one finds.

    Techniques alone have a card of their own.
    """
    return {
        name: how
        for name, how in celosia.METHODS.items()
        if name not in (DEFAULT_METHOD, UNTOUCHED_METHOD) and "app" not in how.not_offered
    }


def _told_to(method: str, told: Mapping[str, Any], recipe: celosia.Recipe) -> celosia.Recipe:
    """Tell a method something, whichever the recipe names; one of its family it is from now on."""
    asked = recipe.changed(method=method, node={}).with_options(**told)
    if recipe.how.section == asked.how.section:  # a recipe tells its method nothing of another's
        return asked
    return asked.changed(method=recipe.method, node=recipe.node)


def _draw_methods(page: PageSession) -> None:
    with parts.panel(page, Message("app.choose-groups"), "groups"):
        parts.why(page, page.say(Message("app.choose-groups-why")))
        with parts.line():
            names = {name: page.say(how.title) for name, how in other_methods().items()}
            method = ui.select(names, value="auto", label=page.say(Message("app.choose-method")))
            method.props('outlined data-name="method"').style("min-width: 20rem")

            async def group() -> None:
                told, name = form.told(), str(method.value)
                if told is not None:
                    await to_thread(page.project.change_recipe, partial(_told_to, name, told))
                    await page.start("anonymize", method=name)

            parts.button(
                page, page.say(Message("app.choose-look")), group, icon="visibility", name="group"
            )
        explained = ui.label().classes("quiet").props('data-name="method-explained"')
        explained.bind_text_from(
            method, "value", lambda name: page.say(celosia.METHODS[name].explanation)
        )
        fields = entries_of_method(str(method.value), page.project.recipe())
        form = FieldsForm(page, fields, "method-options")

        def choose(name: str) -> None:
            form.draw(entries_of_method(name, page.project.recipe()))

        method.on_value_change(lambda event: choose(str(event.value)))


STEPS.add(
    "choose",
    AppStep(
        Message("app.choose-title"),
        Message("app.choose-intro"),
        load,
        show,
        needs=(TABLE, ROLES, QUASI_IDENTIFIERS, GOAL),
        jobs=("candidates", "anonymize", "compare", "alternatives"),
    ),
    order=5,
)
