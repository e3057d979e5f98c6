"""All candidates, one of them picked, and the result before deciding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.grid_element import rows_grid
from celosia.web.app.model_words import model_names
from celosia.web.app.needs import QUASI_IDENTIFIERS, ROLES, TABLE
from celosia.web.app.page_session import PageSession, Result, about, newest
from celosia.web.app.step import STEPS, Need, Step
from celosia.web.app.steps.candidates_view import candidates_card
from celosia.web.app.steps.know_step import needs_no_k
from celosia.web.app.steps.techniques_card import only_techniques
from celosia.web.app.steps.techniques_shown import applied_names, personal_note
from celosia.web.app.texts import choose_words as texts, common_words, technique_words
from celosia.web.service import SOURCE, Project


def why_card(
    page: PageSession, release: Result, cost: Result | None, alternatives: Result | None
) -> None:
    """Show the explanation, or offer to work it out."""

    async def explain() -> None:
        await page.start("compare", release=release.job.id)
        await page.start("alternatives")

    with parts.card(page.say(texts.WHY_TITLE)):
        if cost is not None:
            _costs(page, cost.told)
        if alternatives is not None:
            if not alternatives.fresh:
                parts.note(page.say(common_words.STALE), "warning")
            _changes(page, alternatives.told["alternatives"])
        if cost is None and alternatives is None:
            ui.label(page.say(texts.NOT_EXPLAINED))
        if cost is None or alternatives is None or not alternatives.fresh:
            with parts.line():
                caption = page.say(texts.EXPLAIN)
                parts.button(page, caption, explain, icon="help", quiet=True, name="explain")


def _costs(page: PageSession, told: dict[str, Any]) -> None:
    lost = {
        name: column["ncp"]
        for name, column in told["columns"].items()
        if isinstance(column["ncp"], float | int)
    }
    if not lost:
        return
    ui.label(page.say(texts.COSTS)).classes("strong")
    for name, share in sorted(lost.items(), key=lambda item: -item[1]):
        parts.meter(name, share, page.percent(share, 1), "")
    most = [name for name, share in lost.items() if share == max(lost.values())]
    ui.label(page.say(texts.COSTS_MOST, columns=", ".join(most)))
    ui.label(page.say(texts.COSTS_LEFT_OUT)).classes("quiet")


def _changes(page: PageSession, found: list[dict[str, Any]]) -> None:
    now = next(
        (each["loss"] for each in found if each["what"] == "as it is" and each["achievable"]), None
    )
    rows = []
    for each in found:
        what = page.say(texts.WHATS[each["what"]], column=each["column"])
        if not each["achievable"]:
            rows.append([what, page.say(texts.IMPOSSIBLE), "–", "–"])
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
        page.say(texts.CHANGE),
        page.say(texts.LOSS_THEN),
        page.say(texts.DIFFERENCE),
        page.say(texts.LEFT_OUT),
    ]
    parts.plain_table(header, rows, page.say(texts.CHANGES))
    ui.label(page.say(texts.LOST_WHOLE)).classes("quiet")


def _points(page: PageSession, change: float | None) -> str:
    """Write by how many points of a percentage a loss changes."""
    if change is None:
        return page.number(None)
    return ("+" if change > 0 else "") + page.number(100 * change, 2)


def result_card(
    page: PageSession, release: Result, columns: tuple[str, ...], released: tuple[str, ...]
) -> None:
    """Show what was made, before anybody decides to publish it."""
    with parts.card(page.say(texts.RESULT)):
        if not release.fresh:
            parts.note(page.say(common_words.STALE), "warning")
        ui.label(page.say(texts.MADE_BY, way=way_of(page, release.told))).classes("strong")
        applied_names(page, (step["kind"] for step in release.told["techniques"]))
        personal_note(page, release.told["pseudonymized"])
        with ui.element("div").classes("two"):
            with ui.element("div").classes("stack"):
                ui.label(page.say(texts.ORIGINAL)).classes("strong")
                records = release.told["records_in"]
                rows_grid(page, SOURCE, columns, records, page.say(texts.ORIGINAL))
            with ui.element("div").classes("stack"):
                ui.label(page.say(texts.RELEASED)).classes("strong")
                records = release.told["records_out"]
                rows_grid(page, release.job.id, released, records, page.say(texts.RELEASED))
        ui.label(page.say(texts.SHUFFLED)).classes("quiet")
        _figures(page, release.told)


def way_of(page: PageSession, told: dict[str, Any]) -> str:
    """Say how a release was made."""
    if told["method"] == celosia.UNTOUCHED_METHOD:
        return page.say(technique_words.WAY_ONLY)
    if "node" not in told:
        method = told.get("grouped_by", told["method"])
        how = celosia.METHODS[method]
        said = texts.GROUPED if how.groups else texts.BY_METHOD
        return page.say(said, method=page.say(how.title))
    pairs = zip(told["attributes"], told["node"], strict=True)
    return page.say(texts.LEVELS, levels=", ".join(f"{name} {level}" for name, level in pairs))


def _figures(page: PageSession, told: dict[str, Any]) -> None:
    before, after = told["before"], told["after"]
    rows = [
        [
            page.say(texts.RECORDS),
            page.number(before["records"]),
            f"{page.number(told['records_out'])}",
        ],
        [page.say(texts.CLASSES), page.number(before["classes"]), page.number(after["classes"])],
        [
            page.say(texts.SMALLEST),
            page.number(before["min_class"]),
            page.number(after["min_class"]),
        ],
        [
            page.say(texts.UNIQUES),
            page.number(before["unique_records"]),
            page.number(after["unique_records"]),
        ],
        [
            page.say(texts.RISK),
            page.percent(before["highest_prosecutor_risk"], 1),
            page.percent(after["highest_prosecutor_risk"], 1),
        ],
        [page.say(texts.LOSS), page.percent(0.0, 1), page.percent(told["loss"], 1)],
    ]
    header = ["", page.say(texts.BEFORE), page.say(texts.AFTER)]
    parts.plain_table(header, rows, page.say(texts.FIGURES))


def _has_goal(project: Project) -> bool:
    recipe = project.recipe()
    return bool(recipe.models) or needs_no_k(recipe)


GOAL = Need(_has_goal, texts.NO_GOAL, "goal")


@dataclass(frozen=True, slots=True)
class Choice:
    """What was found so far."""

    recipe: celosia.Recipe
    candidates: Result | None = None
    release: Result | None = None
    columns: tuple[str, ...] = ()
    released_columns: tuple[str, ...] = ()
    cost: Result | None = None
    alternatives: Result | None = None


def load(page: PageSession) -> Choice:
    """Read the newest results."""
    project, app = page.project, page.app
    release = newest(app, project, "anonymize")
    released: tuple[str, ...] = ()
    if release is not None:
        released = app.readers.page(project, release.job.id, 0, 0).columns
    return Choice(
        project.recipe(),
        newest(app, project, "candidates"),
        release,
        app.readers.page(project, limit=0).columns,
        released,
        release and about(app, project, "compare", release.job.id),
        newest(app, project, "alternatives"),
    )


def show(page: PageSession, choice: Choice) -> None:
    """Draw the candidates, the other methods, the result and its why."""
    recipe = choice.recipe
    if not recipe.models:
        _without_goal(page, choice)
        return
    models = model_names(recipe.models, page.language)
    share = page.percent(recipe.suppression, 1)
    parts.note(page.say(texts.GOAL_NOW, models=models, share=share))
    candidates_card(page, choice.candidates, choice.release)
    _groups_card(page)
    if recipe.techniques:
        with parts.panel(page, technique_words.ONLY_TITLE, "handyman"):
            parts.why(page, page.say(technique_words.ONLY_WHY))
            only_techniques(page)
    if choice.release is not None:
        result_card(page, choice.release, choice.columns, choice.released_columns)
        why_card(page, choice.release, choice.cost, choice.alternatives)
        parts.forward(page)


def _without_goal(page: PageSession, choice: Choice) -> None:
    """Offer what can be made where nothing is asked for, as it was meant."""
    parts.note(page.say(technique_words.NO_GOAL_ASKED), "warning")
    only_techniques(page)
    if choice.release is not None:
        result_card(page, choice.release, choice.columns, choice.released_columns)
        parts.forward(page)


def other_methods() -> dict[str, celosia.Method]:
    """Give the methods that are offered beside the candidates: all but those of whole levels.

    Techniques alone have a card of their own.
    """
    return {
        name: how
        for name, how in celosia.METHODS.items()
        if how.family in (celosia.MethodFamily.GROUPS, celosia.MethodFamily.VAGUE)
        and "app" not in how.not_offered
    }


def _groups_card(page: PageSession) -> None:
    with parts.panel(page, texts.GROUPS, "groups"):
        parts.why(page, page.say(texts.GROUPS_WHY))
        with parts.line():
            names = {name: page.say(how.title) for name, how in other_methods().items()}
            method = ui.select(names, value="auto", label=page.say(texts.METHOD))
            method.props('outlined data-name="method"').style("min-width: 20rem")

            async def group() -> None:
                await page.start("anonymize", method=str(method.value))

            parts.button(page, page.say(texts.LOOK), group, icon="visibility", name="group")
        explained = ui.label().classes("quiet").props('data-name="method-explained"')
        explained.bind_text_from(
            method, "value", lambda name: page.say(celosia.METHODS[name].explanation)
        )


STEPS.add(
    "choose",
    Step(
        texts.TITLE,
        texts.INTRO,
        load,
        show,
        needs=(TABLE, ROLES, QUASI_IDENTIFIERS, GOAL),
        jobs=("candidates", "anonymize", "compare", "alternatives"),
    ),
    order=5,
)
