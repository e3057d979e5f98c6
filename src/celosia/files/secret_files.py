"""Files that hold secrets: whole or not at all, for their owner only, and erased."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from celosia.errors import DataError, ParameterError, StoppedLate
from celosia.files.atomic import last, replacing

_PIECE = 1 << 20


def check_apart(vault: Path, others: Iterable[Path]) -> None:
    """Make sure that none of the other files takes the place of a vault."""
    if vault.resolve() in {other.resolve() for other in others}:
        raise ParameterError("register.both-vault-another-file-give", name=vault.name)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that nobody else may read; one that is there already is not touched."""
    if path.exists():
        raise DataError("register.exists-already-move-away-first", name=path.name)
    _write(path, content)


def write_over(path: Path, content: bytes) -> None:
    """Put new content in the place of a file, then overwrite the bytes that were there.

    Until the new file is whole and named, the old one stays as it is. A link stays a link.
    """
    path = path.resolve()
    with path.open("r+b") as old:
        _write(path, content)
        overwrite(old.fileno())


@contextmanager
def restored_on_failure(path: Path) -> Iterator[None]:
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
    last(path.parent)
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
    with replacing(path, private=True) as aside:
        aside.write_bytes(content)
        if aside.read_bytes() != content:
            raise DataError("register.could-not-read-again-written", name=path.name)
