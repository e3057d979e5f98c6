"""The process of one job: `python -m celosia.web.service.worker PROJECT JOB PLACE`.

The place is a private folder for plain copies and working data; whoever started it erases it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import NoReturn

import celosia
from celosia.errors import is_memory_error, system_error
from celosia.files.atomic import Lock
from celosia.text.messages import Message
from celosia.web.service.job_folder import JobFolder
from celosia.web.service.project_files import Limits, make_private_folder
from celosia.web.service.projects import Project
from celosia.web.service.service_errors import place_of
from celosia.web.service.work import JOB_KINDS, JobTask
from celosia.workflow.unguarded import UnguardedColumns

STDIN = 0
BETWEEN = 0.1
"""Seconds between two notes of progress: each is a write of the state, and nobody sees more."""
DEFECT = Message("service.defect")
NICENESS = 5
"""How much the work gives way to the pages; a quarter of the scale of 19, so that pages
come first, and a machine with nothing else to do is all its own."""


def main() -> int:
    """Do the work; exit 0 with a result, 1 with a complaint, 130 when stopped."""
    place = Path(sys.argv[3])
    project = Project(Path(sys.argv[1]), Limits(), plain=make_private_folder(place / "plain"))
    folder = JobFolder(project.state, project.jobs_folder / sys.argv[2])
    secrets = json.loads(_first_line() or b"{}")
    threading.Thread(target=_end_with_server, daemon=True).start()
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    if "password" in secrets:
        os.environ["CELOSIA_PASSWORD"] = secrets["password"]
    try:
        lock = Lock(folder.lock, mode=0o600)  # noqa: F841 : held until the process ends
        folder.begin_anew()
        request = folder.request
        kind = JOB_KINDS[request["kind"]]
        files = make_private_folder(place / "files")
        project.lay_out(request["recipe_version"])
        task = JobTask(
            project=project,
            options=kind.read_options(request["options"]),
            version=request["recipe_version"],
            files=files,
            progress=_Telling(folder),
            key=bytes.fromhex(secrets["key"]) if "key" in secrets else None,
            vault=bytes.fromhex(secrets["vault"]) if "vault" in secrets else None,
        )
        result = kind.work(task)
        folder.keep(files)
        folder.deliver(result)
    except (KeyboardInterrupt, celosia.Cancelled):
        return 130
    except celosia.CelosiaError as wrong:
        offered = wrong.columns if isinstance(wrong, UnguardedColumns) else ()
        folder.complain(type(wrong).__name__, wrong.message, offered)
        return 1
    except OSError as wrong:
        folder.complain("OSError", Message("service.system-says", said=system_error(wrong)))
        return 1
    except Exception as wrong:
        if is_memory_error(wrong):
            folder.complain("MemoryError", Message("service.out-of-memory"))
            return 1
        told = Message("service.defect-at", place=place_of(wrong), defect=DEFECT)
        folder.complain("Unexpected", told)
        return 1
    finally:
        project.close()
    return 0


class _Telling:
    """Writes down how far the work is, but not all the time."""

    def __init__(self, folder: JobFolder) -> None:
        self._folder = folder
        self._stage, self._next = "", 0.0

    def __call__(self, stage: str, share: float) -> None:
        now = time.monotonic()
        if stage != self._stage or now >= self._next:
            self._folder.tell(stage, min(1.0, max(0.0, share)))
            self._stage, self._next = stage, now + BETWEEN


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _end_with_server() -> None:
    """End when the server is gone: nobody would ask for the result."""
    while os.read(STDIN, 1):
        pass
    os._exit(1)


def _first_line() -> bytes:
    """Read the secrets without Python's buffer, whose lock a waiting thread would keep."""
    line = b""
    while (byte := os.read(STDIN, 1)) not in (b"", b"\n"):
        line += byte
    return line


if __name__ == "__main__":
    sys.exit(main())
