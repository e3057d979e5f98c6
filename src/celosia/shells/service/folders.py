"""Private folders, and files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from secrets import token_hex
from typing import Any

from celosia.shells.service.errors import ConflictError, EraseError

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


def private_folder(path: Path) -> Path:
    """Make a folder that only its owner can read."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.chmod(0o700)
    return path


def write_text(path: Path, text: str, durable: bool = True) -> None:
    """Write a file of which a reader sees all or the one before; if durable, after a crash too."""
    draft = path.with_name(f".{path.name}-{token_hex(8)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_json(path: Path, value: Any, durable: bool = True) -> None:
    """Write JSON as `write_text` does."""
    write_text(path, json.dumps(value, allow_nan=False), durable)


def read_json(path: Path) -> Any:
    """Read JSON; None when there is no such file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def erase(folder: Path) -> int:
    """Remove a folder with all that is in it, check that it is gone, and count its files."""
    files = sum(1 for path in folder.rglob("*") if not path.is_dir())
    for _ in range(TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            break
    else:
        raise EraseError(f"Not everything could be erased: remove {folder} by hand.")
    return files


class FolderLock:
    """Keeps a folder for one process; the system gives it back however the process ends."""

    def __init__(self, folder: Path) -> None:
        self._descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            raise ConflictError(
                f"Another Celosía is already open on {folder}. Use that one, or name another "
                f"folder in {HOME_VARIABLE}."
            ) from None

    def release(self) -> None:
        """Give the folder back."""
        os.close(self._descriptor)


def _lock(descriptor: int) -> None:
    """Take a file for this process, or raise OSError at once."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
