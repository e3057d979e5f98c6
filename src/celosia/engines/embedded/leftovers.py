"""What runs write aside, under hidden names, and what one leaves there when it is killed."""

from __future__ import annotations

import shutil
from pathlib import Path

from celosia.files.atomic import HIDDEN

REPLACED = "replaced"
"""What a folder is called, inside a hidden one, while another takes its name."""


def left_in(folder: Path) -> list[Path]:
    """List what was written aside in a folder, by runs that are under way or were killed."""
    return sorted(path for path in folder.iterdir() if HIDDEN.fullmatch(path.name))


def moved_away(folder: Path) -> dict[Path, Path]:
    """Find, by their names, folders that killed runs had moved away and nothing replaced."""
    found = {}
    for aside in left_in(folder):
        hidden = HIDDEN.fullmatch(aside.name)
        assert hidden is not None
        target = folder / hidden["target"]
        if (aside / REPLACED).exists() and not target.exists():
            found[target] = aside / REPLACED
    return found


def put_back(target: Path) -> None:
    """Give a folder its name again, if a killed run had moved it away and nothing replaced it."""
    aside = moved_away(target.parent).get(target)
    if aside is not None:
        aside.rename(target)


def remove(path: Path) -> None:
    """Remove a file or folder, if it is there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def clean(folder: Path) -> None:
    """Put back what was moved away, and remove all else that was written aside."""
    for target in moved_away(folder):
        put_back(target)
    for path in left_in(folder):
        remove(path)
