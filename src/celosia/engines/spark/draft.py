"""A release written aside until it is known to hold."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from celosia.domain.hashing import file_hash
from celosia.domain.ports import Relation
from celosia.engines.embedded.leftovers import REPLACED, put_back, remove
from celosia.errors import ParameterError
from celosia.files.atomic import beside, last, put_in_place


class SparkDraft:
    """A recoded table in a hidden folder beside its target; inside, it has the target's name.

    Spark passes over files whose own name is hidden.
    """

    def __init__(
        self, target: Path, write: Callable[[Path], int], reopen: Callable[[Path], Relation]
    ) -> None:
        self._target = target
        self._folder = beside(target)
        self.path = self._folder / target.name
        self._reopen = reopen
        put_back(target)
        try:
            self._folder.mkdir()
            self._records = write(self.path)
            for file in (*_files(self.path), self._folder):
                last(file)
        except BaseException:
            self.discard()
            raise

    @property
    def records(self) -> int:
        """How many records were written."""
        return self._records

    def reopen(self) -> Relation:
        """Read what was written anew."""
        return self._reopen(self.path)

    def evidence(self) -> dict[str, str | int]:
        """Size and hash of what was written."""
        return evidence_of(self.path)

    def publish(self) -> None:
        """Give it the name of its target; a folder that it replaced is gone with `discard`.

        Removing that may take long, and a certificate should not have to wait for it.
        """
        put_in_place(self.path, self._target, self._folder / REPLACED)
        last(self._target.parent)
        if not any(self._folder.iterdir()):
            self._folder.rmdir()

    def discard(self) -> None:
        """Remove it, or what it replaced, with its folder."""
        remove(self._folder)


def check_target(target: Path, source: Path | None) -> None:
    """Refuse to replace what is read: the source itself, or a folder that holds it."""
    if source is None or not target.exists():
        return
    if any(target.samefile(place) for place in (source, *source.absolute().parents)):
        raise ParameterError("engines.output-must-not-source-itself")


def evidence_of(path: Path) -> dict[str, str | int]:
    """Give what identifies the bytes of a file, or of all files of a folder."""
    files = _files(path)
    size = sum(file.stat().st_size for file in files)
    if path.is_file():
        return {"bytes": size, "sha256": file_hash(path)}
    listing = "".join(f"{file_hash(file)}  {file.relative_to(path)}\n" for file in files)
    return {"bytes": size, "files": len(files), "sha256": sha256(listing.encode()).hexdigest()}


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.is_file())
