"""Spreadsheets: read with calamine, written with XlsxWriter."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from celosia.errors import DataError, MissingExtraError

MOST_ROWS = 1_048_576


def sheet_to_csv(path: Path, sheet: str | None, target: Path) -> None:
    """Write one worksheet as plain CSV."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        workbook = CalamineWorkbook.from_path(str(path))
        chosen = workbook.sheet_names[0] if sheet is None else sheet
        if chosen not in workbook.sheet_names:
            raise DataError(
                f"{path.name} has no sheet '{chosen}'. Sheets: {', '.join(workbook.sheet_names)}."
            )
        rows = workbook.get_sheet_by_name(chosen).to_python(skip_empty_area=True)
    except CalamineError as wrong:
        raise DataError(
            f"{path.name} cannot be read as a spreadsheet: {type(wrong).__name__}."
        ) from None
    with target.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([_as_text(cell) for cell in row] for row in rows)


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a workbook with one sheet."""
    try:
        from xlsxwriter import Workbook
    except ImportError:
        raise MissingExtraError(
            "Writing XLSX needs XlsxWriter: pip install 'celosia[xlsx]'."
        ) from None
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(str(path), options) as workbook:
        workbook.set_properties({"created": datetime(2000, 1, 1)})  # same seed, same bytes
        day = workbook.add_format({"num_format": "yyyy-mm-dd"})
        sheet = workbook.add_worksheet("release")
        sheet.write_row(0, 0, columns)
        for number, row in enumerate(rows, start=1):
            if number >= MOST_ROWS:
                raise DataError(f"A worksheet holds at most {MOST_ROWS:,} rows; write CSV instead.")
            for position, cell in enumerate(row):
                if isinstance(cell, date):
                    sheet.write_datetime(number, position, cell, day)
                elif cell is not None:
                    sheet.write(number, position, cell)


def _as_text(cell: object) -> str:
    """Give a cell as the text a person sees; whole numbers arrive as floats."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    if isinstance(cell, date | time | timedelta):
        return cell.isoformat() if not isinstance(cell, timedelta) else str(cell)
    return str(cell)
