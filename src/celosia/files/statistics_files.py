"""Files of SPSS, Stata and SAS, by pyreadstat: codes, their labels, and codes that mean missing.

A cell is what a person sees in the program: the label of its code, in columns in which every code
has a label of its own; else the code. Codes that mean missing become null, and are counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from celosia.core.schema import CODES, Column, ColumnType, Schema
from celosia.core.values import Cells, Value
from celosia.errors import DataError, MissingExtraError
from celosia.files.file_format import Dictionary, Incoming, Loaded, Outgoing, Source
from celosia.text.days import ISO
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


def reader(
    function: str, tells_missing: bool = True, takes_encoding: bool = True
) -> Callable[[Source, Incoming], Loaded]:
    """Give what reads a file by one of pyreadstat's functions, which take not all the same."""

    def read(source: Source, table: Incoming) -> Loaded:
        options: dict[str, Any] = {"user_missing": True} if tells_missing else {}
        if takes_encoding and source.options.encoding is not None:
            options["encoding"] = source.options.encoding
        call = getattr(driver(), function)
        try:
            columns, told = call(str(source.path), output_format="dict", **options)
        except Exception as wrong:  # pyreadstat's own, UnicodeDecodeError, OverflowError and others
            raise DataError(
                "files.cannot-read-damaged-locked-not",
                name=source.path.name,
                kind=type(wrong).__name__,
            ) from None
        return _fill_table(columns, told, source, table)

    return read


def _fill_table(
    columns: Mapping[str, Sequence[Any]], told: Any, source: Source, table: Incoming
) -> Loaded:
    """Bring the cells to texts, and keep apart what is not a cell."""
    if not columns:
        raise DataError("files.no-columns", name=source.path.name)
    nulls = {"", *source.options.null_values}
    as_codes = source.options.labels == CODES
    cells: dict[str, list[Value]] = {}
    types, codes, missing = [], {}, {}
    for name, given in columns.items():
        means_missing = _missing(told, name)
        kept = [None if means_missing(cell) else cell for cell in given]
        lost = sum(cell is not None and means_missing(cell) for cell in given)
        if lost:
            missing[name] = lost
        single = told.readstat_variable_types.get(name) == "float"
        texts = {cell: _text(cell, single) for cell in set(kept)}
        labels = {} if as_codes else _own_labels(texts, told.variable_value_labels.get(name, {}))
        if labels:
            codes[name] = {labels[code]: code for code in labels}
            types.append(Column(name))
            texts = {code: labels.get(code) for code in texts}
        else:
            types.append(_typed(name, texts))
        known = {code: None if text in nulls else text for code, text in texts.items()}
        cells[name] = [known[cell] for cell in kept]
    table.cells(Cells.of(cells))
    about = {name: label for name, label in told.column_names_to_labels.items() if label}
    return Loaded(schema=Schema(tuple(types)), dictionary=Dictionary(about, codes, missing))


def _missing(told: Any, name: str) -> Callable[[Any], bool]:
    """Give the test for codes that mean missing: SPSS has ranges, Stata and SAS have letters."""
    ranges = [(each["lo"], each["hi"]) for each in told.missing_ranges.get(name, ())]
    letters = frozenset(told.missing_user_values.get(name, ()))

    def is_missing(cell: Any) -> bool:
        if cell is None or (isinstance(cell, float) and math.isnan(cell)):
            return False
        if isinstance(cell, str):
            return cell in letters or any(cell == low for low, _ in ranges)
        if isinstance(cell, float | int):
            return any(low <= cell <= high for low, high in ranges if not isinstance(low, str))
        return False

    return is_missing


def _own_labels(texts: Mapping[Any, Value], labels: Mapping[Any, str]) -> dict[Any, str]:
    """Give the labels of a column's codes if each code has one and no two have the same.

    A measure with some remarked points (10 = "very good") stays a measure so.
    """
    codes = [code for code, text in texts.items() if text]
    found = {code: labels[code] for code in codes if labels.get(code, "").strip()}
    if len(found) < len(codes) or len(set(found.values())) < len(found):
        return {}
    return found


def _text(cell: Any, single: bool) -> Value:
    """Write a cell as the program shows it; whole numbers have no decimals."""
    match cell:
        case None:
            return None
        case str():
            return cell
        case datetime() if cell.time() == time():
            return cell.date().isoformat()
        case datetime():
            return cell.isoformat(sep=" ")
        case date() | time():
            return cell.isoformat()
    number = float(cell)
    if math.isnan(number):
        return None
    if math.isfinite(number) and number.is_integer():
        return str(int(number))
    return str(np.float32(number)) if single else repr(number)


def _typed(name: str, texts: Mapping[Any, Value]) -> Column:
    """Say what a column is by what its cells were before they were texts."""
    cells = [cell for cell, text in texts.items() if text is not None]
    if not cells or isinstance(cells[0], str):
        return Column(name)
    if all(isinstance(cell, date) for cell in cells):
        plain = all(len(texts[cell] or "") == len("2000-01-01") for cell in cells)
        return Column(name, ColumnType.DATE, format=ISO) if plain else Column(name)
    if not all(isinstance(cell, float | int) for cell in cells):
        return Column(name)
    whole = all(float(cell).is_integer() for cell in cells)
    return Column(name, ColumnType.INTEGER if whole else ColumnType.DECIMAL)


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
