"""A file or folder that one process at a time may work with."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Lock:
    """Keeps all other processes out; the system gives it back however this one ends.

    Parameters
    ----------
    path
        A file of its own that is held, and stays: a file that takes the place of another would
        take the lock away.
    wait
        Wait until nobody else holds it; otherwise `BlockingIOError` at once.
    """

    def __init__(self, path: Path, wait: bool = True, mode: int = 0o666) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, mode)
        try:
            _hold(self._descriptor, wait)
        except BaseException:
            os.close(self._descriptor)
            raise

    def release(self) -> None:
        """Let the next one in."""
        os.close(self._descriptor)


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Wait until no other process is alone with a file, and keep them all out until the end."""
    lock = Lock(lock_of(path))
    try:
        yield
    finally:
        lock.release()


def lock_of(path: Path) -> Path:
    """Name the file that a process holds while it is alone with another, however that is called."""
    path = path.resolve()
    return path.with_name(f".{path.name}.lock")


def _hold(descriptor: int, wait: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError as held:  # another error than on POSIX for the same thing
            raise BlockingIOError(*held.args) from None
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
