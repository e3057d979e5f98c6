"""Files for their owner only, erased when done: secrets, and the place of working data."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from celosia.errors import CelosiaError, DataError, ParameterError, StoppedLate
from celosia.files.atomic import OWNER_ONLY, make_last, replace_whole


class Workspace:
    """A directory that only its owner can read; `erase` removes it and makes sure.

    Whatever interrupts the work, it is also removed when the process ends in order.
    """

    def __init__(self) -> None:
        home = Path(tempfile.gettempdir())
        erase_abandoned(home)
        self.path = home / f"celosia-{os.getpid()}-{token_hex(8)}"
        self._at_exit = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)
        self.path.mkdir(mode=0o700)

    def erase(self) -> None:
        """Remove the directory with all that is in it, and check that it is gone."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self.path.exists():
            raise CelosiaError("engines.working-data-could-not-erased", path=self.path)
        self._at_exit.detach()


def erase_abandoned(home: Path) -> None:
    """Remove what earlier processes of this user left behind when they were killed."""
    for folder in home.glob("celosia-*-*"):
        owner = re.fullmatch(r"celosia-(\d+)-[0-9a-f]{16}", folder.name)
        if owner and not _is_alive(int(owner.group(1))):
            shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


_PIECE = 1 << 20
"""Random bytes that are made at once, so that a file of any size takes little memory."""


def check_apart(vault: Path, others: Iterable[Path]) -> None:
    """Make sure that none of the other files takes the place of a vault."""
    if vault.resolve() in {other.resolve() for other in others}:
        raise ParameterError("register.both-vault-another-file-give", name=vault.name)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that nobody else may read; one that is there already is not touched.

    The name is taken first, in one step that fails where it is taken: to look and then to write
    would let two processes both find it free, and the later one destroy a vault or a key.
    """
    path = path.resolve()
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    except FileExistsError:
        raise DataError("register.exists-already-move-away-first", name=path.name) from None
    try:
        _write(path, content)
    except BaseException:
        path.unlink()  # it was empty, and ours
        raise


def write_over(path: Path, content: bytes) -> None:
    """Put new content in the place of a file, then overwrite the bytes that were there.

    Until the new file is whole and named, the old one stays as it is. A link stays a link.
    """
    path = path.resolve()
    with path.open("r+b") as old:
        _write(path, content)
        overwrite(old.fileno())


@contextmanager
def restore_on_failure(path: Path) -> Iterator[None]:
    """Put back what a file held, or that it was not there, if something fails."""
    before = path.read_bytes() if path.exists() else None
    try:
        yield
    except StoppedLate:
        raise
    except BaseException:
        if before is None:
            if path.exists():
                erase(path)
        elif path.read_bytes() != before:
            write_over(path, before)
        raise


def erase(path: Path) -> int:
    """Overwrite a file with random bytes, empty it and unlink it; give how many bytes it had."""
    with path.open("r+b") as file:
        size = overwrite(file.fileno())
        os.ftruncate(file.fileno(), 0)
        os.fsync(file.fileno())
    path.unlink()
    make_last(path.parent)
    return size


def overwrite(descriptor: int) -> int:
    """Put random bytes over all that an open file holds; give how many."""
    size = os.fstat(descriptor).st_size
    os.lseek(descriptor, 0, os.SEEK_SET)
    left = size
    while left:
        left -= os.write(descriptor, secrets.token_bytes(min(left, _PIECE)))
    os.fsync(descriptor)
    return size


def _write(path: Path, content: bytes) -> None:
    """Write it for its owner alone; before it gets its name it is read again."""
    with replace_whole(path, private=True) as aside:
        aside.write_bytes(content)
        if aside.read_bytes() != content:
            raise DataError("register.could-not-read-again-written", name=path.name)
