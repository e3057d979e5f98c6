"""The step *hierarchies*: a hierarchy for every quasi-identifier."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.needs import QUASI_IDENTIFIERS, ROLES, TABLE
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.step import STEPS, Step
from celosia.shells.app.steps.hierarchy_editor import HierarchyEditor
from celosia.shells.app.texts import hierarchies as texts
from celosia.shells.service import hierarchies as service

NOTE = "hierarchy"
"""Under which note the project keeps the column that was looked at last."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The hierarchy of one quasi-identifier, beside the names of all."""

    columns: tuple[str, ...]
    usable: tuple[bool, ...]
    column: str
    hierarchy: celosia.Hierarchy
    values: celosia.ValueCounts
    reason: celosia.Message


def load(page: PageSession) -> Opened:
    """Build the hierarchies, and find what they miss."""
    project, readers = page.project, page.app.readers
    recipe = project.recipe()
    columns = recipe.quasi_identifiers
    noted = project.notes.get(NOTE)
    column = noted if isinstance(noted, str) and noted in columns else columns[0]
    of = (recipe, column)
    return readers.once(project, "hierarchies", of, lambda: _open(page, recipe, column))


def _open(page: PageSession, recipe: celosia.Recipe, column: str) -> Opened:
    project, readers, columns = page.project, page.app.readers, recipe.quasi_identifiers
    built = {name: service.build(readers, project, name) for name in columns}
    proposal, _ = service.propose(readers, project, column)
    rule = recipe.hierarchies.get(column)
    reason = texts.NEW_REASON
    if rule is None or rule == proposal.rule:
        reason = proposal.reason
    return Opened(
        columns,
        tuple(not service.problems(readers, project, built[name]).fatal for name in columns),
        column,
        built[column],
        service.values_of(readers, project, column),
        reason,
    )


def show(page: PageSession, opened: Opened) -> None:
    """Draw the columns to choose from, and the hierarchy of the chosen one."""
    with ui.row().classes("w-full gap-2") as choices:
        choices.props["role"] = "group"
        choices.props["aria-label"] = page.say(texts.COLUMN)
        for column, usable in zip(opened.columns, opened.usable, strict=True):
            _choice(page, column, usable, column == opened.column)
    HierarchyEditor(page, opened.hierarchy, opened.values, page.say(opened.reason))
    parts.forward(page)


def _choice(page: PageSession, column: str, usable: bool, chosen: bool) -> None:
    async def choose() -> None:
        if not chosen:
            await page.keep()
            await to_thread(lambda: page.project.note(**{NOTE: column}))
            await page.redraw()

    icon = "check_circle" if usable else "error"
    made = parts.button(page, column, choose, icon=icon, quiet=not chosen, name=f"of-{column}")
    made.props["aria-pressed"] = "true" if chosen else "false"
    made.props["aria-label"] = f"{column}: {page.say(texts.STATES[usable])}"


STEPS.add(
    "hierarchies",
    Step(texts.TITLE, texts.INTRO, load, show, needs=(TABLE, ROLES, QUASI_IDENTIFIERS)),
    order=3,
)
