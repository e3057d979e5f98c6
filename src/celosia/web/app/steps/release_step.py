"""Verified, taken away with its proof, and everything else erased."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession, Result, about, newest
from celosia.web.app.step import STEPS, Step
from celosia.web.app.steps.choose_step import way_of
from celosia.web.app.steps.techniques_shown import applied_names, personal_note
from celosia.web.app.texts import (
    choose_words,
    common_words,
    goal_words,
    release_words as texts,
    secret_words,
)


@dataclass(frozen=True, slots=True)
class Ready:
    """The release, and what was found of it."""

    recipe: celosia.Recipe | None = None
    release: Result | None = None
    verified: Result | None = None
    report: Result | None = None


def load(page: PageSession) -> Ready:
    """Read what is known of the newest release."""
    project, app = page.project, page.app
    if project.source is None:
        return Ready()
    release = newest(app, project, "anonymize")
    if release is None:
        return Ready()
    return Ready(
        project.recipe(),
        release,
        about(app, project, "verify", release.job.id),
        about(app, project, "report", release.job.id),
    )


def show(page: PageSession, ready: Ready) -> None:
    """Draw what can be taken, and the end."""
    if ready.release is None or ready.recipe is None:
        parts.lead_to(page, page.say(texts.NO_RELEASE), "choose")
    else:
        _summary(page, ready.release)
        _verify_card(page, ready.release, ready.verified)
        _files_card(page, ready.release, ready.report)
    _finish_card(page)


def _summary(page: PageSession, release: Result) -> None:
    told = release.told
    if not release.fresh:
        parts.note(page.say(common_words.STALE_RELEASE), "warning")
    said = page.say(
        texts.READY if told["models"] else texts.READY_PERSONAL,
        models=", ".join(map(page.told, told["named"])),
        columns=", ".join(told["attributes"]),
        nulls=page.say(goal_words.NULL_CHOICES[told["nulls"]]),
        risk=page.percent(told["after"]["highest_prosecutor_risk"], 1),
        suppressed=page.number(told["suppressed"]),
        records=page.number(told["records_in"]),
    )
    made = page.say(choose_words.MADE_BY, way=way_of(page, told))
    parts.note(f"{said} {made}", "good" if told["models"] else "warning")
    applied_names(page, (step["kind"] for step in told["techniques"]))
    personal_note(page, told["pseudonymized"])
    if told["models"]:
        parts.note(page.say(texts.NOT_SAID), "warning")


def _verify_card(page: PageSession, release: Result, verified: Result | None) -> None:
    async def verify() -> None:
        await page.start("verify", release=release.job.id)

    with parts.card(page.say(texts.VERIFY_TITLE)):
        if not release.told["models"]:
            ui.label(page.say(texts.NOTHING_TO_VERIFY))
            return
        ui.label(page.say(texts.VERIFY_WHY))
        if verified is not None:
            _verdict(page, verified)
        with parts.line():
            quiet = verified is not None
            caption = page.say(texts.VERIFY_AGAIN if quiet else texts.VERIFY)
            parts.button(page, caption, verify, icon="verified", quiet=quiet, name="verify")


def _verdict(page: PageSession, verified: Result) -> None:
    told = verified.told
    if told["satisfied"]:
        said = page.say(
            texts.HOLDS,
            models=", ".join(page.told(model["named"]) for model in told["models"]),
            records=page.number(told["records"]),
            smallest=page.number(told["min_class"]),
        )
        parts.note(said, "good")
    else:
        rejected = max(model["rejected_records"] for model in told["models"])
        parts.note(page.say(texts.FAILS, rejected=page.number(rejected)), "bad")


def _files_card(page: PageSession, release: Result, report: Result | None) -> None:
    of, job = f"{page.api}/releases/{release.job.id}", release.job.id
    with parts.card(page.say(texts.TAKE_TITLE)):
        with parts.line():
            _download(page, texts.RELEASE_FILE, f"{of}/file", "take-release", quiet=False)
            _download(page, texts.ESCAPED, f"{of}/file?escape_formulas=true", "take-escaped")
            name = release.told["certificate"]
            _download(
                page, texts.CERTIFICATE, f"{page.api}/jobs/{job}/files/{name}", "take-certificate"
            )
            _download(page, texts.RECIPE, f"{page.api}/jobs/{job}/files/recipe.toml", "take-recipe")
            name = release.told["evidence"]
            _download(page, texts.EVIDENCE, f"{page.api}/jobs/{job}/files/{name}", "take-evidence")
            if name := release.told["vault"]:
                address = f"{page.api}/jobs/{job}/files/{name}"
                _download(page, secret_words.TAKE_VAULT, address, "take-vault")
            _report(page, release, report)
        ui.label(page.say(texts.CONTENTS)).classes("quiet")
        if release.fresh:  # else it would be made by decisions that it was not picked for
            _other_format(page, release)


def _download(
    page: PageSession, caption: celosia.Message, address: str, name: str, quiet: bool = True
) -> None:
    def take() -> None:
        ui.download.from_url(address)

    parts.button(page, page.say(caption), take, icon="download", quiet=quiet, name=name)


def _report(page: PageSession, release: Result, report: Result | None) -> None:
    async def write() -> None:
        await page.start("report", release=release.job.id, language=page.language)

    if report is None or report.told["language"] != page.language:
        caption = page.say(texts.REPORT)
        parts.button(page, caption, write, icon="description", quiet=True, name="report")
        return
    address = f"{page.api}/reports/{report.job.id}"
    made = ui.button(
        page.say(texts.OPEN_REPORT),
        icon="open_in_new",
        on_click=lambda: ui.navigate.to(address, new_tab=True),
    )
    made.props('no-caps data-name="open-report"')


def _other_format(page: PageSession, release: Result) -> None:
    with parts.line():
        names = {ending: page.say(title) for ending, title in celosia.FILE_FORMATS.choices.items()}
        present = str(release.job.options.get("format", ".csv"))
        ending = ui.select(names, value=present, label=page.say(texts.OTHER_FORMAT))
        ending.props('outlined dense data-name="format"').classes("wide")

        async def make() -> None:
            options = {**release.job.options, "format": str(ending.value)}
            await page.start("anonymize", **options)

        parts.button(page, page.say(texts.MAKE), make, quiet=True, name="make-format")


def _finish_card(page: PageSession) -> None:
    with parts.card(page.say(texts.FINISH_TITLE)):
        ui.label(page.say(texts.FINISH_WHY))
        with ui.dialog() as dialog, ui.card():
            sure = page.say(texts.SURE, name=page.project.name)
            dialog.props["aria-label"] = sure
            ui.label(sure).classes("strong")
            ui.label(page.say(texts.FINISH_WHY))
            with ui.row().classes("w-full justify-end"):
                parts.button(page, page.say(common_words.CANCEL), dialog.close, quiet=True)
                parts.button(
                    page,
                    page.say(texts.SURE_BUTTON),
                    lambda: _finish(page),
                    icon="delete_forever",
                    name="sure",
                ).props("color=negative")
        with parts.line():
            parts.button(
                page,
                page.say(texts.FINISH),
                dialog.open,
                icon="delete_forever",
                name="finish",
            ).props("color=negative")


async def _finish(page: PageSession) -> None:
    page.stop()
    finished = await to_thread(page.app.finish, page.project)
    ui.navigate.to(f"/finished?files={finished.files}&lang={page.language}")


STEPS.add(
    "release",
    Step(texts.TITLE, texts.INTRO, load, show, jobs=("anonymize", "verify", "report")),
    order=7,
)
