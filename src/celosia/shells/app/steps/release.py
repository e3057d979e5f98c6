"""The step *release*: verified, taken away with its proof, and everything else erased."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.results import Result, about, newest
from celosia.shells.app.step import STEPS, Step
from celosia.shells.app.steps.result import way_of
from celosia.shells.app.steps.techniques_shown import applied_names, personal_note
from celosia.shells.app.texts import choose, common, goal, release as texts, secrets
from celosia.shells.app.walk import Walk


@dataclass(frozen=True, slots=True)
class Ready:
    """The release, and what was found of it."""

    recipe: celosia.Recipe | None = None
    release: Result | None = None
    verified: Result | None = None
    report: Result | None = None


def load(walk: Walk) -> Ready:
    """Read what is known of the newest release."""
    project, desk = walk.project, walk.desk
    if project.source is None:
        return Ready()
    release = newest(desk, project, "anonymize")
    if release is None:
        return Ready()
    return Ready(
        project.recipe(),
        release,
        about(desk, project, "verify", release.job.id),
        about(desk, project, "report", release.job.id),
    )


def show(walk: Walk, ready: Ready) -> None:
    """Draw what can be taken, and the end."""
    if ready.release is None or ready.recipe is None:
        parts.empty(walk, walk.say(texts.NO_RELEASE), "choose")
    else:
        _summary(walk, ready.release)
        _verify_card(walk, ready.release, ready.verified)
        _files_card(walk, ready.release, ready.report)
    _finish_card(walk)


def _summary(walk: Walk, release: Result) -> None:
    told = release.told
    if not release.fresh:
        parts.note(walk.say(common.STALE_RELEASE), "warning")
    said = walk.say(
        texts.READY if told["models"] else texts.READY_PERSONAL,
        models=", ".join(map(walk.told, told["named"])),
        columns=", ".join(told["attributes"]),
        nulls=walk.say(goal.NULL_CHOICES[told["nulls"]]),
        risk=walk.percent(told["after"]["risk"]["highest"], 1),
        suppressed=walk.number(told["suppressed"]),
        records=walk.number(told["records_in"]),
    )
    made = walk.say(choose.MADE_BY, way=way_of(walk, told))
    parts.note(f"{said} {made}", "good" if told["models"] else "warning")
    applied_names(walk, (step["kind"] for step in told["techniques"]))
    personal_note(walk, told["pseudonymized"])
    if told["models"]:
        parts.note(walk.say(texts.NOT_SAID), "warning")


def _verify_card(walk: Walk, release: Result, verified: Result | None) -> None:
    async def verify() -> None:
        await walk.start("verify", release=release.job.id)

    with parts.card(walk.say(texts.VERIFY_TITLE)):
        if not release.told["models"]:
            ui.label(walk.say(texts.NOTHING_TO_VERIFY))
            return
        ui.label(walk.say(texts.VERIFY_WHY))
        if verified is not None:
            _verdict(walk, verified)
        with parts.line():
            quiet = verified is not None
            caption = walk.say(texts.VERIFY_AGAIN if quiet else texts.VERIFY)
            parts.button(walk, caption, verify, icon="verified", quiet=quiet, name="verify")


def _verdict(walk: Walk, verified: Result) -> None:
    told = verified.told
    if told["satisfied"]:
        said = walk.say(
            texts.HOLDS,
            models=", ".join(walk.told(model["named"]) for model in told["models"]),
            records=walk.number(told["figures"]["records"]),
            smallest=walk.number(told["figures"]["min_class"]),
        )
        parts.note(said, "good")
    else:
        rejected = max(model["rejected_records"] for model in told["models"])
        parts.note(walk.say(texts.FAILS, rejected=walk.number(rejected)), "bad")


def _files_card(walk: Walk, release: Result, report: Result | None) -> None:
    of, job = f"{walk.api}/releases/{release.job.id}", release.job.id
    with parts.card(walk.say(texts.TAKE_TITLE)):
        with parts.line():
            _download(walk, texts.RELEASE_FILE, f"{of}/file", "take-release", quiet=False)
            _download(walk, texts.ESCAPED, f"{of}/file?escape_formulas=true", "take-escaped")
            name = release.told["certificate"]
            _download(
                walk, texts.CERTIFICATE, f"{walk.api}/jobs/{job}/files/{name}", "take-certificate"
            )
            _download(walk, texts.RECIPE, f"{walk.api}/jobs/{job}/files/recipe.toml", "take-recipe")
            name = release.told["evidence"]
            _download(walk, texts.EVIDENCE, f"{walk.api}/jobs/{job}/files/{name}", "take-evidence")
            if name := release.told["vault"]:
                address = f"{walk.api}/jobs/{job}/files/{name}"
                _download(walk, secrets.TAKE_VAULT, address, "take-vault")
            _report(walk, release, report)
        ui.label(walk.say(texts.CONTENTS)).classes("quiet")
        if release.fresh:  # else it would be made by decisions that it was not picked for
            _other_format(walk, release)


def _download(
    walk: Walk, caption: celosia.Sentence, address: str, name: str, quiet: bool = True
) -> None:
    def take() -> None:
        ui.download.from_url(address)

    parts.button(walk, walk.say(caption), take, icon="download", quiet=quiet, name=name)


def _report(walk: Walk, release: Result, report: Result | None) -> None:
    async def write() -> None:
        await walk.start("report", release=release.job.id, language=walk.language)

    if report is None or report.told["language"] != walk.language:
        caption = walk.say(texts.REPORT)
        parts.button(walk, caption, write, icon="description", quiet=True, name="report")
        return
    address = f"{walk.api}/reports/{report.job.id}"
    made = ui.button(
        walk.say(texts.OPEN_REPORT),
        icon="open_in_new",
        on_click=lambda: ui.navigate.to(address, new_tab=True),
    )
    made.props('no-caps data-name="open-report"')


def _other_format(walk: Walk, release: Result) -> None:
    with parts.line():
        names = {ending: walk.say(title) for ending, title in celosia.FILE_FORMATS.choices.items()}
        present = str(release.job.options.get("format", ".csv"))
        ending = ui.select(names, value=present, label=walk.say(texts.OTHER_FORMAT))
        ending.props('outlined dense data-name="format"').classes("wide")

        async def make() -> None:
            options = {**release.job.options, "format": str(ending.value)}
            await walk.start("anonymize", **options)

        parts.button(walk, walk.say(texts.MAKE), make, quiet=True, name="make-format")


def _finish_card(walk: Walk) -> None:
    with parts.card(walk.say(texts.FINISH_TITLE)):
        ui.label(walk.say(texts.FINISH_WHY))
        with ui.dialog() as dialog, ui.card():
            sure = walk.say(texts.SURE, name=walk.project.name)
            dialog.props["aria-label"] = sure
            ui.label(sure).classes("strong")
            ui.label(walk.say(texts.FINISH_WHY))
            with ui.row().classes("w-full justify-end"):
                parts.button(walk, walk.say(common.CANCEL), dialog.close, quiet=True)
                parts.button(
                    walk,
                    walk.say(texts.SURE_BUTTON),
                    lambda: _finish(walk),
                    icon="delete_forever",
                    name="sure",
                ).props("color=negative")
        with parts.line():
            parts.button(
                walk,
                walk.say(texts.FINISH),
                dialog.open,
                icon="delete_forever",
                name="finish",
            ).props("color=negative")


async def _finish(walk: Walk) -> None:
    walk.stop()
    finished = await to_thread(walk.desk.finish, walk.project)
    ui.navigate.to(f"/finished?files={finished.files}&lang={walk.language}")


STEPS.add(
    "release",
    Step(texts.TITLE, texts.INTRO, load, show, jobs=("anonymize", "verify", "report")),
    order=7,
)
