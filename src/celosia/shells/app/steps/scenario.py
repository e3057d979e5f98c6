"""The guide's calculator: would somebody try, and would it work."""

from __future__ import annotations

from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.fields import PERCENT, number_field, number_in
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import risk as texts


def scenario_card(page: PageSession, k: int) -> None:
    """Judge the table's k in a scenario that the visitor describes."""
    fields: dict[str, Any] = {}
    with parts.panel(page, texts.SCENARIO, "calculate"):
        parts.why(page, page.say(texts.SCENARIO_WHY))
        verdict = ui.element("div").classes("w-full")

        def judge() -> None:
            attempt = celosia.Attempt.of(
                fields["motivation"].value,
                fields["controls"].value,
                *(_chance(fields[name].value) for name in ("acquaintance", "breach")),
            )
            judged = celosia.ScenarioRisk.of(k, fields["harm"].value, attempt)
            verdict.clear()
            with verdict:
                parts.note(page.say(judged.verdict), "good" if judged.acceptable else "bad")

        with parts.line():
            changed = page.handled(judge)
            for name, label, degrees in (
                ("harm", texts.HARM, texts.HARMS),
                ("motivation", texts.MOTIVATION, texts.MOTIVATIONS),
                ("controls", texts.CONTROLS, texts.CONTROL_DEGREES),
            ):
                choices = {degree: page.say(title) for degree, title in degrees.items()}
                fields[name] = ui.select(
                    choices, value="medium", label=page.say(label), on_change=changed
                ).props("outlined")
                fields[name].classes("grow wide")
            for name, label in (
                ("acquaintance", texts.ACQUAINTANCE),
                ("breach", texts.BREACH),
            ):
                fields[name] = number_field(page, page.say(label), 0, PERCENT, name)
                fields[name].on_value_change(changed)
        judge()


def _chance(percent: object) -> float:
    """Take a chance from a field; what is not allowed there is marked, and counts as none."""
    return (number_in(PERCENT, percent) or 0) / 100
