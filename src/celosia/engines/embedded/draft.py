"""A file written aside until it is known to hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from celosia.domain.hashing import file_hash
from celosia.domain.ports import Relation
from celosia.files.atomic import Aside, last


class FileDraft:
    """A recoded table as a hidden file in the folder of its target."""

    def __init__(
        self, target: Path, write: Callable[[Path], int], reopen: Callable[[Path], Relation]
    ) -> None:
        self._aside = Aside(target)
        self.path = self._aside.path
        self._reopen = reopen
        try:
            self._records = write(self.path)
            last(self.path)
        except BaseException:
            self.discard()
            raise

    @property
    def records(self) -> int:
        """How many records were written."""
        return self._records

    def reopen(self) -> Relation:
        """Read the file anew."""
        return self._reopen(self.path)

    def evidence(self) -> dict[str, str | int]:
        """Size and hash of the file."""
        return file_evidence(self.path)

    def publish(self) -> None:
        """Give it the name of its target."""
        self._aside.publish()

    def discard(self) -> None:
        """Remove it."""
        self._aside.discard()


def file_evidence(path: Path) -> dict[str, str | int]:
    """Give what identifies the bytes of a file."""
    return {"bytes": path.stat().st_size, "sha256": file_hash(path)}
