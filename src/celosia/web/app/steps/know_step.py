"""A role for every column, with the reason of each proposal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.needs import TABLE
from celosia.web.app.page_session import PageSession, Result, profile_of
from celosia.web.app.pictures import Spread, spread_of
from celosia.web.app.step import STEPS, Step
from celosia.web.app.steps.techniques_card import Techniques, Treatment, load as load_techniques
from celosia.web.app.texts import common_words, import_words, know_words as texts
from celosia.web.service import with_roles

SHOWN = 8


def proposed_set(page: PageSession, told: dict[str, Any]) -> None:
    """Show which columns together tell records apart, and offer the smallest such set.

    It is offered where it is smaller than what is proposed column by column.
    """
    found = told["quasi_identifiers"]
    chosen, examined = found["chosen"], found["examined"]
    names = ", ".join(chosen)
    counted = {tuple(each["columns"]): each for each in examined}
    distinct = counted.get(tuple(chosen), {}).get("distinct")
    with parts.card(page.say(texts.SETS_TITLE)):
        parts.why(
            page,
            page.say(
                texts.SETS_WHY,
                columns=names,
                distinct=page.number(distinct),
                maximum=page.number(found["maximum"]),
            ),
        )
        best = sorted(examined, key=lambda each: (-each["distinct"], len(each["columns"])))
        parts.plain_table(
            [page.say(texts.SET), page.say(texts.DISTINCT), page.say(texts.SEPARATION)],
            [
                [
                    ", ".join(each["columns"]),
                    page.number(each["distinct"]),
                    page.percent(each["separation"], 1),
                ]
                for each in best[:SHOWN]
            ],
            page.say(texts.SETS_CAPTION),
        )

        async def use() -> None:
            await page.change(lambda recipe: _only(recipe, chosen))

        if set(chosen) != _one_by_one(told):
            caption = page.say(texts.USE_SET, columns=names)
            parts.button(page, caption, use, quiet=True, name="use-set")
            ui.label(page.say(texts.USE_SET_MEANS)).classes("quiet")


def _one_by_one(told: dict[str, Any]) -> set[str]:
    quasi_identifier = celosia.Role.QUASI_IDENTIFIER.value
    return {each["name"] for each in told["columns"] if each["role"] == quasi_identifier}


def _only(recipe: celosia.Recipe, chosen: list[str]) -> celosia.Recipe:
    """Make these the quasi-identifiers; a column that was one and is none is not published."""
    roles = dict.fromkeys(recipe.quasi_identifiers, celosia.Role.IDENTIFIER)
    return with_roles(recipe, roles | dict.fromkeys(chosen, celosia.Role.QUASI_IDENTIFIER))


UNDECIDED = ""


def use_case_form(page: PageSession, recipe: celosia.Recipe) -> None:
    """Let the visitor say what the release is for."""
    titles = {
        case.value: f"{case.value}. {page.say(profile.title)}"
        for case, profile in celosia.USE_CASES.items()
    }
    with parts.card(page.say(texts.CASE_TITLE)):
        ui.select(
            {UNDECIDED: page.say(texts.CASE_NONE), **titles},
            value=recipe.use_case.value if recipe.use_case else UNDECIDED,
            label=page.say(texts.CASE),
            on_change=page.told_of(lambda event: _decide_use_case(page, event.value)),
        ).props('outlined data-name="use-case"').classes("w-full")
        if recipe.use_case is not None:
            _consequence(page, recipe.use_case)


def _consequence(page: PageSession, case: celosia.UseCase) -> None:
    profile = celosia.USE_CASES[case]
    ui.label(page.say(profile.description))
    if case.k is not None:
        parts.note(page.say(texts.CASE_K, k=case.k), "good")
    elif not profile.anonymized:
        parts.note(page.say(texts.CASE_PERSONAL), "warning")
    else:
        parts.note(page.say(texts.CASE_SYNTHETIC), "warning")


def needs_no_k(recipe: celosia.Recipe) -> bool:
    """Tell whether the release is for a use that may stay personal data."""
    return recipe.use_case is not None and not celosia.USE_CASES[recipe.use_case].anonymized


async def _decide_use_case(page: PageSession, letter: str) -> None:
    case = celosia.UseCase(letter) if letter else None

    def change(recipe: celosia.Recipe) -> celosia.Recipe:
        decided = replace(recipe, use_case=case)
        others = [m for m in recipe.models if not isinstance(m, celosia.KAnonymity)]
        if needs_no_k(decided):
            return replace(decided, models=tuple(others), node={})
        if case is None or case.k is None:
            return decided
        return replace(decided, models=(celosia.KAnonymity(case.k), *others), node={})

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
                ui.label(page.say(common_words.ROLES[role])).classes("strong")
                ui.label(page.say(meaning))


def _column_card(
    page: PageSession, column: dict[str, Any], known: Known, techniques: Techniques
) -> None:
    name = column["name"]
    assert known.recipe is not None
    assert known.spreads is not None
    roles = {role: page.say(title) for role, title in common_words.ROLES.items()}
    with parts.card(name):
        described = page.say(
            texts.DIFFERENT,
            kind=page.say(import_words.COLUMN_TYPES[column["type"]]),
            distinct=page.number(column["distinct"]),
            nulls=page.number(column["nulls"]),
        )
        ui.label(described).classes("quiet")
        choice = ui.select(
            roles,
            value=known.recipe.roles[name].value if name in known.recipe.roles else None,
            label=page.say(texts.ROLE_OF, column=name),
            on_change=page.told_of(lambda event: _decide_role(page, name, event.value, techniques)),
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


async def _decide_role(page: PageSession, column: str, role: str, techniques: Techniques) -> None:
    decided = {column: celosia.Role(role)}
    await page.change(lambda recipe: with_roles(recipe, decided), redraw=False)
    await techniques.refresh()


STEPS.add(
    "know",
    Step(texts.TITLE, texts.INTRO, load, show, needs=(TABLE,), jobs=("profile",)),
    order=2,
)
