"""Files and folders that appear whole or not at all, and that one process at a time changes.

All that Celosía writes for good is first written aside in a private folder beside its target, made
to last (`fsync`), renamed in one step, and the folder is made to last too: after a crash there is
the old file or the new one, never half of either.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Protocol, runtime_checkable

from celosia.files.journal import HeldFolder, Journal, Move, is_promised
from celosia.files.system import (
    OWNER_ONLY,
    Lock,
    alone_with,
    begin_file,
    content_hash,
    file_hash,
    lock_of,
    make_last,
    usual_mode,
)

__all__ = [
    "OWNER_ONLY",
    "Aside",
    "Lock",
    "WrittenAside",
    "alone_with",
    "file_hash",
    "keep_whole",
    "lock_of",
    "make_last",
    "move_for_good",
    "replace_whole",
    "write_whole",
]


class Aside:
    """A file or folder that is written aside until it is known to hold.

    Parameters
    ----------
    target
        The name that it gets. A file that has it already is replaced, and its permissions stay.
    private
        Nobody but its owner may read it under that name either, whatever it replaces; and what it
        replaces is overwritten.
    folder
        It will be a folder, or may replace one; no file is begun.
    """

    def __init__(self, target: Path, private: bool = False, folder: bool = False) -> None:
        self.target = target
        self.private = private
        self._folder = folder
        self.held = HeldFolder(target.parent, target.name)
        self.path = self.held.path / target.name
        self._mode = OWNER_ONLY
        if not folder:
            self._mode = begin_file(self.path)

    @cached_property
    def digest(self) -> str:
        """The hash of what was written, which must not change any more."""
        return content_hash(self.path)

    @property
    def move(self) -> Move:
        """What is to be done for it to get its name."""
        return self._move(self.digest)

    def publish(self, durable: bool = True) -> None:
        """Give it the name of its target, for good; `make_last` made its content last before."""
        if self.path.is_dir() or (self._folder and self.target.is_dir()):
            self._publish_folder()
            return
        self._move("").do()
        if durable:
            make_last(self.target.parent)
        self.discard()

    @property
    def is_due(self) -> bool:
        """Whether it has not got its name yet."""
        return self.path.exists()

    def discard(self) -> None:
        """Remove it, if it is still there, unless it was written down that it gets its name."""
        if is_promised(self.held):
            self.held.release()
        else:
            self.held.remove()

    def _move(self, digest: str) -> Move:
        return Move(self.path, digest, self._final_mode(), self.private, self._folder)

    def _publish_folder(self) -> None:
        """Give a folder its name: what has it goes away first, so that it takes two steps."""
        journal = Journal(self.target)
        try:
            journal.include(self.held, self.move)
            journal.commit()
            journal.finish()
        finally:
            journal.discard()

    def _final_mode(self) -> int | None:
        """Say who may read it under its name: those who could before, or whom the user lets."""
        if self._folder:
            return None
        return OWNER_ONLY if self.private else usual_mode(self.target, self._mode)


@runtime_checkable
class WrittenAside(Protocol):
    """A draft that is a file or a folder."""

    @property
    def aside(self) -> Aside:
        """Where it is."""
        ...


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
        aside.publish(durable)
    finally:
        aside.discard()


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


@contextmanager
def keep_whole(path: Path, content: bytes, private: bool = False) -> Iterator[Aside]:
    """Let a file get its name with others that are published meanwhile, or by itself at the end.

    If anything fails before, what was there stays.
    """
    aside = Aside(path, private)
    try:
        aside.path.write_bytes(content)
        make_last(aside.path)
        yield aside
        if aside.is_due:
            aside.publish()
    finally:
        aside.discard()


def move_for_good(path: Path, target: Path) -> None:
    """Give a file of the same folder its name, once all that was written to it lasts.

    For what is named only after it was looked into; what is written at one go is `replace_whole`.
    """
    make_last(path)
    path.replace(target)
    make_last(target.parent)
