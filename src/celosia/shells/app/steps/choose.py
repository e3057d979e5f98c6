"""The step *choose*: all candidates, one of them picked, and the result before deciding."""

from __future__ import annotations

from dataclasses import dataclass

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.model_names import model_names
from celosia.shells.app.needs import QUASI_IDENTIFIERS, ROLES, TABLE
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.results import Result, about, newest
from celosia.shells.app.step import STEPS, Need, Step
from celosia.shells.app.steps.candidates import candidates_card
from celosia.shells.app.steps.result import result_card
from celosia.shells.app.steps.techniques_only import only_techniques
from celosia.shells.app.steps.use_case import needs_no_k
from celosia.shells.app.steps.why_panel import why_card
from celosia.shells.app.texts import choose as texts, techniques
from celosia.shells.service import Project


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
        with parts.panel(page, techniques.ONLY_TITLE, "handyman"):
            parts.why(page, page.say(techniques.ONLY_WHY))
            only_techniques(page)
    if choice.release is not None:
        result_card(page, choice.release, choice.columns, choice.released_columns)
        why_card(page, choice.release, choice.cost, choice.alternatives)
        parts.forward(page)


def _without_goal(page: PageSession, choice: Choice) -> None:
    """Offer what can be made where nothing is asked for, as it was meant."""
    parts.note(page.say(techniques.NO_GOAL_ASKED), "warning")
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
