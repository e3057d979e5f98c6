"""Private folders, files from outside, and rows taken away: whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
import zlib
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import celosia
from celosia.files.atomic import Lock
from celosia.files.sealed_files import SealedWriter
from celosia.files.system import overwrite
from celosia.web.service.service_errors import ConflictError, EraseError, TooLargeError

HOME_VARIABLE = "CELOSIA_HOME"
TRIES = 3
"""A page that looks at the folder just then may keep it from being erased the first time."""


def home_folder() -> Path:
    """Find where projects are kept: CELOSIA_HOME, or the user's folder for data of programs."""
    if given := os.environ.get(HOME_VARIABLE):
        return Path(given).absolute()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "celosia"


def make_private_folder(path: Path) -> Path:
    """Make a folder that only its owner can read."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.chmod(0o700)
    return path


def erase(folder: Path) -> int:
    """Remove a folder with all that is in it, check that it is gone, and count its files."""
    files = sum(1 for path in folder.rglob("*") if not path.is_dir())
    for _ in range(TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            break
    else:
        raise EraseError("service.not-everything-could-erased-remove", folder=folder)
    return files


def overwrite_all(folder: Path) -> int:
    """Put random bytes over every file in a folder, so that links to them hold nothing either.

    Give how many there were.
    """
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    for path in files:
        with path.open("r+b") as file:
            overwrite(file.fileno())
    return len(files)


def keep_folder(folder: Path) -> Lock:
    """Keep a folder for this process, or say that another one has it."""
    try:
        return Lock(folder / ".lock", wait=False, mode=0o600)
    except OSError:
        raise ConflictError(
            "service.another-celos-already-open-use", folder=folder, variable=HOME_VARIABLE
        ) from None


BLOCK = 1 << 20
"""Bytes that are in memory at once while a file is received or unpacked."""
GZIP, ZIP = b"\x1f\x8b", b"PK"
AS_GZIP = 31
"""The window size by which zlib expects a gzip header."""
MOST_PARTS = 10_000
"""Files inside a spreadsheet; one of 30 sheets has 38."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may come from outside.

    They are estimates, which keep a mistake or an archive made to burst from filling the disk or
    the memory; whoever serves larger tables passes others to `App`.
    """

    upload: int = 2 << 30
    """Bytes of an upload."""
    unpacked: int = 8 << 30
    """Bytes of a gzipped text once unpacked."""
    spreadsheet: int = 1 << 30
    """Bytes of a spreadsheet once unpacked, or of another file that is read into memory."""
    hierarchy: int = 64 << 20
    """Bytes of a hierarchy, schema or recipe."""


class Receiving:
    """An upload that is being sealed into a file; refused as soon as it is too large."""

    def __init__(self, path: Path, most: int, key: bytes) -> None:
        self.path = path
        self.size = 0
        self._most = most
        self._file = SealedWriter(path, key)

    def write(self, block: bytes) -> None:
        """Take the next bytes."""
        self.size += len(block)
        if self.size > self._most:
            self.discard()
            raise TooLargeError("service.file-larger", most=in_megabytes(self._most))
        self._file.write(block)

    def close(self) -> None:
        """End the upload."""
        self._file.close()

    def discard(self) -> None:
        """Give the upload up."""
        self._file.abandon()


def find_ending(path: Path, limits: Limits) -> str:
    """Tell the format of a file by its content, and refuse what would not fit once unpacked.

    The name that a file was sent with decides nothing.
    """
    with path.open("rb") as file:
        magic = file.read(4)
    if not magic:
        raise celosia.DataError("service.file-empty")
    if magic.startswith(GZIP):
        _check_gzip(path, limits.unpacked)
        return ".csv.gz"
    if magic.startswith(ZIP):
        _check_spreadsheet(path, limits.spreadsheet)
    found = celosia.FILE_FORMATS.at(path)
    if found.in_memory and path.stat().st_size > limits.spreadsheet:
        raise TooLargeError("service.file-larger", most=in_megabytes(limits.spreadsheet))
    return found.endings[0]


def in_megabytes(size: int) -> str:
    """Write a size as people do.

    >>> in_megabytes(3 << 20)
    '3 MB'
    """
    return f"{size / (1 << 20):,.6g} MB"


def _check_gzip(path: Path, most: int) -> None:
    size = 0
    try:
        for block in _unpack(path):
            if size == 0 and (block.startswith((GZIP, ZIP)) or celosia.FILE_FORMATS.begins(block)):
                raise celosia.DataError("service.file-holds-packed-file-inside")
            size += len(block)
            if size > most:
                raise TooLargeError("service.unpacked-file-larger", most=in_megabytes(most))
    except zlib.error:
        raise celosia.DataError("service.file-damaged-gzip-file") from None


def _unpack(path: Path) -> Iterator[bytes]:
    """Unpack one small block after another, whatever a block of the file grows to."""
    engine = zlib.decompressobj(AS_GZIP)
    with path.open("rb") as file:
        while packed := file.read(BLOCK):
            while packed:
                if engine.eof:  # gzip files may stand one after another
                    engine = zlib.decompressobj(AS_GZIP)
                if block := engine.decompress(packed, BLOCK):
                    yield block
                packed = engine.unused_data if engine.eof else engine.unconsumed_tail


def _check_spreadsheet(path: Path, most: int) -> None:
    try:
        with ZipFile(path) as archive:
            parts = archive.infolist()
            if celosia.FILE_FORMATS.parts.isdisjoint(part.filename for part in parts):
                raise celosia.DataError("service.file-archive-not-spreadsheet-unpack")
            if len(parts) > MOST_PARTS:
                raise TooLargeError("service.spreadsheet-too-many-parts")
            if sum(part.file_size for part in parts) > most:
                raise TooLargeError("service.unpacked-file-larger", most=in_megabytes(most))
            _check_parts(archive, most)
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise celosia.DataError("service.file-damaged-locked-spreadsheet") from None


def _check_parts(archive: ZipFile, most: int) -> None:
    """Unpack every part, because the sizes that an archive declares may be wrong."""
    size = 0
    for part in archive.infolist():
        until_the_end = copy(part)
        until_the_end.file_size = most + 1
        with archive.open(until_the_end) as content:
            while block := content.read(BLOCK):
                size += len(block)
                if size > most:
                    raise TooLargeError("service.unpacked-file-larger", most=in_megabytes(most))
