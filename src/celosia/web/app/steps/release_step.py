"""Verified, taken away with its proof, and everything else erased."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nicegui import ui

import celosia
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession, Result, about, newest
from celosia.web.app.step import STEPS, AppStep
from celosia.web.app.steps.choose_step import way_of
from celosia.web.app.steps.goal_step import null_choice
from celosia.workflow.guard import Verdict
from celosia.workflow.residual_risks import ResidualRisk


@dataclass(frozen=True, slots=True)
class Ready:
    """The release, and what was found of it."""

    recipe: celosia.Recipe | None = None
    release: Result | None = None
    verified: Result | None = None
    report: Result | None = None
    public_report: Result | None = None
    """The one that says only what the public certificate says."""


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
        about(app, project, "report", release.job.id, public=False),
        about(app, project, "report", release.job.id, public=True),
    )


def show(page: PageSession, ready: Ready) -> None:
    """Draw what can be taken, and the end."""
    if ready.release is None or ready.recipe is None:
        parts.lead_to(page, page.say(Message("app.release-no-release")), "choose")
    else:
        _draw_summary(page, ready.release)
        _draw_verification(page, ready.release, ready.verified)
        _draw_files(page, ready.release, ready.report, ready.public_report)
    _draw_finish(page)


def _draw_summary(page: PageSession, release: Result) -> None:
    told = release.told
    if not release.fresh:
        parts.note(page.say(Message("app.stale-release")), "warning")
    in_persons = told["after"]["min_persons"] is not None
    ready = "app.release-ready-in-persons" if in_persons else "app.release-ready"
    said = page.say(
        Message(ready if told["models"] else "app.release-ready-personal"),
        models=", ".join(map(page.told, told["named"])),
        columns=", ".join(told["attributes"]),
        nulls=page.say(null_choice(celosia.NullPolicy(told["nulls"]))),
        risk=page.percent(told["after"]["highest_prosecutor_risk"], 1),
        left_out=page.number(told["records_in"] - told["records_out"]),
        records=page.number(told["records_in"]),
    )
    made = page.say(Message("app.choose-made-by"), way=way_of(page, told))
    guarded = told["guard"]["verdict"] == Verdict.GUARDED
    parts.note(f"{said} {made}", "good" if told["models"] and guarded else "warning")
    parts.verdict_note(page, told["guard"])
    parts.tell_techniques(page, (step["kind"] for step in told["techniques"]))
    parts.personal_note(page, told["pseudonymized"])
    _draw_residual(page, told["residual_risks"])


def _draw_residual(page: PageSession, risks: Sequence[Mapping[str, Any]]) -> None:
    """Say what the release does not rule out, each with its figure."""
    with parts.card(page.say(Message("app.release-residual-title"))):
        ui.label(page.say(Message("app.release-residual-why")))
        with ui.element("ul").props('data-name="residual"'):
            for risk in risks:
                with ui.element("li"):
                    ui.label(page.say(ResidualRisk.from_dict(risk).told))


def _draw_verification(page: PageSession, release: Result, verified: Result | None) -> None:
    async def verify() -> None:
        await page.start("verify", release=release.job.id)

    with parts.card(page.say(Message("app.release-verify-title"))):
        if not release.told["models"]:
            ui.label(page.say(Message("app.release-nothing-to-verify")))
            return
        ui.label(page.say(Message("app.release-verify-why")))
        if verified is not None:
            _draw_verdict(page, verified)
        with parts.line():
            quiet = verified is not None
            caption = page.say(
                Message("app.release-verify-again") if quiet else Message("app.release-verify")
            )
            parts.button(page, caption, verify, icon="verified", quiet=quiet, name="verify")


def _draw_verdict(page: PageSession, verified: Result) -> None:
    told = verified.told
    if told["satisfied"]:
        in_persons = told["min_persons"] is not None
        said = page.say(
            Message("app.release-holds-in-persons" if in_persons else "app.release-holds"),
            models=", ".join(page.told(model["named"]) for model in told["models"]),
            records=page.number(told["records"]),
            smallest=page.number(told["min_persons"] if in_persons else told["min_class"]),
        )
        parts.note(said, "good")
    else:
        rejected = max(
            model[count] or 0
            for model in told["models"]
            for count in ("rejected_records", "rejected_by_second_opinion")
        )
        parts.note(page.say(Message("app.release-fails"), rejected=page.number(rejected)), "bad")


def _draw_files(
    page: PageSession, release: Result, report: Result | None, public: Result | None
) -> None:
    of, job = f"{page.api}/releases/{release.job.id}", release.job.id
    with parts.card(page.say(Message("app.release-take-title"))):
        with parts.line():
            _draw_download(
                page, Message("app.release-file"), f"{of}/file", "take-release", quiet=False
            )
            _draw_download(
                page,
                Message("app.release-escaped"),
                f"{of}/file?escape_formulas=true",
                "take-escaped",
            )
            name = release.told["certificate"]
            _draw_download(
                page,
                Message("app.release-certificate"),
                f"{page.api}/jobs/{job}/files/{name}",
                "take-certificate",
            )
            _draw_download(
                page,
                Message("app.release-recipe"),
                f"{page.api}/jobs/{job}/files/recipe.toml",
                "take-recipe",
            )
            name = release.told["evidence"]
            _draw_download(
                page,
                Message("app.release-evidence"),
                f"{page.api}/jobs/{job}/files/{name}",
                "take-evidence",
            )
            if name := release.told["vault"]:
                address = f"{page.api}/jobs/{job}/files/{name}"
                _draw_download(page, Message("app.secrets-take-vault"), address, "take-vault")
            _draw_report(page, release, report, public=False)
            _draw_report(page, release, public, public=True)
        ui.label(page.say(Message("app.release-contents"))).classes("quiet")
        if release.fresh:  # else it would be made by decisions that it was not picked for
            _draw_other_format(page, release)


def _draw_download(
    page: PageSession, caption: Message, address: str, name: str, quiet: bool = True
) -> None:
    def take() -> None:
        ui.download.from_url(address)

    parts.button(page, page.say(caption), take, icon="download", quiet=quiet, name=name)


def _draw_report(page: PageSession, release: Result, report: Result | None, public: bool) -> None:
    """Offer to write a report, or to open it: the owner's, or the one for everybody."""

    async def write() -> None:
        await page.start("report", release=release.job.id, public=public)

    for_whom = "public-report" if public else "report"
    if report is None or report.told["language"] != page.language:
        caption = page.say(Message(f"app.release-{for_whom}"))
        parts.button(page, caption, write, icon="description", quiet=True, name=for_whom)
        return
    address = f"{page.api}/reports/{report.job.id}"
    made = ui.button(
        page.say(Message(f"app.release-open-{for_whom}")),
        icon="open_in_new",
        on_click=lambda: ui.navigate.to(address, new_tab=True),
    )
    made.props(f'no-caps data-name="open-{for_whom}"')


