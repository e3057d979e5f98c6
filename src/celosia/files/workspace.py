"""A private place for working data, erased when done, and checked."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from pathlib import Path
from secrets import token_hex

from celosia.errors import CelosiaError


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
