"""A role for every column, with the reason of each proposal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nicegui import ui

import celosia
from celosia.core.model import UseCase
from celosia.core.schema import RowUnit
from celosia.guide import USE_CASES
from celosia.models import KAnonymity
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession, Result, profile_of
from celosia.web.app.pictures import Spread, spread_of
from celosia.web.app.step import STEPS, TABLE, AppStep
from celosia.web.app.steps.import_step import type_title
from celosia.web.app.steps.techniques_card import (
    TechniqueSections,
    Treatment,
    load as load_techniques,
)
from celosia.workflow.change_recipe import set_as_written, set_missing, set_roles, set_subject
from celosia.workflow.propose import with_diversity

SHOWN = 8
"""Sets of columns that are told, the best first; a choice of layout."""


def role_title(role: celosia.Role) -> Message:
    """Say what a role is called where one is chosen."""
    return Message(f"app.roles-{role.value}")


def draw_proposed_set(page: PageSession, told: dict[str, Any]) -> None:
    """Show which columns together tell records apart, and offer the smallest such set.

    It is offered where it is smaller than what is proposed column by column.
    """
    found = told["quasi_identifiers"]
    chosen, examined = found["chosen"], found["examined"]
    names = ", ".join(chosen)
    counted = {tuple(each["columns"]): each for each in examined}
    distinct = counted.get(tuple(chosen), {}).get("distinct")
    with parts.card(page.say(Message("app.know-sets-title"))):
        parts.why(
            page,
            page.say(
                Message("app.know-sets-why"),
                columns=names,
                distinct=page.number(distinct),
                maximum=page.number(found["maximum"]),
            ),
        )
        best = sorted(examined, key=lambda each: (-each["distinct"], len(each["columns"])))
        parts.plain_table(
            [
                page.say(Message("app.know-set")),
                page.say(Message("app.know-distinct")),
                page.say(Message("app.know-separation")),
            ],
            [
                [
                    ", ".join(each["columns"]),
                    page.number(each["distinct"]),
                    page.percent(each["separation"], 1),
                ]
                for each in best[:SHOWN]
            ],
            page.say(Message("app.know-sets-caption")),
        )

        async def use() -> None:
            await page.change(lambda recipe: _only(recipe, chosen))

        if set(chosen) != _one_by_one(told):
            caption = page.say(Message("app.know-use-set"), columns=names)
            parts.button(page, caption, use, quiet=True, name="use-set")
            ui.label(page.say(Message("app.know-use-set-means"))).classes("quiet")


def _one_by_one(told: dict[str, Any]) -> set[str]:
    quasi_identifier = celosia.Role.QUASI_IDENTIFIER.value
    return {each["name"] for each in told["columns"] if each["role"] == quasi_identifier}


def _only(recipe: celosia.Recipe, chosen: list[str]) -> celosia.Recipe:
    """Make these the quasi-identifiers; a column that was one and is none is not published."""
    roles = dict.fromkeys(recipe.quasi_identifiers, celosia.Role.IDENTIFIER)
    return set_roles(recipe, roles | dict.fromkeys(chosen, celosia.Role.QUASI_IDENTIFIER))


UNDECIDED = ""
EACH_ROW = "rows"
OF_COLUMN = "column:"


def subject_form(page: PageSession, told: dict[str, Any], recipe: celosia.Recipe) -> None:
    """Ask whether a person has several rows, and which column says whose each row is."""
    able = [n for n, role in recipe.roles.items() if role is not celosia.Role.QUASI_IDENTIFIER]
    proposed = [name for name in told["subject"] if name in able]
    others = [name for name in able if name not in proposed]
    yes = Message("app.know-persons-column")
    choices = {
        UNDECIDED: page.say(Message("app.know-persons-unsaid")),
        EACH_ROW: page.say(Message("app.know-persons-rows")),
        **{OF_COLUMN + name: page.say(yes, column=name) for name in (*proposed, *others)},
    }
    with parts.card(page.say(Message("app.know-persons-title"))):
        if told["persons"]:
            parts.note(page.told(told["persons"]), "warning")
        ui.select(
            choices,
            value=_said_of_persons(recipe, choices),
            label=page.say(Message("app.know-persons")),
            on_change=page.told_of(lambda event: _decide_subject(page, event.value)),
        ).props('outlined data-name="persons"').classes("w-full")
        ui.label(page.say(Message("app.know-persons-why"))).classes("quiet")


def _said_of_persons(recipe: celosia.Recipe, choices: dict[str, str]) -> str:
    if recipe.rows is not None:
        return EACH_ROW
    said = OF_COLUMN + recipe.subject[0] if recipe.subject else UNDECIDED
    return said if said in choices else UNDECIDED


async def _decide_subject(page: PageSession, said: str) -> None:
    subject = [said.removeprefix(OF_COLUMN)] if said.startswith(OF_COLUMN) else []
    rows = RowUnit.PERSONS if said == EACH_ROW else None
    await page.change(lambda recipe: set_subject(recipe, subject, rows))


def use_case_form(page: PageSession, recipe: celosia.Recipe) -> None:
    """Let the visitor say what the release is for."""
    titles = {
        case.value: f"{case.value}. {page.say(profile.title)}"
        for case, profile in USE_CASES.items()
    }
    with parts.card(page.say(Message("app.know-case-title"))):
        ui.select(
            {UNDECIDED: page.say(Message("app.know-case-none")), **titles},
            value=recipe.use_case.value if recipe.use_case else UNDECIDED,
            label=page.say(Message("app.know-case")),
            on_change=page.told_of(lambda event: _decide_use_case(page, event.value)),
        ).props('outlined data-name="use-case"').classes("w-full")
        if recipe.use_case is not None:
            _draw_consequence(page, recipe.use_case)


def _draw_consequence(page: PageSession, case: UseCase) -> None:
    profile = USE_CASES[case]
    ui.label(page.say(profile.description))
    if case.k is not None:
        parts.note(page.say(Message("app.know-case-k"), k=case.k), "good")
    elif not profile.anonymized:
        parts.note(page.say(Message("app.know-case-personal")), "warning")
    else:
        parts.note(page.say(Message("app.know-case-synthetic")), "warning")


def needs_no_k(recipe: celosia.Recipe) -> bool:
    """Tell whether the release is for a use that may stay personal data."""
    return recipe.use_case is not None and not USE_CASES[recipe.use_case].anonymized


async def _decide_use_case(page: PageSession, letter: str) -> None:
    case = UseCase(letter) if letter else None

    def change(recipe: celosia.Recipe) -> celosia.Recipe:
        decided = replace(recipe, use_case=case)
        others = [m for m in recipe.models if not isinstance(m, KAnonymity)]
        if needs_no_k(decided):
            return replace(decided, models=tuple(others), node={})
        if case is None or case.k is None:
            return decided
        return replace(decided, models=(KAnonymity(case.k), *others), node={})

    await page.change(change)


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
    formats = {column.name: column.format for column in recipe.schema}
    of = (types, formats, page.language)
    spreads = app.readers.once(project, "spreads", of, lambda: _spreads(page, types, formats))
    treatment = load_techniques(page, profile.told["columns"])
    return Known(looking, profile, recipe, spreads, treatment)


def _spreads(
    page: PageSession,
    types: dict[str, celosia.ColumnType],
    formats: dict[str, str | None],
) -> dict[str, Spread]:
    values = page.app.readers.values
    return {
        name: spread_of(values(page.project, name), kind, page.language, formats.get(name))
        for name, kind in types.items()
    }


def show(page: PageSession, known: Known) -> None:
    """Draw a card for every column."""
    if known.profile is None or known.recipe is None or known.treatment is None:
        _draw_without_proposal(page, known)
        return
    told = known.profile.told
    _draw_risk_now(page, told)
    use_case_form(page, known.recipe)
    subject_form(page, told, known.recipe)
    _draw_meanings(page)
    techniques = TechniqueSections(page, told["columns"], known.treatment)
    with ui.element("div").classes("cards"):
        for column in told["columns"]:
            _draw_column(page, column, known, techniques)
    techniques.order_card()
    if told["quasi_identifiers"]:
        draw_proposed_set(page, told)
    parts.forward(page)


def _draw_without_proposal(page: PageSession, known: Known) -> None:
    if known.looking:
        parts.note(page.say(Message("app.know-looking")))
        return
    parts.note(page.say(Message("app.know-no-proposal")), "warning")

    async def look() -> None:
        await page.start("profile")
        await page.redraw()

    parts.button(page, page.say(Message("app.know-look")), look, icon="search")


def _draw_risk_now(page: PageSession, told: dict[str, Any]) -> None:
    if told["figures"]:
        uniques, records = told["figures"]["uniques"], told["figures"]["records"]
        said = page.say(
            Message("app.know-before"), uniques=page.number(uniques), records=page.number(records)
        )
        parts.note(said, "warning" if uniques else "info")


def _draw_meanings(page: PageSession) -> None:
    with parts.panel(page, Message("app.know-roles-title"), "help"):
        for role in celosia.Role:
            with ui.element("p"):
                ui.label(page.say(role_title(role))).classes("strong")
                ui.label(page.say(Message(f"app.know-role-meanings-{role.value}")))


def _draw_column(
    page: PageSession, column: dict[str, Any], known: Known, techniques: TechniqueSections
) -> None:
    name = column["name"]
    assert known.profile is not None
    assert known.recipe is not None
    assert known.spreads is not None
    roles = {role.value: page.say(role_title(role)) for role in celosia.Role}
    with parts.card(name):
        described = page.say(
            Message("app.know-different"),
            kind=page.say(type_title(celosia.ColumnType(column["type"]))),
            distinct=page.number(column["distinct"]),
            nulls=page.number(column["nulls"]),
        )
        ui.label(described).classes("quiet")
        choice = ui.select(
            roles,
            value=known.recipe.roles[name].value if name in known.recipe.roles else None,
            label=page.say(Message("app.know-role-of"), column=name),
            on_change=page.told_of(lambda event: _decide_role(page, name, event.value, techniques)),
        )
        choice.props("outlined")
        choice.props["data-name"] = f"role-{name}"
        proposed = page.say(Message("app.know-proposed"), role=roles[column["role"]])
        parts.why(page, proposed, *(page.told(reason) for reason in column["reasons"]))
        draw_missing_codes(page, column, known.recipe)
        _draw_spread(page, name, known.spreads[name])
        if spelled := known.profile.told.get("variants", {}).get(name):
            draw_spellings(page, name, spelled, known.recipe, techniques)
        techniques.section(name)


def draw_missing_codes(page: PageSession, column: dict[str, Any], recipe: celosia.Recipe) -> None:
    """Ask whether texts that seem to mean that nothing is known do so in this column."""
    name = column["name"]
    read = recipe.reading.missing.get(name, ())
    codes = read or tuple(column["missing"])
    if not codes:
        return

    async def decide(are_missing: bool) -> None:
        decided = codes if are_missing else ()
        await page.change(lambda recipe: set_missing(recipe, name, decided), redraw=False)
        await page.start("profile")  # without them, or with them, the column is another one

    choice = ui.checkbox(
        page.say(Message("app.know-missing"), codes=", ".join(codes)),
        value=bool(read),
        on_change=page.told_of(lambda event: decide(event.value)),
    )
    choice.props["data-name"] = f"missing-{name}"


def draw_spellings(
    page: PageSession,
    column: str,
    spelled: dict[str, Any],
    recipe: celosia.Recipe,
    techniques: TechniqueSections,
) -> None:
    """Say that values are spelled in several ways, what mends it, and ask if they are others."""
    mended = celosia.TECHNIQUES[spelled["mended_by"]].described.title
    said = Message("app.know-spellings", values=spelled["values"], records=spelled["records"])
    parts.note(page.say(said, technique=mended), "info")

    async def decide(is_own: bool) -> None:
        await page.change(lambda recipe: set_as_written(recipe, column, is_own), redraw=False)
        await techniques.refresh()

    own = ui.checkbox(
        page.say(Message("app.know-spellings-own"), column=column),
        value=column in recipe.as_written,
        on_change=page.told_of(lambda event: decide(event.value)),
    )
    own.props["data-name"] = f"as-written-{column}"


def _draw_spread(page: PageSession, column: str, spread: Spread) -> None:
    title = page.say(Message("app.know-spread"))
    with ui.expansion(title, value=True).props("dense").classes("w-full") as place:
        place.props["toggle-aria-label"] = f"{title}: {column}"
        for label, records in spread.bars:
            share = records / spread.records if spread.records else 0.0
            parts.meter(label, share, page.percent(share, 1), "")
        if not spread.bars:
            ui.label(page.say(Message("app.know-nothing-known"))).classes("quiet")
        if spread.others:
            ui.label(
                page.say(Message("app.know-others"), number=page.number(spread.others))
            ).classes("quiet")


async def _decide_role(
    page: PageSession, column: str, role: str, techniques: TechniqueSections
) -> None:
    decided = {column: celosia.Role(role)}
    values = page.app.readers.values

    def change(recipe: celosia.Recipe) -> celosia.Recipe:
        changed = set_roles(recipe, decided)
        if decided[column] is not celosia.Role.SENSITIVE or needs_no_k(changed):
            return changed
        return with_diversity(changed, column, values(page.project, column))

    await page.change(change, redraw=False)
    await techniques.refresh()


STEPS.add(
    "know",
    AppStep(
        Message("app.know-title"),
        Message("app.know-intro"),
        load,
        show,
        needs=(TABLE,),
        jobs=("profile",),
    ),
    order=2,
)
