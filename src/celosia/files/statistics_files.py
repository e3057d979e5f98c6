"""Files of SPSS, Stata and SAS, by pyreadstat: codes, their labels, and codes that mean missing.

They are read in a child process (`files.apart.statistics_cells`), and written here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from celosia.core.schema import CODES, ColumnType, Schema
from celosia.core.values import Cells
from celosia.errors import DataError, MissingExtraError
from celosia.files.apart.statistics_cells import write_cells
from celosia.files.dialect import settled_names
from celosia.files.file_format import (
    Dictionary,
    Incoming,
    Loaded,
    Outgoing,
    Source,
    check_all_read,
)
from celosia.files.sandbox import run_apart
from celosia.text.messages import Message

EXTRA = "stats"
HELD = frozenset({ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.DATE})
KEEPS = Message("files.keeps")
MOST_EXACT = 1 << 53
"""Numbers are doubles: larger integers would change."""
FIRST_DAY = date(1582, 10, 15)
"""Of the calendar that these programs count by; earlier days are written as texts."""


def driver() -> ModuleType:
    """Load pyreadstat, or name the pip extra that brings it."""
    try:
        import pandas  # noqa: F401 - what pyreadstat writes is given to it by pandas
        import pyreadstat
    except ImportError:
        raise MissingExtraError("files.files-spss-stata-sas-need") from None
    found: ModuleType = pyreadstat
    return found


def check_driver() -> None:
    """Name the pip extra that brings pyreadstat, where it is not there; it is not loaded here."""
    if find_spec("pyreadstat") is None:
        raise MissingExtraError("files.files-spss-stata-sas-need")


def reader(
    function: str, tells_missing: bool = True, takes_encoding: bool = True
) -> Callable[[Source, Incoming], Loaded]:
    """Give what reads a file by one of pyreadstat's functions, which take not all the same."""

    def read(source: Source, table: Incoming) -> Loaded:
        check_driver()
        options: dict[str, Any] = {"user_missing": True} if tells_missing else {}
        if takes_encoding and source.options.encoding is not None:
            options["encoding"] = source.options.encoding
        copy = source.space / "cells.json"
        told = run_apart(
            write_cells,
            source.path.name,
            function=function,
            path=str(source.path),
            options=options,
            null_values=list(source.options.null_values),
            as_codes=source.options.labels == CODES,
            target=str(copy),
        )
        with copy.open(encoding="utf-8") as file:
            cells = Cells.of(json.load(file))
        copy.unlink()
        check_all_read(source.path.name, told["records"], cells.records)
        called = dict(zip(cells.names, settled_names(cells.names, source.options), strict=True))
        table.cells(Cells({called[name]: column for name, column in cells.columns.items()}))

        def renamed(entries: Mapping[str, Any]) -> dict[str, Any]:
            return {called[name]: entry for name, entry in entries.items()}

        return Loaded(
            schema=Schema.from_dict(renamed(told["schema"])),
            dictionary=Dictionary(*(renamed(told[of]) for of in ("labels", "codes", "missing"))),
        )

    return read


@dataclass(frozen=True, slots=True)
class Program:
    """A program, and what its files can hold."""

    name: str
    function: str
    """The one of pyreadstat that writes its files."""
    whole: str | None = None
    """The format of a column of whole numbers, which would be shown with decimals otherwise."""
    keeps_blanks: bool = False
    """Whether blanks at the end of a text are kept."""
    longest_label: int = 0
    """Bytes of a value's label; 0 where values have none."""
    longest_about: int = 0
    """Characters of a column's label."""
    texts_have_labels: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    def can_label(self, codes: Mapping[str, float | str]) -> bool:
        """Tell whether texts can be written as codes with labels, and be read back alike."""
        return bool(codes) and all(
            len(label.encode()) <= self.longest_label
            and (self.texts_have_labels if isinstance(code, str) else float(code).is_integer())
            for label, code in codes.items()
        )

    def write(self, release: Outgoing, path: Path) -> int:
        """Write a release, all of it in memory; give the number of records."""
        call = getattr(driver(), self.function)
        frame, described = self._frame(release)
        try:
            call(frame, str(path), **described, **self.options)
        except Exception as wrong:
            raise DataError(
                "files.release-cannot-written-file-names",
                program=self.name,
                kind=type(wrong).__name__,
            ) from None
        return len(frame)

    def _frame(self, release: Outgoing) -> tuple[Any, dict[str, Any]]:
        """Give the release as pandas has it, and what is said of it as pyreadstat takes it."""
        import pandas

        by_column: Iterable[Sequence[Any]] = list(zip(*release.rows(), strict=True))
        frame, formats, labels = {}, {}, {}
        for name, cells in zip(
            release.columns, by_column or [()] * len(release.columns), strict=True
        ):
            codes = release.dictionary.codes.get(name, {})
            if self.can_label(codes) and all(cell is None or cell in codes for cell in cells):
                # only labels that are published: one more would tell of a suppressed record
                present = {cell for cell in cells if cell is not None}
                labels[name] = {codes[label]: label for label in sorted(present)}
                cells = [None if cell is None else codes[cell] for cell in cells]
            frame[name] = _series(cells)
            if frame[name].dtype == "float64":
                if self.whole and all(c is None or float(c).is_integer() for c in cells):
                    formats[name] = self.whole
            elif not _are_dates(cells):
                self._check_texts(name, frame[name])
        about = release.dictionary.labels
        described: dict[str, Any] = {
            "column_labels": {
                name: about[name][: self.longest_about] for name in frame if name in about
            },
            "variable_format": formats,
        }
        if self.longest_label:
            described["variable_value_labels"] = labels
        return pandas.DataFrame(frame), described

    def _check_texts(self, name: str, texts: Iterable[str]) -> None:
        """Refuse texts that would be read back as others."""
        if any("\0" in text or (not self.keeps_blanks and text.endswith(" ")) for text in texts):
            raise DataError("files.column-texts-end-blanks-hold", name=name, program=self.name)


def _series(cells: Sequence[Any]) -> Any:
    import pandas

    known = [cell for cell in cells if cell is not None]
    if known and all(_is_exact(cell) for cell in known):
        return pandas.Series([math.nan if c is None else float(c) for c in cells], dtype="float64")
    if known and _are_dates(known):
        return pandas.Series(cells, dtype=object)
    return pandas.Series(["" if cell is None else str(cell) for cell in cells], dtype=object)


def _is_exact(cell: object) -> bool:
    if isinstance(cell, float):
        return math.isfinite(cell)
    return isinstance(cell, int) and abs(cell) <= MOST_EXACT


def _are_dates(cells: Iterable[Any]) -> bool:
    return all(
        cell is None
        or (isinstance(cell, date) and not isinstance(cell, datetime) and cell >= FIRST_DAY)
        for cell in cells
    ) and any(cell is not None for cell in cells)


def patch(path: Path, at: int, content: bytes) -> None:
    """Put other bytes into a file: programs note the time of day, and same seed is same bytes."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)
