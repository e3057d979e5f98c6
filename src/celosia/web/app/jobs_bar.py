"""The bar of what is being computed: how far it is, abort, and try again. A reload keeps it."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable

from nicegui import ui

from celosia.text.messages import Message
from celosia.web.app.page_session import PageSession
from celosia.web.service import JOB_KINDS, Job, JobState, NotFoundError

BETWEEN = 0.4
"""Seconds between two looks at the jobs: short beside what a job takes; a look is one read."""
MARKED = "dismissed"
"""Under which note the project keeps the failed job that the visitor has seen."""


class JobsBar:
    """Shows the work that runs, or how the last one failed until the visitor has seen it."""

    def __init__(self, page: PageSession, when_done: Callable[[Job], Awaitable[None]]) -> None:
        self._page = page
        self._when_done = when_done
        self._running: set[str] = set()
        self._shown: Job | None = None
        self._busy = self._stopped = False
        self._aloud = ui.label().classes("unseen").props('role=status data-name="aloud"')
        with ui.element("div").classes("jobs"):
            self._bar = ui.element("div").classes("w-full")
            self._timer = ui.timer(BETWEEN, self._look)
        page.watch = self._timer_now
        page.stop = self._stop

    def _timer_now(self) -> None:
        """Look before the next turn of the timer."""
        with self._bar:
            ui.timer(0, self._look, once=True)

    def _stop(self) -> None:
        self._stopped = True
        self._timer.deactivate()

    async def _look(self) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            jobs, version = await to_thread(self._list)
            running = {job.id for job in jobs if not job.state.ended}
            ended = [job for job in jobs if job.id in self._running - running]
            self._running = running
            self._show(foremost(jobs, self._page.project.notes.get(MARKED), version))
            for job in ended:
                if job.state is JobState.DONE:
                    self._aloud.set_text(self._named(Message("app.job-done"), job))
                await self._when_done(job)
        except NotFoundError:
            self._timer.deactivate()
            if not self._stopped:  # finished in another tab: here, the page goes elsewhere already
                ui.navigate.reload()
        finally:
            self._busy = False

    def _list(self) -> tuple[list[Job], int | None]:
        project = self._page.project
        version = project.history.current  # raises when the project was finished elsewhere
        return self._page.app.jobs.list(project), version

    def _show(self, job: Job | None) -> None:
        """Draw the bar anew only when what it says is different."""
        if job == self._shown:
            return
        before, self._shown = self._shown, job
        if job is not None and before is not None and _same_bar(before, job):
            self._update(job)
            return
        self._bar.clear()
        with self._bar:
            if job is not None and not job.state.ended:
                self._show_running(job)
            elif job is not None:
                self._show_failed(job)

    def _said(self, job: Job) -> str:
        page = self._page
        stage = page.say(JOB_KINDS[job.kind].said(job.stage))
        said = (
            Message("app.job-waiting")
            if job.state is JobState.QUEUED
            else Message("app.job-running")
        )
        return self._named(said, job, stage=stage)

    def _named(self, said: Message, job: Job, **values: object) -> str:
        work = self._page.say(JOB_KINDS[job.kind].title)
        return self._page.say(said, work=work, **values)

    def _update(self, job: Job) -> None:
        """Change what is said, and leave the button under the visitor's finger."""
        self._text.set_text(self._said(job))
        self._aloud.set_text(self._said(job))
        self._progress.set_value(job.share)
        if job.share:
            self._progress.props(remove="indeterminate")

    def _show_running(self, job: Job) -> None:
        page = self._page
        with ui.element("div").classes("job running").props('data-name="job"'):
            ui.spinner(size="1.4em").props("aria-hidden=true")
            self._text = ui.label(self._said(job)).classes("job-said")
            self._aloud.set_text(self._said(job))
            self._progress = ui.linear_progress(value=job.share, show_value=False)
            self._progress.classes("job-progress")
            self._progress.props["aria-label"] = page.say(JOB_KINDS[job.kind].title)
            if not job.share:
                self._progress.props("indeterminate")
            caption = page.say(Message("app.abort"))
            ui.button(caption, on_click=lambda: self._abort(job), icon="stop").props(
                'no-caps outline dense data-name="abort"'
            )

    def _show_failed(self, job: Job) -> None:
        page = self._page
        kind = "Cancelled" if job.state is JobState.CANCELLED else job.error
        heading = page.meaning(kind)
        with ui.element("div").classes("job failed").props('data-name="job-failed"'):
            ui.icon("error", size="1.4em").props("aria-hidden=true")
            with ui.element("div").classes("job-said"):
                said = f"{page.say(JOB_KINDS[job.kind].title)}. {heading}"
                ui.label(said)
                self._aloud.set_text(said)
                if job.message is not None and kind not in ("Died", "Cancelled"):
                    ui.label(page.named(page.say(job.message))).classes("exact said")
            ui.button(
                page.say(Message("app.try-again")),
                on_click=lambda: self._again(job),
                icon="refresh",
            ).props('no-caps dense data-name="again"')
            ui.button(page.say(Message("app.close")), on_click=lambda: self._dismiss(job)).props(
                "no-caps flat dense"
            )

    async def _abort(self, job: Job) -> None:
        await to_thread(self._page.app.jobs.cancel, self._page.project, job.id)
        await self._look()

    async def _again(self, job: Job) -> None:
        await self._page.handled(lambda: self._start(job))()

    async def _start(self, job: Job) -> None:
        await self._page.start(job.kind, **job.options)

    async def _dismiss(self, job: Job) -> None:
        await to_thread(lambda: self._page.project.note(**{MARKED: job.id}))
        await self._look()


def _same_bar(before: Job, job: Job) -> bool:
    return before.id == job.id and not before.state.ended and not job.state.ended


def foremost(jobs: list[Job], dismissed: object, version: int | None) -> Job | None:
    """Choose what to show: what runs, else what waits, else how the last one failed.

    A failure is forgotten once another `version` of the decisions holds than it was about.
    """
    for state in (JobState.RUNNING, JobState.QUEUED):
        for job in reversed(jobs):
            if job.state is state:
                return job
    if not jobs or jobs[0].state is JobState.DONE or jobs[0].id == dismissed:
        return None
    return jobs[0] if jobs[0].recipe_version == version else None
