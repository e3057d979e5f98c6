"""Files, which the embedded engine reads and writes: what an address without a scheme names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from celosia.core.engine import ENGINES, PATHS, Engine
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions
from celosia.errors import ParameterError
from celosia.text.messages import Message


class FileEngine(Engine):
    """DuckDB, nothing to install or start."""

    title = Message("engines.file-engine")
    example = "patients.csv"

    def open(self, address: str, options: ReadOptions, password: str | None = None) -> Relation:
        """Read a file."""
        from celosia.engines.duckdb.file_relation import EmbeddedRelation

        return EmbeddedRelation(Path(address), options)

    def check_file(self, address: str, path: Path) -> bool:
        """Refuse a name that does not end like a format."""
        from celosia.files.file_format import FILE_FORMATS

        FILE_FORMATS.ending_of(path)
        return False

    def path_of(self, address: str) -> Path | None:
        """Give the file, if there is one."""
        path = Path(address)
        return path if path.is_file() else None

    def evidence_of(self, path: Path) -> Mapping[str, str | int]:
        """Size and hash of a file."""
        from celosia.engines.duckdb.file_draft import file_evidence

        return file_evidence(path)

    def settle(self, address: str) -> None:
        """Finish in its folder what a killed run had begun to publish."""
        from celosia.files.journal import settle

        settle(Path(address).parent)

    def left_behind(self, address: str, password: str | None, drop_all: bool) -> list[str]:
        """List what was written aside in a folder; what was to be published is, by `drop_all`."""
        from celosia.files import journal

        folder = Path(address)
        if not folder.is_dir():
            raise ParameterError("engines.name-servers-address-folder-run")
        found = journal.written_aside(folder)
        if drop_all:
            journal.sweep(folder)
        return list(map(str, found))

    def unfinished(self, address: str) -> list[str]:
        """List what a killed run had begun to publish in a folder."""
        from celosia.files.journal import promised_in

        return sorted({str(path) for path in promised_in(Path(address))})


ENGINES.add(PATHS, FileEngine(), order=0)
