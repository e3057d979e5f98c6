"""Who could find somebody, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, get_args

from nicegui import ui

import celosia
from celosia.core.parameters import Between
from celosia.reporting.glossary import sensitive_glossary
from celosia.risk import Attempt, Controls, Harm, Motivation, ScenarioRisk
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.fields import PERCENT, number_field, number_in
from celosia.web.app.page_session import PageSession, Result, newest
from celosia.web.app.step import QUASI_IDENTIFIERS, ROLES, STEPS, TABLE, AppStep
from celosia.web.service.kinds.assess_job import AssessOptions
from celosia.workflow.guard import Verdict


def scenario_card(page: PageSession, k: int) -> None:
    """Judge the table's k in a scenario that the visitor describes."""
    fields: dict[str, Any] = {}
    with parts.panel(page, Message("app.risk-scenario"), "calculate"):
        parts.why(page, page.say(Message("app.risk-scenario-why")))
        verdict = ui.element("div").classes("w-full")

        def judge() -> None:
            attempt = Attempt.of(
                fields["motivation"].value,
                fields["controls"].value,
                *(_chance(fields[name].value) for name in ("acquaintance", "breach")),
            )
            judged = ScenarioRisk.of(k, fields["harm"].value, attempt)
            verdict.clear()
            with verdict:
                parts.note(page.say(judged.verdict), "good" if judged.acceptable else "bad")

        with parts.line():
            changed = page.handled(judge)
            for name, label, words, degrees in (
                ("harm", Message("app.risk-harm"), "harms", Harm),
                ("motivation", Message("app.risk-motivation"), "motivations", Motivation),
                ("controls", Message("app.risk-controls"), "control-degrees", Controls),
            ):
                choices = {
                    degree: page.say(Message(f"app.risk-{words}-{degree}"))
                    for degree in get_args(degrees)
                }
                fields[name] = ui.select(
                    choices, value="medium", label=page.say(label), on_change=changed
                ).props("outlined")
                fields[name].classes("grow wide")
            for name, label in (
                ("acquaintance", Message("app.risk-acquaintance")),
                ("breach", Message("app.risk-breach")),
            ):
                fields[name] = number_field(page, page.say(label), 0, PERCENT, name)
                fields[name].on_value_change(changed)
        judge()


def _chance(percent: object) -> float:
    """Take a chance from a field; what is not allowed there is marked, and counts as none."""
    return (number_in(PERCENT, percent) or 0) / 100


THRESHOLD = AssessOptions().threshold
"""As the job takes it where nothing is said."""
ACCEPTED = Between(0, 100, open_low=True)
"""In percent; no table that is published keeps a risk of nothing."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of the original, and of the result if there is one."""

    release: Result | None = None
    assessed: Result | None = None


def load(page: PageSession) -> Measured:
    """Read the newest figures, if they are about the newest result."""
    project, app = page.project, page.app
    release = newest(app, project, "anonymize")
    assessed = newest(app, project, "assess")
    of = release.job.id if release else None
    if assessed is not None and assessed.job.options.get("release") != of:
        assessed = None
    return Measured(release, assessed)


def show(page: PageSession, measured: Measured) -> None:
    """Draw the figures against the threshold."""
    if measured.release is None:
        parts.note(page.say(Message("app.risk-no-release")), "warning")
        if measured.assessed is not None and not measured.assessed.fresh:
            parts.note(page.say(Message("app.stale")), "warning")
    else:
        if not measured.release.fresh:
            parts.note(page.say(Message("app.stale-release")), "warning")
        parts.personal_note(page, measured.release.told["pseudonymized"])
    _draw_form(page, measured)
    if measured.assessed is not None:
        told = measured.assessed.told
        guard = measured.release.told["guard"] if measured.release else None
        _draw_attackers(page, told, guard)
        _draw_sensitive(page, told)
        scenario_card(page, (told["after"] or told["before"])["k"])
    parts.forward(page)


