"""Folders for what is written aside, and several names given at once by way of a journal.

All that Celosía writes lies first in a folder beside its target, `.celosia-<32 signs>-<target>`,
which nobody else can look into and which its owner holds locked: who finds one that nobody holds
knows that its owner is gone, in whatever container that was. One file gets its name by a rename,
which is one step. Several cannot; so their names are written down first, and whoever comes next
gives those that were written down and not given.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

from celosia.errors import DataError
from celosia.files.system import (
    LOCKS,
    OWNER_ONLY,
    Lock,
    begin_file,
    content_hash,
    make_last,
    overwrite,
    overwrite_small,
    usual_mode,
)

NAME = re.compile(r"\.celosia-[0-9a-f]{32}-(?P<target>.+)", re.DOTALL)
"""How everything is called that is written aside, and found again when a run was killed."""
HELD = ".celosia-held"
"""The file in such a folder that its owner holds locked."""
JOURNAL = ".celosia-journal"
"""The names that are to be given: once this is there, they will be."""
PART_OF = ".celosia-part-of"
"""Says in which folder a journal lies, or will lie, that speaks of what is in this one."""
REPLACED = "celosia-replaced"
"""What a folder is called, inside a hidden one, once another has its name."""
OVERWRITTEN = 64 << 20
"""Bytes up to which a file that a killed run left is overwritten before it is removed: vaults and
evidence are far smaller, and a table of gigabytes would keep the next run waiting."""

NO_LOCKS = (errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOLCK)
"""What a disk says that cannot lock files; the lock of another would be another error."""

_swept: set[tuple[int, Path]] = set()
"""Where this process has looked for what the dead left."""


class HeldFolder:
    """A folder for its owner alone, as long as its owner lives."""

    def __init__(self, parent: Path, name: str) -> None:
        sweep_once(parent)
        while True:
            self.path = parent / f".celosia-{uuid4().hex}-{name}"
            self.path.mkdir(mode=0o700)
            try:
                self._lock = _hold_own(self.path)
            except (BlockingIOError, FileNotFoundError):
                continue  # a sweep found it in the moment before it was held, and removes it
            except BaseException:
                shutil.rmtree(self.path, ignore_errors=True)
                raise
            break
        self._is_held = True

    @classmethod
    def take(cls, path: Path, wait: bool = False) -> Self | None:
        """Hold a folder whose owner is gone; None while that lives, or where it cannot be told."""
        try:
            names = {found.name for found in path.iterdir()}
            if not names:  # just made, or all but removed: it is not ours to hold
                path.rmdir()
                return None
            held = Lock(path / HELD, wait, OWNER_ONLY, create=HELD not in names)
        except OSError:  # held, gone, no folder, on a medium that cannot be written to
            return None
        if not held.is_current:
            held.release()  # whoever held it before has removed the folder
            return None
        taken = cls.__new__(cls)
        taken.path, taken._lock, taken._is_held = path, held, True
        return taken

    def release(self) -> None:
        """Let go of it, and leave it as it is."""
        if self._is_held and self._lock is not None:
            self._lock.release()
        self._is_held = False

    def remove(self, overwritten: int = 0) -> None:
        """Remove it with all that is in it, the journal first; overwrite files up to so many bytes.

        What cannot be removed is left to the next sweep: nobody else can read it.
        """
        if not self._is_held:
            return
        with suppress(OSError):
            (self.path / JOURNAL).unlink(missing_ok=True)
        if overwritten:
            with suppress(OSError):
                overwrite_small(self.path, overwritten)
        if os.name != "posix":
            self.release()  # elsewhere no open file can be removed
        _empty(self.path)
        shutil.rmtree(self.path, ignore_errors=True)
        self.release()


def _empty(folder: Path) -> None:
    """Remove what lies in a folder, but for what it is held by.

    That goes last: a sweep that found the folder without it would make it anew.
    """
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != HELD:
            with suppress(OSError):
                path.unlink()


def _hold_own(folder: Path) -> Lock | None:
    """Hold a folder that was just made; None on a disk that knows no locks: nobody sweeps there."""
    try:
        held = Lock(folder / HELD, wait=False, mode=OWNER_ONLY)
    except OSError as wrong:
        if wrong.errno in NO_LOCKS:
            return None
        raise
    if not held.is_current:
        held.release()
        raise FileNotFoundError(HELD)
    return held


@dataclass(frozen=True, slots=True)
class Move:
    """One name that is to be given."""

    source: Path
    """Where it was written: in a folder written aside, under the name that it gets beside that."""
    digest: str
    """The hash of what gets the name: by it is known whether it has it already."""
    mode: int | None = None
    """Who may read it then; None leaves it as it is."""
    private: bool = False
    """Whether what had the name before is to be overwritten."""
    folder: bool = False
    """Whether it is a folder, or may replace one."""

    @property
    def target(self) -> Path:
        """What is to have the name.

        It follows from the source: a journal that came with files of somebody else must not be able
        to name others.
        """
        return self.source.parent.parent / self.source.name

    @property
    def is_due(self) -> bool:
        """Whether the name is still to be given."""
        return os.path.lexists(self.source)

    @property
    def is_done(self) -> bool:
        """Whether the name was given, and still stands for the same."""
        there = not self.is_due and self.target.exists()
        return there and content_hash(self.target) == self.digest

    def check(self) -> None:
        """Refuse to begin what could not be finished."""
        if self.target.is_dir() and not self.folder:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(self.target))

    def do(self) -> None:
        """Give the name: a file replaces a file in one step, a folder goes out of the way first."""
        if self.mode is not None:
            self.source.chmod(self.mode & 0o777)
        if self.folder and (self.source.is_dir() or self.target.is_dir()):
            if self.target.exists():
                self.target.replace(self.source.with_name(REPLACED))
            self.source.replace(self.target)
        elif self.private and self.target.is_file() and not self.target.is_symlink():
            with self.target.open("r+b") as old:
                self.source.replace(self.target)
                make_last(
                    self.target.parent
                )  # or a crash might bring the old one back, overwritten
                overwrite(old.fileno())
        else:
            self.source.replace(self.target)

    def to_dict(self, folder: Path) -> dict[str, Any]:
        """Write it with its path from a folder on, which another container may call otherwise."""
        return {
            "from": os.path.relpath(self.source, folder),
            "sha256": self.digest,
            "mode": self.mode,
            "private": self.private,
            "folder": self.folder,
        }

    @classmethod
    def from_dict(cls, entries: Mapping[str, Any], folder: Path) -> Move:
        """Read it again."""
        source = Path(os.path.normpath(folder / entries["from"]))
        linked = source.is_symlink() or source.parent.is_symlink()
        if linked or not NAME.fullmatch(source.parent.name):
            raise DataError("files.journal-not-ours", folder=folder)
        rest = (entries[key] for key in ("sha256", "mode", "private", "folder"))
        return cls(source, *rest)


class Journal:
    """What gets its name together or not at all.

    Parameters
    ----------
    place
        Beside it the journal lies.
    """

    def __init__(self, place: Path) -> None:
        self.held = HeldFolder(place.parent, place.name)
        self.moves: list[Move] = []
        self._is_committed = False

    def write(self, name: str, content: bytes, private: bool = False) -> None:
        """Write one more file, which gets its name beside the journal."""
        path = self.held.path / name
        mode = begin_file(path)
        path.write_bytes(content)
        make_last(path)
        move = Move(path, content_hash(path), OWNER_ONLY, private)
        self.moves.append(move if private else replace(move, mode=usual_mode(move.target, mode)))

    def include(self, held: HeldFolder, move: Move) -> None:
        """Let something that was written in a folder of its own, and lasts, get its name too."""
        part = held.path / PART_OF
        begin_file(part)
        part.write_text(os.path.relpath(self.held.path, held.path), encoding="utf-8")
        make_last(part)
        self.moves.append(move)

    def commit(self, waits_for: Mapping[str, Any] | None = None) -> None:
        """Write down what is to happen: from then on it will, whoever dies.

        With `waits_for`, what a certificate says of a server's table: it happens if that table is
        found to be so. Nobody can rename a table and a file at once.
        """
        for move in self.moves:
            move.check()
        folder = self.held.path.parent
        entries = {"moves": [move.to_dict(folder) for move in self.moves]}
        holders = {move.source.parent for move in self.moves} | {self.held.path}
        aside = self.held.path / f"{JOURNAL}-aside"
        begin_file(aside)
        aside.write_text(json.dumps({**entries, "waits_for": waits_for}), encoding="utf-8")
        for path in (aside, *sorted(holders), *sorted({holder.parent for holder in holders})):
            make_last(path)
        try:
            aside.replace(self.held.path / JOURNAL)
            make_last(self.held.path)
        except BaseException:  # whether it lasts is not known: it must not be found
            (self.held.path / JOURNAL).unlink(missing_ok=True)
            raise
        self._is_committed = True

    def finish(self) -> None:
        """Give the names; what fails now is given by the next run."""
        try:
            _finish(self.held, self.moves)
        except OSError as wrong:
            why = wrong.strerror or type(wrong).__name__
            raise DataError("files.names-are-given-next", why=why) from wrong

    def take_back(self) -> None:
        """Do nothing of what was written down, and be sure of it."""
        (self.held.path / JOURNAL).unlink(missing_ok=True)
        make_last(self.held.path)
        self._is_committed = False

    def discard(self) -> None:
        """Remove it and what lies there; what was written down and is not done yet stays."""
        if self._is_committed:
            self.held.release()
        else:
            self.held.remove()


def _finish(held: HeldFolder, moves: Sequence[Move]) -> None:
    """Give the names that were not given yet; none if what should have them is gone.

    That happens where a run failed while the journal was written, could not take it back, and
    discarded its drafts.
    """
    due = [move for move in moves if move.is_due]
    rest = [move for move in moves if not move.is_due]
    for move in rest:
        if not move.target.parent.is_dir():
            raise DataError("files.half-published-elsewhere", folder=move.target.parent)
    if not rest or any(move.is_done for move in rest):
        for move in due:
            move.do()
        for folder in sorted({move.target.parent for move in moves}):
            make_last(folder)
        (held.path / JOURNAL).unlink()  # or a crash of the machine might bring it back one day
        make_last(held.path)
    held.remove()


@dataclass(frozen=True, slots=True)
class Awaited:
    """Names that are to be given if a server's table is what it should be."""

    held: HeldFolder
    told: Mapping[str, Any]
    """What a certificate says of the table."""
    moves: Sequence[Move]

    def finish(self) -> None:
        """Give them: the table is there."""
        _finish(self.held, self.moves)

    def discard(self) -> None:
        """Give none: it never was, or is no more."""
        self.held.remove(OVERWRITTEN)

    def release(self) -> None:
        """Leave it for whoever knows that table."""
        self.held.release()


