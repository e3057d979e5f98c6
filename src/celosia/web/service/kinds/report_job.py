"""The job *report*: the page about a release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import celosia
from celosia.core.parameters import OneOf
from celosia.files.atomic import write_whole
from celosia.text.languages import languages
from celosia.text.messages import Message
from celosia.web.service.work import JOB_KINDS, AboutRelease, JobKind, JobTask, Share, Stage

REPORT = Stage("report", Message("service.report"))


@dataclass(frozen=True, slots=True)
class ReportOptions(AboutRelease):
    """About which release, for whom, and against what."""

    language: Annotated[str, OneOf(languages())] = "en"
    threshold: Share = 0.2
    public: bool = False
    """Whether it is for everybody: then it says what the public certificate says."""


def report(task: JobTask[ReportOptions]) -> dict[str, Any]:
    """Write the page about the release."""
    options = task.options
    task.progress(REPORT.name, 0.0)
    page = celosia.public_report(task.release(), options.language) if options.public else _all(task)
    write_whole(task.files / "report.html", page)
    return {"file": "report.html", "language": options.language, "public": options.public}


def _all(task: JobTask[ReportOptions]) -> str:
    """Write the page for the owner, who may see what was not published."""
    options, source = task.options, task.project.place_of(task.source)
    releases, recipe, key = [task.release()], task.released_recipe, task.counting_key
    return celosia.report(source, releases, recipe, options.language, options.threshold, key)


JOB_KINDS.add(
    "report",
    JobKind(
        Message("service.writing-report"),
        report,
        ReportOptions,
        stages=(REPORT,),
        command="report",
    ),
    order=8,
)