def _draw_form(page: PageSession, measured: Measured) -> None:
    assessed = measured.assessed
    present = assessed.job.options.get("threshold", THRESHOLD) if assessed else THRESHOLD
    with parts.card(page.say(Message("app.risk-measure"))), parts.line():
        share, said = round(100 * present, 4), page.say(Message("app.risk-threshold"))
        threshold = number_field(page, said, share, ACCEPTED, "threshold", 5)

        async def measure() -> None:
            accepted = number_in(ACCEPTED, threshold.value)
            if accepted is None:
                raise celosia.ParameterError(Message("app.correct-first"))
            options: dict[str, Any] = {"threshold": accepted / 100}
            if measured.release is None:
                options["only_source"] = True
            else:
                options["release"] = measured.release.job.id
            await page.start("assess", **options)

        caption = (
            Message("app.risk-measure") if assessed is None else Message("app.risk-measure-again")
        )
        parts.button(page, page.say(caption), measure, icon="speed", name="measure")
        if assessed is None:
            ui.label(page.say(Message("app.risk-not-measured"))).classes("quiet")


def _draw_attackers(
    page: PageSession, told: dict[str, Any], guard: Mapping[str, Any] | None
) -> None:
    before, after = told["before"], told["after"]
    threshold = before["prosecutor"]["threshold"]
    with parts.card(page.say(Message("app.risk-attackers"))):
        highest = (after or before)["prosecutor"]["highest"]
        is_open = guard is not None and guard["verdict"] != Verdict.GUARDED
        if highest <= threshold + 1e-12 and is_open:
            parts.note(page.say(Message("app.risk-within-only")), "warning")
        elif highest <= threshold + 1e-12:
            parts.note(page.say(Message("app.risk-within")), "good")
        else:
            parts.note(page.say(Message("app.risk-over"), k=ceil(1 / threshold - 1e-9)), "bad")
        if guard is not None and is_open:
            parts.verdict_note(page, guard)
        said = page.say(Message("app.risk-threshold-line"), threshold=page.percent(threshold, 1))
        ui.label(said).classes("quiet")
        figures = (
            (Message("app.risk-highest"), "highest", threshold),
            (Message("app.risk-average"), "average", threshold),
            (Message("app.risk-at-risk"), "at_risk", None),
        )
        for title, name, line in figures:
            pair = [table and table["prosecutor"][name] for table in (before, after)]
            _draw_gauge(page, title, pair, line)
        uniques = [table and table["uniques"] / table["records"] for table in (before, after)]
        _draw_gauge(page, Message("app.risk-uniques"), uniques, None)
        found = [table and table["marketer"]["share"] for table in (before, after)]
        _draw_gauge(page, Message("app.risk-marketer"), found, None)


def _draw_gauge(
    page: PageSession, title: Message, pair: list[float | None], threshold: float | None
) -> None:
    """Draw one figure before and after, under what it means."""
    with ui.element("div").classes("stack gauge").props("role=group") as gauge:
        gauge.props["aria-label"] = page.say(title)
        ui.label(page.say(title)).classes("strong").props("aria-hidden=true")
        for when, value in zip(
            (Message("app.risk-before"), Message("app.risk-after")), pair, strict=True
        ):
            if value is None:
                continue
            over = threshold is not None and value > threshold + 1e-12
            kind = "bad" if over else "good" if threshold is not None else ""
            parts.meter(page.say(when), value, page.percent(value, 1), kind, threshold)


def _draw_sensitive(page: PageSession, told: dict[str, Any]) -> None:
    glossary = sensitive_glossary()
    for column, before in told["before"]["sensitive"].items():
        after = ((told["after"] or {}).get("sensitive") or {}).get(column)
        with parts.card(page.say(Message("app.risk-sensitive"), column=column)):
            if (after or before).get("distinct_l") == 1:
                parts.note(page.say(Message("app.risk-all-the-same"), column=column), "warning")
            rows = [
                [
                    page.say(entry.title),
                    _figure(page, before.get(name)),
                    _figure(page, after and after.get(name)),
                    page.say(entry.meaning),
                ]
                for name, entry in glossary.items()
            ]
            header = (
                Message("app.risk-figure"),
                Message("app.risk-before"),
                Message("app.risk-after"),
                Message("app.risk-meaning"),
            )
            caption = page.say(Message("app.choose-figures"))
            parts.plain_table([page.say(title) for title in header], rows, caption)


def _figure(page: PageSession, value: object) -> str:
    """Write a figure; one that has no bound arrives as a word."""
    if value == "Infinity":
        return "∞"
    if isinstance(value, int):
        return page.number(value)
    return page.number(value, 2) if isinstance(value, float) else "–"


STEPS.add(
    "risk",
    AppStep(
        Message("app.risk-title"),
        Message("app.risk-intro"),
        load,
        show,
        needs=(TABLE, ROLES, QUASI_IDENTIFIERS),
        jobs=("assess",),
    ),
    order=6,
)