def awaited_in(folder: Path) -> Iterator[Awaited]:
    """Hold, one after another, the journals that wait for a table, and that nobody holds."""
    for path in written_aside(folder):
        held = HeldFolder.take(path) if (path / JOURNAL).exists() else None
        if held is None:
            continue
        moves, told = _read(path)
        if told is None:
            held.release()
        else:
            yield Awaited(held, told, moves)


def written_aside(folder: Path) -> list[Path]:
    """List what was written aside in a folder, by runs that are under way or were killed."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return []
    named = (entry for entry in entries if NAME.fullmatch(entry.name) and not entry.is_symlink())
    return [Path(entry.path) for entry in named]


def promised_in(folder: Path) -> Iterator[Path]:
    """List what a journal in a folder says will get a name, and has not."""
    for path in written_aside(folder):
        yield from (move.target for move in _read(path)[0] if move.is_due)


def settle(folder: Path) -> list[Path]:
    """Give the names that a killed run had written down, and wait for one that is giving them.

    Whoever reads what may have been published there asks for this first.

    Returns
    -------
    list of Path
        What has its name now.
    """
    settled: list[Path] = []
    for path in written_aside(folder):
        if _is_ours(path):
            settled += _settle(_journal_of(path))
    return settled


def _settle(path: Path | None) -> list[Path]:
    """Finish what a journal says, if there is one, and if it waits for nothing else."""
    if path is None or not _is_ours(path) or _read(path)[1] is not None:
        return []
    held = HeldFolder.take(path, wait=True)
    if held is None:
        return []  # another was faster
    try:
        moves, _ = _read(path)
        if not moves:
            return []
        _finish(held, moves)
    finally:
        held.release()
    for folder in sorted({move.source.parent for move in moves}):
        _remove_dead(folder)
    return [move.target for move in moves]


def _read(path: Path) -> tuple[list[Move], Mapping[str, Any] | None]:
    """Read a journal: the names to be given, and the table that they wait for; none if it is gone.

    It is written whole or not at all, so that one that cannot be read is not of our making.
    """
    try:
        entries = json.loads((path / JOURNAL).read_text(encoding="utf-8"))
        moves = [Move.from_dict(each, path.parent) for each in entries["moves"]]
        return moves, entries["waits_for"]
    except FileNotFoundError:
        return [], None
    except (ValueError, KeyError, TypeError):
        raise DataError("files.journal-not-ours", folder=path.parent) from None


def _journal_of(path: Path) -> Path | None:
    """Find the folder whose journal speaks of what lies in this one; None where there is none."""
    try:
        if (path / JOURNAL).exists():
            return path
        told = (path / PART_OF).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):  # none, or cut while it was written
        return None
    journal = Path(os.path.normpath(path / told))
    return journal if NAME.fullmatch(journal.name) and (journal / JOURNAL).exists() else None


def is_promised(held: HeldFolder) -> bool:
    """Tell whether a journal says that what lies in a folder will get its name."""
    return _journal_of(held.path) is not None


def sweep_once(folder: Path) -> None:
    """Remove what the dead left in a folder, the first time that this process writes there."""
    key = os.getpid(), folder.absolute()
    if key not in _swept:
        _swept.add(key)
        sweep(folder)


def sweep(folder: Path, overwritten: int = OVERWRITTEN) -> list[Path]:
    """Finish what killed runs had written down, and remove all else that they left in a folder.

    What is in use stays, and so does what belongs to another user, or waits for a server's table.

    Parameters
    ----------
    overwritten
        Bytes up to which a file is overwritten before it is removed.

    Returns
    -------
    list of Path
        What is gone.
    """
    gone = [
        path for path in written_aside(folder) if _is_ours(path) and _remove_dead(path, overwritten)
    ]
    for path in folder.glob(f"{LOCKS}*") if folder.is_dir() else ():
        if _is_ours(path):
            _remove_lock(path)
    return gone


def _remove_dead(path: Path, overwritten: int = OVERWRITTEN) -> bool:
    """Remove a folder that nobody holds; tell whether it is gone.

    What is no folder was left by an older Celosía, which wrote drafts so.
    """
    if path.is_file():
        path.unlink()
        return True
    held = HeldFolder.take(path)
    if held is None:
        return not path.exists()
    journal = _journal_of(path)  # its owner is dead: no other will come
    if journal is None:
        held.remove(overwritten)
        return True
    held.release()
    _settle(journal)
    return not path.exists()


def _remove_lock(path: Path) -> None:
    try:
        held = Lock(path, wait=False)
    except (BlockingIOError, FileNotFoundError):
        return
    held.remove() if held.is_current else held.release()


def _is_ours(path: Path) -> bool:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    return os.name != "posix" or found.st_uid == os.geteuid()
