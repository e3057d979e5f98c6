"""Files and folders that appear whole or not at all, whatever dies when.

All that Celosía writes for good is first written under a hidden name in the folder of its target,
made to last (`fsync`), renamed in one step, and the folder is made to last too: after a crash there
is the old file or the new one, never half of either.
"""

from __future__ import annotations

import os
import re
import stat
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
        """Give it the name of its target, for good; `last` made its content last before."""
        if not self._private:
            _keep_permissions(self.target, self.path)
        self.path.replace(self.target)
        last(self.target.parent)

    def discard(self) -> None:
        """Remove it, if it is still there."""
        self.path.unlink(missing_ok=True)


@contextmanager
def replacing(target: Path, private: bool = False, durable: bool = True) -> Iterator[Path]:
    """Give a hidden name to write to; what is there takes the place of the target at the end.

    If anything fails, the target is as it was and nothing else is left. A link stays a link.
    Without `durable` a reader still sees one whole file or the other, but a crash of the machine
    may undo the change: for what is written many times a second and can be lost.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "note.txt") as aside:
    ...         _ = aside.write_text("whole")
    ...     [path.name for path in Path(folder).iterdir()]
    ['note.txt']
    """
    aside = Aside(target.resolve(), private)
    try:
        yield aside.path
        if durable:
            last(aside.path)
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
    with replacing(path, private, durable) as aside:
        aside.write_bytes(told)


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


def last(path: Path) -> None:
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
