"""A private place for working data, erased when done, and checked."""

from __future__ import annotations

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
        self.path = Path(tempfile.gettempdir()) / f"celosia-{token_hex(8)}"
        self._at_exit = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)
        self.path.mkdir(mode=0o700)

    def erase(self) -> None:
        """Remove the directory with all that is in it, and check that it is gone."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self.path.exists():
            raise CelosiaError(f"Working data could not be erased: remove {self.path} by hand.")
        self._at_exit.detach()
