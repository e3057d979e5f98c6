"""What the release is for, by the letters of the authorities' guide, and what that asks for."""

from __future__ import annotations

from dataclasses import replace

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import know as texts

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
            on_change=page.told_of(lambda event: _decide(page, event.value)),
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


async def _decide(page: PageSession, letter: str) -> None:
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
