"""Files and folders that appear whole or not at all, and that one process at a time changes.

All that Celosía writes for good is first written under a hidden name in the folder of its target,
made to last (`fsync`), renamed in one step, and the folder is made to last too: after a crash there
is the old file or the new one, never half of either.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

HIDDEN = re.compile(r"\.celosia-[0-9a-f]{32}-(?P<target>.+)", re.DOTALL)
"""What is written aside is called so, and found again by it when a run was killed."""
OWNER_ONLY = 0o600


def beside(path: Path) -> Path:
    """Give a hidden name in the same folder, so that a rename is one step."""
    return path.with_name(f".celosia-{uuid4().hex}-{path.name}")


class Aside:
    """A file that is written aside until it is known to hold.

    Parameters
    ----------
    target
        The name that it gets. A file that has it already is replaced, and its permissions stay.
    private
        Nobody but its owner may read it, from its first byte on and whatever it replaces.
    """

    def __init__(self, target: Path, private: bool = False) -> None:
        self.target = target
        self.path = beside(target)
        self._private = private
        if private:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            os.close(os.open(self.path, flags, OWNER_ONLY))

    def publish(self) -> None:
        """Give it the name of its target, for good; `make_last` made its content last before."""
        if not self._private:
            _keep_permissions(self.target, self.path)
        self.path.replace(self.target)
        make_last(self.target.parent)

    def discard(self) -> None:
        """Remove it, if it is still there."""
        self.path.unlink(missing_ok=True)


@contextmanager
def replace_whole(target: Path, private: bool = False, durable: bool = True) -> Iterator[Path]:
    """Give a hidden name to write to; what is there takes the place of the target at the end.

    If anything fails, the target is as it was and nothing else is left. A link stays a link.
    Without `durable` a reader still sees one whole file or the other, but a crash of the machine
    may undo the change: for what is written many times a second and can be lost.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replace_whole(Path(folder) / "note.txt") as aside:
    ...         _ = aside.write_text("whole")
    ...     [path.name for path in Path(folder).iterdir()]
    ['note.txt']
    """
    aside = Aside(target.resolve(), private)
    try:
        yield aside.path
        if durable:
            make_last(aside.path)
            aside.publish()
        else:
            aside.path.replace(aside.target)
    except BaseException:
        aside.discard()
        raise


def write_whole(
    path: Path, content: str | bytes, private: bool = False, durable: bool = True
) -> None:
    """Write a file of which everybody sees all or the one before; texts are UTF-8.

    What is no file but a pipe or a device (`/dev/stdout`) is written to straight.
    """
    told = content.encode("utf-8") if isinstance(content, str) else content
    if path.exists() and not (path.is_file() or path.is_dir()):
        path.write_bytes(told)
        return
    with replace_whole(path, private, durable) as aside:
        aside.write_bytes(told)


def move_for_good(path: Path, target: Path) -> None:
    """Give a file of the same folder its name, once all that was written to it lasts.

    For what is named only after it was looked into; what is written at one go is `replace_whole`.
    """
    make_last(path)
    path.replace(target)
    make_last(target.parent)


def put_in_place(new: Path, target: Path, old: Path) -> None:
    """Give a file or folder the name of its target.

    A file replaces a file in one step. A folder cannot replace another: what was there is first
    renamed to `old`, and back if that fails.
    """
    if not (new.is_dir() or target.is_dir()):
        new.replace(target)
        return
    try:
        if target.exists():
            target.rename(old)
        new.rename(target)
    except BaseException:
        if old.exists() and not target.exists():
            old.rename(target)
        raise


def make_last(path: Path) -> None:
    """Make sure that what was written, or renamed in a folder, survives a crash."""
    if path.is_dir() and os.name != "posix":
        return  # only POSIX lets a folder be opened for that
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _keep_permissions(old: Path, new: Path) -> None:
    """Let those read a file who could read the one before."""
    try:
        mode = stat.S_IMODE(old.stat().st_mode)
    except FileNotFoundError:
        return
    if mode != stat.S_IMODE(new.stat().st_mode):
        new.chmod(mode)


def file_hash(path: Path) -> str:
    """Hash a file's bytes with SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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
