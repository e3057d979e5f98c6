"""The proposed set of quasi-identifiers, with the counts that speak for it."""

from __future__ import annotations

from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.texts import know as texts
from celosia.shells.app.walk import Walk
from celosia.shells.service import with_roles

SHOWN = 8


def proposed_set(walk: Walk, told: dict[str, Any]) -> None:
    """Show which columns together tell records apart, and offer the smallest such set.

    It is offered where it is smaller than what is proposed column by column.
    """
    found = told["quasi_identifiers"]
    chosen, examined = found["chosen"], found["examined"]
    names = ", ".join(chosen)
    counted = {tuple(each["columns"]): each for each in examined}
    distinct = counted.get(tuple(chosen), {}).get("distinct")
    with parts.card(walk.say(texts.SETS_TITLE)):
        parts.why(
            walk,
            walk.say(
                texts.SETS_WHY,
                columns=names,
                distinct=walk.number(distinct),
                maximum=walk.number(found["maximum"]),
            ),
        )
        best = sorted(examined, key=lambda each: (-each["distinct"], len(each["columns"])))
        parts.plain_table(
            [walk.say(texts.SET), walk.say(texts.DISTINCT), walk.say(texts.SEPARATION)],
            [
                [
                    ", ".join(each["columns"]),
                    walk.number(each["distinct"]),
                    walk.percent(each["separation"], 1),
                ]
                for each in best[:SHOWN]
            ],
            walk.say(texts.SETS_CAPTION),
        )

        async def use() -> None:
            await walk.change(lambda recipe: _only(recipe, chosen))

        if set(chosen) != _one_by_one(told):
            caption = walk.say(texts.USE_SET, columns=names)
            parts.button(walk, caption, use, quiet=True, name="use-set")
            ui.label(walk.say(texts.USE_SET_MEANS)).classes("quiet")


def _one_by_one(told: dict[str, Any]) -> set[str]:
    quasi_identifier = celosia.Role.QUASI_IDENTIFIER.value
    return {each["name"] for each in told["columns"] if each["role"] == quasi_identifier}


def _only(recipe: celosia.Recipe, chosen: list[str]) -> celosia.Recipe:
    """Make these the quasi-identifiers; a column that was one and is none is not published."""
    roles = dict.fromkeys(recipe.quasi_identifiers, celosia.Role.IDENTIFIER)
    return with_roles(recipe, roles | dict.fromkeys(chosen, celosia.Role.QUASI_IDENTIFIER))
