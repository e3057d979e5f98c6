"""The child's side of `files.sandbox`: bound oneself, do one task, say how it went.

It imports next to nothing, because a child starts with it: 10 ms, and the reader of the format.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import Any


class Refused(Exception):  # noqa: N818 - what the parent says in words, as an error of its own
    """A file is not read, for a reason that a catalogue has words for."""

    def __init__(self, key: str, **arguments: Any) -> None:
        super().__init__(key)
        self.key, self.arguments = key, arguments


def run(asked: dict[str, Any]) -> None:
    """Do what was asked on stdin; answer on what was stdout, where no library can write."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    _bound(**asked["limits"])
    json.dump(_done(asked), answer)
    answer.flush()
    os._exit(0)  # nothing of a library that a strange file has been through is run any more


def _bound(memory: int, seconds: int, written: int) -> None:
    """Let the system end this process when it takes too much."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent's clock holds there
        return
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, written),
        (resource.RLIMIT_CORE, 0),  # a core file would hold the data
    ):
        _, hard = resource.getrlimit(what)
        within = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (within, hard))
        except (OSError, ValueError):  # macOS knows some of them and refuses to set them
            continue
    # beyond its size a file is refused by an error, not by a signal
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def _done(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        task = getattr(import_module(asked["module"]), asked["function"])
        return {"found": task(**asked["arguments"])}
    except Refused as wrong:
        return {"key": wrong.key, "arguments": wrong.arguments}
    except MemoryError:
        return {"memory": True}
    except OSError as wrong:
        return {"system": wrong.errno}
    except BaseException as wrong:
        if said := getattr(wrong, "message", None):  # one of our own errors
            return {"error": type(wrong).__name__, "message": said.to_dict()}
        return {"kind": type(wrong).__name__}  # never its text: it may quote the data


if __name__ == "__main__":
    run(json.load(sys.stdin))
