"""A private place for working data, erased when done, and checked."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from celosia.errors import CelosiaError


class Workspace:
    """A directory that only its owner can read; `erase` removes it and makes sure."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="celosia-"))

    def erase(self) -> None:
        """Remove the directory with all that is in it, and check that it is gone."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self.path.exists():
            raise CelosiaError(f"Working data could not be erased: remove {self.path} by hand.")
