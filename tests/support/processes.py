"""Finds the process of a job, so that tests can kill it."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path


def worker_of(job: str) -> int | None:
    """Find the process that works on a job, by its arguments."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if b"celosia.web.service.worker" in words and job.encode() in words:
                return int(folder.name)
    return None


def begun_worker(job: str) -> int:
    """Wait for the process that works on a job: it is told to run a moment before it does."""
    for _ in range(1200):
        if (found := worker_of(job)) is not None:
            return found
        time.sleep(0.05)
    raise AssertionError("Nobody works on the job.")
