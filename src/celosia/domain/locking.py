"""A file that one process at a time may work with."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Wait until no other process is alone with a file, and keep them all out until the end.

    The lock is a hidden file beside it, which stays: a file that takes the place of another would
    take the lock away. The system gives it back however the process ends.
    """
    descriptor = os.open(lock_of(path), os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(descriptor)
        yield
    finally:
        os.close(descriptor)


def lock_of(path: Path) -> Path:
    """Name the file that a process holds while it is alone with another, however that is called."""
    path = path.resolve()
    return path.with_name(f".{path.name}.lock")


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)
