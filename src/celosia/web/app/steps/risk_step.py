"""Who could find somebody, before and after."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.fields import PERCENT, number_field, number_in
from celosia.web.app.needs import QUASI_IDENTIFIERS, ROLES, TABLE
from celosia.web.app.page_session import PageSession, Result, newest
from celosia.web.app.step import STEPS, Step
from celosia.web.app.steps.techniques_shown import personal_note
from celosia.web.app.texts import choose_words, common_words, risk_words as texts


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


THRESHOLD = 0.2
ACCEPTED = celosia.Between(0, 100, open_low=True)
"""In percent; no table that is published keeps a risk of nothing."""
SENSITIVE_FIGURES = ("distinct_l", "entropy_l", "alpha_k", "t_equal", "beta_basic")


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
        parts.note(page.say(texts.NO_RELEASE), "warning")
        if measured.assessed is not None and not measured.assessed.fresh:
            parts.note(page.say(common_words.STALE), "warning")
    else:
        if not measured.release.fresh:
            parts.note(page.say(common_words.STALE_RELEASE), "warning")
        personal_note(page, measured.release.told["pseudonymized"])
    _measure_form(page, measured)
    if measured.assessed is not None:
        told = measured.assessed.told
        _attackers(page, told)
        _sensitive(page, told)
        scenario_card(page, (told["after"] or told["before"])["k"])
    parts.forward(page)


def _measure_form(page: PageSession, measured: Measured) -> None:
    assessed = measured.assessed
    present = assessed.job.options.get("threshold", THRESHOLD) if assessed else THRESHOLD
    with parts.card(page.say(texts.MEASURE)), parts.line():
        share, said = round(100 * present, 4), page.say(texts.THRESHOLD)
        threshold = number_field(page, said, share, ACCEPTED, "threshold", 5)

        async def measure() -> None:
            accepted = number_in(ACCEPTED, threshold.value)
            if accepted is None:
                raise celosia.ParameterError(common_words.CORRECT_FIRST)
            options: dict[str, Any] = {"threshold": accepted / 100}
            if measured.release is None:
                options["only_source"] = True
            else:
                options["release"] = measured.release.job.id
            await page.start("assess", **options)

        caption = texts.MEASURE if assessed is None else texts.MEASURE_AGAIN
        parts.button(page, page.say(caption), measure, icon="speed", name="measure")
        if assessed is None:
            ui.label(page.say(texts.NOT_MEASURED)).classes("quiet")


def _attackers(page: PageSession, told: dict[str, Any]) -> None:
    before, after = told["before"], told["after"]
    threshold = before["prosecutor"]["threshold"]
    with parts.card(page.say(texts.ATTACKERS)):
        highest = (after or before)["prosecutor"]["highest"]
        if highest <= threshold + 1e-12:
            parts.note(page.say(texts.WITHIN), "good")
        else:
            parts.note(page.say(texts.OVER, k=ceil(1 / threshold - 1e-9)), "bad")
        said = page.say(texts.THRESHOLD_LINE, threshold=page.percent(threshold, 1))
        ui.label(said).classes("quiet")
        figures = (
            (texts.HIGHEST, "highest", threshold),
            (texts.AVERAGE, "average", threshold),
            (texts.AT_RISK, "at_risk", None),
        )
        for title, name, line in figures:
            pair = [table and table["prosecutor"][name] for table in (before, after)]
            _gauge(page, title, pair, line)
        uniques = [table and table["uniques"] / table["records"] for table in (before, after)]
        _gauge(page, texts.UNIQUES, uniques, None)
        found = [table and table["classes"] / table["records"] for table in (before, after)]
        _gauge(page, texts.MARKETER, found, None)


def _gauge(
    page: PageSession, title: celosia.Message, pair: list[float | None], threshold: float | None
) -> None:
    """Draw one figure before and after, under what it means."""
    with ui.element("div").classes("stack gauge").props("role=group") as gauge:
        gauge.props["aria-label"] = page.say(title)
        ui.label(page.say(title)).classes("strong").props("aria-hidden=true")
        for when, value in zip((texts.BEFORE, texts.AFTER), pair, strict=True):
            if value is None:
                continue
            over = threshold is not None and value > threshold + 1e-12
            kind = "bad" if over else "good" if threshold is not None else ""
            parts.meter(page.say(when), value, page.percent(value, 1), kind, threshold)


def _sensitive(page: PageSession, told: dict[str, Any]) -> None:
    glossary = celosia.PRIVACY_GLOSSARY
    for column, before in told["before"]["sensitive"].items():
        after = ((told["after"] or {}).get("sensitive") or {}).get(column)
        with parts.card(page.say(texts.SENSITIVE, column=column)):
            if (after or before).get("distinct_l") == 1:
                parts.note(page.say(texts.ALL_THE_SAME, column=column), "warning")
            rows = [
                [
                    page.say(glossary[name].title),
                    _figure(page, before.get(name)),
                    _figure(page, after and after.get(name)),
                    page.say(glossary[name].meaning),
                ]
                for name in SENSITIVE_FIGURES
            ]
            header = (texts.FIGURE, texts.BEFORE, texts.AFTER, texts.MEANING)
            caption = page.say(choose_words.FIGURES)
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
    Step(
        texts.TITLE,
        texts.INTRO,
        load,
        show,
        needs=(TABLE, ROLES, QUASI_IDENTIFIERS),
        jobs=("assess",),
    ),
    order=6,
)
