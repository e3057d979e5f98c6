"""What can be done with columns for which a release was refused: a button for each remedy."""

from __future__ import annotations

from functools import partial

from nicegui import ui

import celosia
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession
from celosia.web.service import Job, JobState
from celosia.workflow.change_recipe import apply_remedy
from celosia.workflow.remedies import EXACT, Remedy, Unguarded


def refused_release(page: PageSession) -> Job | None:
    """Find the newest attempt at a release, if it was refused for columns that tell people apart.

    Once another one is asked for, or decisions from before it hold again, it is not offered.
    """
    job = next(iter(page.app.jobs.list(page.project, "anonymize")), None)
    if job is None or job.state is not JobState.FAILED or not job.unguarded:
        return None
    return job if job.recipe_version in page.project.history.past else None


def remedies_card(page: PageSession, job: Job) -> None:
    """Draw the columns of a refused release, each with what can be done."""
    asked, now = page.project.recipe(job.recipe_version), page.project.recipe()
    left = [each for each in job.unguarded if not is_settled(asked, now, each.column)]
    with parts.card(page.say(Message("app.remedies-title"))):
        if left:
            parts.note(page.say(Message("app.remedies-why")), "warning")
        for each in left:
            _draw_column(page, each)
        if not left:
            _draw_again(page, job, asked, now)


def is_settled(asked: celosia.Recipe, now: celosia.Recipe, column: str) -> bool:
    """Tell whether anything was decided of a column since a recipe was asked for."""
    return _decided(asked, column) != _decided(now, column)


def _decided(recipe: celosia.Recipe, column: str) -> object:
    done = [each for each in recipe.techniques if column in each.changes]
    return recipe.roles.get(column), column in recipe.exact, done


def _draw_column(page: PageSession, found: Unguarded) -> None:
    said = Message("app.remedies-column", column=found.column, alone=found.alone)
    ui.label(page.say(said)).classes("strong")
    with ui.element("ul"):
        for remedy in found.remedies:
            with ui.element("li"), parts.line():
                _draw_remedy(page, found.column, remedy)


def _draw_remedy(page: PageSession, column: str, remedy: Remedy) -> None:
    async def apply() -> None:
        why = str(reason.value or "").strip() if reason else ""
        if reason and not why:
            raise celosia.ParameterError("app.remedies-reason-first")
        await page.change(partial(_applied, column, remedy, why))

    made = parts.button(page, page.say(remedy.done), apply, quiet=True)
    made.props["data-name"] = f"remedy-{remedy.kind}-{column}"
    ui.label(page.say(remedy.effect)).classes("quiet")
    reason = None
    if remedy.kind == EXACT:
        reason = ui.input(page.say(Message("app.remedies-reason"), column=column))
        reason.props('outlined dense maxlength="1000"').classes("wide")
        reason.props["data-name"] = f"reason-{column}"


def _applied(column: str, remedy: Remedy, why: str, recipe: celosia.Recipe) -> celosia.Recipe:
    return apply_remedy(recipe, column, remedy, why)


def _draw_again(page: PageSession, job: Job, asked: celosia.Recipe, now: celosia.Recipe) -> None:
    """Offer the same release again; a generalization of other columns is looked for anew."""
    options = dict(job.options)
    if asked.quasi_identifiers != now.quasi_identifiers:
        options.pop("node", None)

    async def again() -> None:
        await page.start("anonymize", **options)

    parts.note(page.say(Message("app.remedies-settled")))
    with parts.line():
        caption = page.say(Message("app.remedies-again"))
        parts.button(page, caption, again, icon="refresh", name="release-again")
