"""How techniques are told: their names, cells before and after, and the label of personal data."""

from __future__ import annotations

from collections.abc import Iterable

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.page_session import Action, PageSession
from celosia.web.app.texts import technique_words as texts


def name_of(page: PageSession, technique: celosia.Technique) -> str:
    """Say what people call a technique."""
    return page.say(technique.described.title)


def changes_table(page: PageSession, preview: celosia.Preview, column: str) -> None:
    """Show a few real cells of a column before and after everything that is done to it."""
    changes = preview.changes(column)
    if not changes:
        return
    parts.plain_table(
        [page.say(texts.BEFORE), page.say(texts.AFTER)],
        [
            [
                _cell(page, change.before),
                page.say(texts.GONE) if change.left_out else _cell(page, change.after),
            ]
            for change in changes
        ],
        page.say(texts.EXAMPLES),
    )
    for said in _remarks(page, preview, column):
        ui.label(said).classes("quiet")


def _cell(page: PageSession, value: str | None) -> str:
    return page.say(texts.UNKNOWN) if value is None else value


def _remarks(page: PageSession, preview: celosia.Preview, column: str) -> Iterable[str]:
    mine = [s for s in preview.steps if column in s.technique.about]
    for step in mine:
        gone = step.effect.records_before - step.effect.records_after if step.effect else 0
        if gone:
            yield page.say(
                texts.RECORDS_GONE, number=page.number(gone), records=page.number(preview.records)
            )
    if any(step.technique.needs_key for step in mine):
        yield page.say(texts.EXAMPLE_KEY)
    if preview.sampled:
        yield page.say(texts.SAMPLED, records=page.number(preview.records))


def personal_badge(page: PageSession) -> None:
    """Label what holds pseudonyms."""
    parts.badge(page.say(texts.PERSONAL), "bad", "person")


def personal_note(page: PageSession, pseudonymized: Iterable[str]) -> None:
    """Say that a release with pseudonyms is personal data, and why."""
    if list(pseudonymized):
        personal_badge(page)
        parts.note(page.say(celosia.PERSONAL_DATA), "warning")


def applied_names(page: PageSession, kinds: Iterable[str]) -> None:
    """Tell which techniques a release was made with."""
    names = ", ".join(page.say(celosia.TECHNIQUES[kind].described.title).lower() for kind in kinds)
    if names:
        ui.label(page.say(texts.APPLIED, names=names))


def icon_button(page: PageSession, icon: str, said: str, action: Action, name: str) -> ui.button:
    """Make a small button that says by ear and by a hint what it does."""
    made = ui.button(icon=icon, on_click=page.handled(action)).props("flat round dense")
    made.props["data-name"] = name
    made.props["aria-label"] = said
    with made:
        ui.tooltip(said)
    return made
