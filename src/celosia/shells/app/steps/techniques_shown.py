"""How techniques are told: their names, cells before and after, and the label of personal data."""

from __future__ import annotations

from collections.abc import Iterable

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.texts import techniques as texts
from celosia.shells.app.walk import Action, Walk


def name_of(walk: Walk, technique: celosia.Technique) -> str:
    """Say what people call a technique."""
    return walk.say(technique.described.title)


def changes_table(walk: Walk, preview: celosia.Preview, column: str) -> None:
    """Show a few real cells of a column before and after everything that is done to it."""
    changes = preview.changes(column)
    if not changes:
        return
    parts.plain_table(
        [walk.say(texts.BEFORE), walk.say(texts.AFTER)],
        [
            [
                _cell(walk, change.before),
                walk.say(texts.GONE) if change.left_out else _cell(walk, change.after),
            ]
            for change in changes
        ],
        walk.say(texts.EXAMPLES),
    )
    for said in _remarks(walk, preview, column):
        ui.label(said).classes("quiet")


def _cell(walk: Walk, value: str | None) -> str:
    return walk.say(texts.UNKNOWN) if value is None else value


def _remarks(walk: Walk, preview: celosia.Preview, column: str) -> Iterable[str]:
    mine = [s for s in preview.steps if column in s.technique.about]
    for step in mine:
        gone = step.effect.records_before - step.effect.records_after if step.effect else 0
        if gone:
            yield walk.say(
                texts.RECORDS_GONE, number=walk.number(gone), records=walk.number(preview.records)
            )
    if any(step.technique.needs_key for step in mine):
        yield walk.say(texts.EXAMPLE_KEY)
    if preview.sampled:
        yield walk.say(texts.SAMPLED, records=walk.number(preview.records))


def personal_badge(walk: Walk) -> None:
    """Label what holds pseudonyms."""
    parts.badge(walk.say(texts.PERSONAL), "bad", "person")


def personal_note(walk: Walk, pseudonymized: Iterable[str]) -> None:
    """Say that a release with pseudonyms is personal data, and why."""
    if list(pseudonymized):
        personal_badge(walk)
        parts.note(walk.say(celosia.PERSONAL_DATA), "warning")


def applied_names(walk: Walk, kinds: Iterable[str]) -> None:
    """Tell which techniques a release was made with."""
    names = ", ".join(walk.say(celosia.TECHNIQUES[kind].described.title).lower() for kind in kinds)
    if names:
        ui.label(walk.say(texts.APPLIED, names=names))


def icon_button(walk: Walk, icon: str, said: str, action: Action, name: str) -> ui.button:
    """Make a small button that says by ear and by a hint what it does."""
    made = ui.button(icon=icon, on_click=walk.handled(action)).props("flat round dense")
    made.props["data-name"] = name
    made.props["aria-label"] = said
    with made:
        ui.tooltip(said)
    return made
