"""The step *know*: a role for every column, with the reason of each proposal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.needs import TABLE
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.results import Result, profile_of
from celosia.shells.app.spread import Spread, spread_of
from celosia.shells.app.step import STEPS, Step
from celosia.shells.app.steps.quasi_identifiers import proposed_set
from celosia.shells.app.steps.techniques import Techniques, Treatment, load as load_techniques
from celosia.shells.app.steps.use_case import use_case_form
from celosia.shells.app.texts import common, import_, know as texts
from celosia.shells.service import with_roles


@dataclass(frozen=True, slots=True)
class Known:
    """The columns as they were found, and what was decided of them."""

    looking: bool = False
    profile: Result | None = None
    recipe: celosia.Recipe | None = None
    spreads: dict[str, Spread] | None = None
    treatment: Treatment | None = None


def load(page: PageSession) -> Known:
    """Count the values of every column."""
    project, app = page.project, page.app
    profile = profile_of(app, project)
    looking = any(not job.state.ended for job in app.jobs.list(project, "profile"))
    recipe = project.recipe()
    if profile is None or not recipe.roles:
        return Known(looking)
    types = {each["name"]: celosia.ColumnType(each["type"]) for each in profile.told["columns"]}
    of = (types, page.language)
    spreads = app.readers.once(project, "spreads", of, lambda: _spreads(page, types))
    treatment = load_techniques(page, profile.told["columns"])
    return Known(looking, profile, recipe, spreads, treatment)


def _spreads(page: PageSession, types: dict[str, celosia.ColumnType]) -> dict[str, Spread]:
    values = page.app.readers.values
    return {
        name: spread_of(values(page.project, name), kind, page.language)
        for name, kind in types.items()
    }


def show(page: PageSession, known: Known) -> None:
    """Draw a card for every column."""
    if known.profile is None or known.recipe is None or known.treatment is None:
        _without_proposal(page, known)
        return
    told = known.profile.told
    _risk_now(page, told)
    use_case_form(page, known.recipe)
    _meanings(page)
    techniques = Techniques(page, told["columns"], known.treatment)
    with ui.element("div").classes("cards"):
        for column in told["columns"]:
            _column_card(page, column, known, techniques)
    techniques.order_card()
    if told["quasi_identifiers"]:
        proposed_set(page, told)
    parts.forward(page)


def _without_proposal(page: PageSession, known: Known) -> None:
    if known.looking:
        parts.note(page.say(texts.LOOKING))
        return
    parts.note(page.say(texts.NO_PROPOSAL), "warning")

    async def look() -> None:
        await page.start("profile", language=page.language)
        await page.redraw()

    parts.button(page, page.say(texts.LOOK), look, icon="search")


def _risk_now(page: PageSession, told: dict[str, Any]) -> None:
    if told["figures"]:
        uniques, records = told["figures"]["uniques"], told["figures"]["records"]
        said = page.say(texts.BEFORE, uniques=page.number(uniques), records=page.number(records))
        parts.note(said, "warning" if uniques else "info")


def _meanings(page: PageSession) -> None:
    with parts.panel(page, texts.ROLES_TITLE, "help"):
        for role, meaning in texts.ROLE_MEANINGS.items():
            with ui.element("p"):
                ui.label(page.say(common.ROLES[role])).classes("strong")
                ui.label(page.say(meaning))


def _column_card(
    page: PageSession, column: dict[str, Any], known: Known, techniques: Techniques
) -> None:
    name = column["name"]
    assert known.recipe is not None
    assert known.spreads is not None
    roles = {role: page.say(title) for role, title in common.ROLES.items()}
    with parts.card(name):
        described = page.say(
            texts.DIFFERENT,
            kind=page.say(import_.COLUMN_TYPES[column["type"]]),
            distinct=page.number(column["distinct"]),
            nulls=page.number(column["nulls"]),
        )
        ui.label(described).classes("quiet")
        choice = ui.select(
            roles,
            value=known.recipe.roles[name].value if name in known.recipe.roles else None,
            label=page.say(texts.ROLE_OF, column=name),
            on_change=page.told_of(lambda event: _decide(page, name, event.value, techniques)),
        )
        choice.props("outlined")
        choice.props["data-name"] = f"role-{name}"
        proposed = page.say(texts.PROPOSED, role=roles[column["role"]])
        parts.why(page, proposed, *(page.told(reason) for reason in column["reasons"]))
        _spread(page, name, known.spreads[name])
        techniques.section(name)


def _spread(page: PageSession, column: str, spread: Spread) -> None:
    title = page.say(texts.SPREAD)
    with ui.expansion(title, value=True).props("dense").classes("w-full") as place:
        place.props["toggle-aria-label"] = f"{title}: {column}"
        for label, records in spread.bars:
            share = records / spread.records if spread.records else 0.0
            parts.meter(label, share, page.percent(share, 1), "")
        if not spread.bars:
            ui.label(page.say(texts.NOTHING_KNOWN)).classes("quiet")
        if spread.others:
            ui.label(page.say(texts.OTHERS, number=page.number(spread.others))).classes("quiet")


async def _decide(page: PageSession, column: str, role: str, techniques: Techniques) -> None:
    decided = {column: celosia.Role(role)}
    await page.change(lambda recipe: with_roles(recipe, decided), redraw=False)
    await techniques.refresh()


STEPS.add(
    "know",
    Step(texts.TITLE, texts.INTRO, load, show, needs=(TABLE,), jobs=("profile",)),
    order=2,
)
