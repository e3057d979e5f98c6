"""The proposed set of quasi-identifiers, with the counts that speak for it."""

from __future__ import annotations

from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import know as texts
from celosia.shells.service import with_roles

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
