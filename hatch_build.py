"""Compile the catalogues of words before a wheel is put together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Writes beside each `.po` the `.mo` that the package reads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile all of them; also for an editable install, which reads the source tree."""
        for written in sorted(Path(self.root).glob("src/celosia/text/locale/*/*.po")):
            with written.open("rb") as source, written.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(source, abort_invalid=True))