def formats() -> Mapping[str, Message]:
    """Give what a release can be written as, by the ending of its file."""
    return celosia.FILE_FORMATS.choices


def _draw_other_format(page: PageSession, release: Result) -> None:
    with parts.line():
        names = {ending: page.say(title) for ending, title in formats().items()}
        present = str(release.job.options.get("format", ".csv"))
        ending = ui.select(
            names, value=present, label=page.say(Message("app.release-other-format"))
        )
        ending.props('outlined dense data-name="format"').classes("wide")

        async def make() -> None:
            options = {**release.job.options, "format": str(ending.value)}
            await page.start("anonymize", **options)

        parts.button(
            page, page.say(Message("app.release-make")), make, quiet=True, name="make-format"
        )


def _draw_finish(page: PageSession) -> None:
    with parts.card(page.say(Message("app.release-finish-title"))):
        ui.label(page.say(Message("app.release-finish-why")))
        with ui.dialog() as dialog, ui.card():
            sure = page.say(Message("app.release-sure"), name=page.project.name)
            dialog.props["aria-label"] = sure
            ui.label(sure).classes("strong")
            ui.label(page.say(Message("app.release-finish-why")))
            with ui.row().classes("w-full justify-end"):
                parts.button(page, page.say(Message("app.cancel")), dialog.close, quiet=True)
                parts.button(
                    page,
                    page.say(Message("app.release-sure-button")),
                    lambda: _finish(page),
                    icon="delete_forever",
                    name="sure",
                ).props("color=negative")
        with parts.line():
            parts.button(
                page,
                page.say(Message("app.release-finish")),
                dialog.open,
                icon="delete_forever",
                name="finish",
            ).props("color=negative")


async def _finish(page: PageSession) -> None:
    page.stop()
    finished = await to_thread(page.app.finish, page.project)
    left = f"on_disk={finished.left.on_disk}&on_server={finished.left.on_server}"
    ui.navigate.to(f"/finished?files={finished.files}&lang={page.language}&{left}")


STEPS.add(
    "release",
    AppStep(
        Message("app.release-title"),
        Message("app.release-intro"),
        load,
        show,
        jobs=("anonymize", "verify", "report"),
    ),
    order=7,
)
