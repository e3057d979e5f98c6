"""Private folders, and how they are erased."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from celosia.files.lock import Lock
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


def keep_folder(folder: Path) -> Lock:
    """Keep a folder for this process, or say that another one has it."""
    try:
        return Lock(folder / ".lock", wait=False, mode=0o600)
    except OSError:
        raise ConflictError(
            "service.another-celos-already-open-use", folder=folder, variable=HOME_VARIABLE
        ) from None
