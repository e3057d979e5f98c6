"""What the system is asked for: to keep others out, to make things last, to forget bytes."""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OWNER_ONLY = 0o600
LOCKS = ".celosia-lock-"
"""How the file begins that a process holds while it is alone with another."""
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""A link is not followed: whoever put it there may mean another file."""
_PIECE = 1 << 20
"""Random bytes that are made at once, so that a file of any size takes little memory."""


def make_last(path: Path) -> None:
    """Make sure that what was written, or renamed in a folder, survives a crash."""
    if path.is_dir() and os.name != "posix":
        return  # only POSIX lets a folder be opened for that
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def overwrite(descriptor: int) -> int:
    """Put random bytes over all that an open file holds; give how many."""
    size = os.fstat(descriptor).st_size
    os.lseek(descriptor, 0, os.SEEK_SET)
    left = size
    while left:
        left -= os.write(descriptor, secrets.token_bytes(min(left, _PIECE)))
    os.fsync(descriptor)
    return size


def overwrite_small(folder: Path, most: int) -> None:
    """Put random bytes over the files of a folder, but for large ones.

    A file that has another name too stays as it is: it may be in use under that.
    """
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            found = path.lstat()
            if stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_size <= most:
                path.chmod(OWNER_ONLY)
                descriptor = os.open(path, os.O_RDWR | NO_LINK)
                try:
                    overwrite(descriptor)
                finally:
                    os.close(descriptor)


def file_hash(path: Path) -> str:
    """Hash a file's bytes with SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def content_hash(path: Path) -> str:
    """Hash a file's bytes, or the names and bytes of all files of a folder."""
    if not path.is_dir():
        return file_hash(path)
    listing = "".join(f"{file_hash(file)}  {file.relative_to(path)}\n" for file in files_in(path))
    return hashlib.sha256(listing.encode()).hexdigest()


def files_in(path: Path) -> list[Path]:
    """List the files of a folder, those in folders of it too; of a file itself."""
    return [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.is_file())


def begin_file(path: Path) -> int:
    """Make an empty file that only its owner may read; tell what others could, were it not so."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        mode = stat.S_IMODE(os.fstat(descriptor).st_mode)
    finally:
        os.close(descriptor)
    path.chmod(OWNER_ONLY)
    return mode


def usual_mode(target: Path, otherwise: int) -> int:
    """Say who may read a file of this name: those who can read what has it now."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return otherwise


class Lock:
    """Keeps all other processes out; the system gives it back however this one ends.

    Parameters
    ----------
    path
        A file of its own that is held: a file that takes the place of another would take the lock
        away.
    wait
        Wait until nobody else holds it; otherwise `BlockingIOError` at once.
    """

    def __init__(
        self, path: Path, wait: bool = True, mode: int = 0o666, create: bool = True
    ) -> None:
        self._path = path
        flags = os.O_RDWR | NO_LINK | (os.O_CREAT if create else 0)
        self._descriptor = os.open(path, flags, mode)
        try:
            _hold(self._descriptor, wait)
        except BaseException:
            os.close(self._descriptor)
            raise

    @property
    def is_current(self) -> bool:
        """Whether the file that is held still has its name: who held it before may remove it."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), self._path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let the next one in."""
        os.close(self._descriptor)

    def remove(self) -> None:
        """Let the next one in, who takes a file of their own."""
        if os.name != "posix":
            os.close(self._descriptor)  # elsewhere no open file can be removed
        with suppress(OSError):  # then it stays, and the next one takes it
            self._path.unlink()
        if os.name == "posix":
            os.close(self._descriptor)


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Wait until no other process is alone with a file, and keep them all out until the end."""
    while True:
        lock = Lock(lock_of(path), mode=OWNER_ONLY)
        if lock.is_current:
            break
        lock.release()
    try:
        yield
    finally:
        lock.remove()


def lock_of(path: Path) -> Path:
    """Name the file that a process holds while it is alone with another, however that is called."""
    path = path.resolve()
    return path.with_name(f"{LOCKS}{path.name}")


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
