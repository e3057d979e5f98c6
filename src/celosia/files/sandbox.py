"""Files that nobody here wrote are opened in a child process, which has limits and may die.

Formats with a structure (spreadsheets, Parquet, files of SPSS, Stata and SAS) are read by foreign
code that a strange file can make ask for 550 GB, loop, or abort. The child turns such a file into
something plain, which the parent reads. Decision 37 says which formats, why, and what it costs.
"""

from __future__ import annotations

import errno
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import celosia.errors as errors
from celosia.errors import CelosiaError, DataError
from celosia.files.read_limits import ReadLimits, in_words
from celosia.text.messages import Message

START = (
    "import json, sys; asked = json.load(sys.stdin); sys.path[:] = asked['path']; "
    "from celosia.files.apart.child_task import run; run(asked)"
)
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
"""What a thread of a library reserves counts as memory: some 130 MB each."""
OUT_OF_TIME = frozenset({-signal.SIGXCPU} if hasattr(signal, "SIGXCPU") else ())


def run_apart(
    task: Callable[..., Any], title: str, limits: ReadLimits | None = None, **arguments: Any
) -> Any:
    """Call a function of a module in a child process; give what it returned.

    Parameters
    ----------
    task
        A function at the top of a module of `files.apart`; what it takes and gives, JSON can hold.
    title
        What the file is called, for errors.

    Raises
    ------
    DataError
        When the task refuses the file, takes more than the limits allow, or does not come back.
    """
    limits = limits or ReadLimits.of_machine()
    asked = {
        "path": sys.path,
        "module": task.__module__,
        "function": task.__name__,
        "arguments": arguments,
        "limits": {
            "memory": limits.memory,
            "seconds": limits.seconds,
            "written": limits.unpacked,
        },
    }
    try:
        ended = subprocess.run(
            [sys.executable, "-I", "-c", START],
            input=json.dumps(asked).encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # a panic's text may quote the data
            timeout=limits.seconds,
            env=_environment(),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _took_too_long(title, limits) from None
    if ended.returncode in OUT_OF_TIME:
        raise _took_too_long(title, limits)
    if ended.returncode != 0:
        raise DataError(
            "files.reading-ended-halfway", name=title, memory=in_words(limits.memory)
        ) from None
    return _told(json.loads(ended.stdout), title, limits)


def _environment() -> dict[str, str]:
    """Give the child the environment without what is secret in it."""
    import os

    kept = {name: value for name, value in os.environ.items() if not name.startswith("CELOSIA_")}
    return kept | ENVIRONMENT


def _took_too_long(title: str, limits: ReadLimits) -> DataError:
    return DataError("files.reading-took-too-long", name=title, seconds=limits.seconds)


def _told(answer: dict[str, Any], title: str, limits: ReadLimits) -> Any:
    if "found" in answer:
        return answer["found"]
    if "key" in answer:
        raise DataError(answer["key"], **{"name": title, **answer["arguments"]})
    if "error" in answer:
        kind: type[CelosiaError] = getattr(errors, answer["error"], DataError)
        raise kind(Message.from_dict(answer["message"]))
    if "memory" in answer:
        raise DataError("files.reading-needs-memory", name=title, memory=in_words(limits.memory))
    if answer.get("system") == errno.EFBIG:
        raise DataError("files.unpacked-too-large", name=title, most=in_words(limits.unpacked))
    if "system" in answer:
        raise DataError("files.cannot-read", name=title, kind="OSError")
    raise DataError("files.cannot-read", name=title, kind=answer["kind"])
