"""Files for their owner only, erased when done: secrets, and the place of working data."""

from __future__ import annotations

import errno
import os
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from celosia.errors import CelosiaError, DataError, ParameterError
from celosia.files.atomic import Aside
from celosia.files.journal import HeldFolder
from celosia.files.system import OWNER_ONLY, make_last, overwrite

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)
"""What a disk says on which a file has one name only."""

WORKING: ContextVar[Path | None] = ContextVar("working", default=None)
"""Where workspaces are made instead of the folder for temporary files."""


class Workspace:
    """A directory that only its owner can read; `erase` removes it and makes sure.

    Whatever interrupts the work, it is also removed when the process ends in order; and what a
    killed one leaves, by the next that needs such a place.
    """

    def __init__(self) -> None:
        home = WORKING.get() or Path(tempfile.gettempdir())
        self._held = HeldFolder(home, "work")
        self.path = self._held.path
        self._at_exit = weakref.finalize(self, self._held.remove)

    def erase(self) -> None:
        """Remove the directory with all that is in it, and check that it is gone."""
        self._held.remove()
        if self.path.exists():
            raise CelosiaError("engines.working-data-could-not-erased", path=self.path)
        self._at_exit.detach()


@contextmanager
def working_space() -> Iterator[Path]:
    """Give a place for working data, erased at the end."""
    space = Workspace()
    try:
        yield space.path
    finally:
        space.erase()


def check_apart(vault: Path, others: Iterable[Path]) -> None:
    """Make sure that none of the other files takes the place of a vault."""
    if vault.resolve() in {other.resolve() for other in others}:
        raise ParameterError("register.both-vault-another-file-give", name=vault.name)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that nobody else may read; one that is there already is not touched.

    It gets its name in one step that fails where it is taken: to look and then to write would let
    two processes both find it free, and the later one destroy a vault or a key.
    """
    with _written(path, content) as aside:
        _name(aside)
        make_last(aside.target.parent)


def _name(aside: Aside) -> None:
    """Give a file a name that nothing has."""
    try:
        try:
            os.link(aside.path, aside.target)
        except OSError as wrong:
            if wrong.errno not in NO_LINKS:
                raise
            # a disk without second names: the name is taken first, empty for a moment
            os.close(os.open(aside.target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
            aside.path.replace(aside.target)
    except FileExistsError:
        raise DataError("register.exists-already-move-away-first", name=aside.target.name) from None


def write_over(path: Path, content: bytes) -> None:
    """Put new content in the place of a file, then overwrite the bytes that were there.

    Until the new file is whole and named, the old one stays as it is. A link stays a link.
    """
    with _written(path, content) as aside:
        aside.publish()


@contextmanager
def _written(path: Path, content: bytes) -> Iterator[Aside]:
    """Write a file aside for its owner alone, to last; before it may be named it is read again."""
    aside = Aside(path.resolve(), private=True)
    try:
        aside.path.write_bytes(content)
        if aside.path.read_bytes() != content:
            raise DataError("register.could-not-read-again-written", name=path.name)
        make_last(aside.path)
        yield aside
    finally:
        aside.discard()


def erase(path: Path) -> int:
    """Overwrite a file with random bytes, empty it and unlink it; give how many bytes it had.

    Its name is gone first, in one step: a file that is half overwritten would be neither there nor
    erased. Whoever is killed in the middle leaves it to the next sweep.
    """
    held = HeldFolder(path.parent, path.name)
    doomed = held.path / path.name
    try:
        path.replace(doomed)
        make_last(path.parent)
        with doomed.open("r+b") as file:
            size = overwrite(file.fileno())
            os.ftruncate(file.fileno(), 0)
            os.fsync(file.fileno())
        doomed.unlink()
        make_last(held.path)
    except BaseException:
        held.release()  # a sweep erases it
        raise
    held.remove()
    return size
