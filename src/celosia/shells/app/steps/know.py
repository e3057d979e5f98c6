"""The step *know*: a role for every column, with the reason of each proposal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.needs import TABLE
from celosia.shells.app.results import Result, profile_of
from celosia.shells.app.spread import Spread, spread_of
from celosia.shells.app.step import STEPS, Step
from celosia.shells.app.steps.quasi_identifiers import proposed_set
from celosia.shells.app.steps.techniques import Techniques, Treatment, load as load_techniques
from celosia.shells.app.steps.use_case import use_case_form
from celosia.shells.app.texts import common, import_, know as texts
from celosia.shells.app.walk import Walk
from celosia.shells.service import with_roles


@dataclass(frozen=True, slots=True)
class Known:
    """The columns as they were found, and what was decided of them."""

    looking: bool = False
    profile: Result | None = None
    recipe: celosia.Recipe | None = None
    spreads: dict[str, Spread] | None = None
    treatment: Treatment | None = None


def load(walk: Walk) -> Known:
    """Count the values of every column."""
    project, desk = walk.project, walk.desk
    profile = profile_of(desk, project)
    looking = any(not job.state.ended for job in desk.jobs.list(project, "profile"))
    recipe = project.recipe()
    if profile is None or not recipe.roles:
        return Known(looking)
    types = {each["name"]: celosia.ColumnType(each["type"]) for each in profile.told["columns"]}
    of = (types, walk.language)
    spreads = desk.readers.once(project, "spreads", of, lambda: _spreads(walk, types))
    treatment = load_techniques(walk, profile.told["columns"])
    return Known(looking, profile, recipe, spreads, treatment)


def _spreads(walk: Walk, types: dict[str, celosia.ColumnType]) -> dict[str, Spread]:
    values = walk.desk.readers.values
    return {
        name: spread_of(values(walk.project, name), kind, walk.language)
        for name, kind in types.items()
    }


def show(walk: Walk, known: Known) -> None:
    """Draw a card for every column."""
    if known.profile is None or known.recipe is None or known.treatment is None:
        _without_proposal(walk, known)
        return
    told = known.profile.told
    _risk_now(walk, told)
    use_case_form(walk, known.recipe)
    _meanings(walk)
    techniques = Techniques(walk, told["columns"], known.treatment)
    with ui.element("div").classes("cards"):
        for column in told["columns"]:
            _column_card(walk, column, known, techniques)
    techniques.order_card()
    if told["quasi_identifiers"]:
        proposed_set(walk, told)
    parts.forward(walk)


def _without_proposal(walk: Walk, known: Known) -> None:
    if known.looking:
        parts.note(walk.say(texts.LOOKING))
        return
    parts.note(walk.say(texts.NO_PROPOSAL), "warning")

    async def look() -> None:
        await walk.start("profile", language=walk.language)
        await walk.redraw()

    parts.button(walk, walk.say(texts.LOOK), look, icon="search")


def _risk_now(walk: Walk, told: dict[str, Any]) -> None:
    if told["figures"]:
        uniques, records = told["figures"]["uniques"], told["figures"]["records"]
        said = walk.say(texts.BEFORE, uniques=walk.number(uniques), records=walk.number(records))
        parts.note(said, "warning" if uniques else "info")


def _meanings(walk: Walk) -> None:
    with parts.panel(walk, texts.ROLES_TITLE, "help"):
        for role, meaning in texts.ROLE_MEANINGS.items():
            with ui.element("p"):
                ui.label(walk.say(common.ROLES[role])).classes("strong")
                ui.label(walk.say(meaning))


def _column_card(walk: Walk, column: dict[str, Any], known: Known, techniques: Techniques) -> None:
    name = column["name"]
    assert known.recipe is not None
    assert known.spreads is not None
    roles = {role: walk.say(title) for role, title in common.ROLES.items()}
    with parts.card(name):
        described = walk.say(
            texts.DIFFERENT,
            kind=walk.say(import_.COLUMN_TYPES[column["type"]]),
            distinct=walk.number(column["distinct"]),
            nulls=walk.number(column["nulls"]),
        )
        ui.label(described).classes("quiet")
        choice = ui.select(
            roles,
            value=known.recipe.roles[name].value if name in known.recipe.roles else None,
            label=walk.say(texts.ROLE_OF, column=name),
            on_change=walk.told_of(lambda event: _decide(walk, name, event.value, techniques)),
        )
        choice.props("outlined")
        choice.props["data-name"] = f"role-{name}"
        proposed = walk.say(texts.PROPOSED, role=roles[column["role"]])
        parts.why(walk, proposed, *(walk.told(reason) for reason in column["reasons"]))
        _spread(walk, name, known.spreads[name])
        techniques.section(name)


def _spread(walk: Walk, column: str, spread: Spread) -> None:
    title = walk.say(texts.SPREAD)
    with ui.expansion(title, value=True).props("dense").classes("w-full") as place:
        place.props["toggle-aria-label"] = f"{title}: {column}"
        for label, records in spread.bars:
            share = records / spread.records if spread.records else 0.0
            parts.meter(label, share, walk.percent(share, 1), "")
        if not spread.bars:
            ui.label(walk.say(texts.NOTHING_KNOWN)).classes("quiet")
        if spread.others:
            ui.label(walk.say(texts.OTHERS, number=walk.number(spread.others))).classes("quiet")


async def _decide(walk: Walk, column: str, role: str, techniques: Techniques) -> None:
    decided = {column: celosia.Role(role)}
    await walk.change(lambda recipe: with_roles(recipe, decided), redraw=False)
    await techniques.refresh()


STEPS.add(
    "know",
    Step(texts.TITLE, texts.INTRO, load, show, needs=(TABLE,), jobs=("profile",)),
    order=2,
)
