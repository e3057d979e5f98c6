"""Turn a file of SPSS, Stata or SAS into plain cells, in the child process.

A cell is what a person sees in the program: the label of its code, in columns in which every code
has a label of its own; else the code. Codes that mean missing become null, and are counted.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import numpy as np

from celosia.core.schema import Column, ColumnType, Schema
from celosia.core.values import Value
from celosia.files.apart.child_task import Refused
from celosia.text.days import ISO


def write_cells(
    function: str,
    path: str,
    options: dict[str, Any],
    null_values: list[str],
    as_codes: bool,
    target: str,
) -> dict[str, Any]:
    """Write the cells by column as JSON; give what is not a cell."""
    import pyreadstat

    try:
        columns, told = getattr(pyreadstat, function)(path, output_format="dict", **options)
    except MemoryError:
        raise
    except Exception as wrong:  # pyreadstat's own, UnicodeDecodeError, OverflowError and others
        kind = type(wrong).__name__
        raise Refused("files.cannot-read-damaged-locked-not", kind=kind) from None
    if not columns:
        raise Refused("files.no-columns")
    if len(told.column_names) != len(columns):
        raise Refused("files.two-columns-of-one-name")
    records = {len(given) for given in columns.values()}
    if told.number_rows is not None:
        records.add(told.number_rows)
    if len(records) != 1:
        raise Refused("files.columns-of-different-length")
    nulls = {"", *null_values}
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
    Path(target).write_text(json.dumps(cells), encoding="utf-8")
    about = {name: label for name, label in told.column_names_to_labels.items() if label}
    return {
        "records": records.pop(),
        "schema": Schema(tuple(types)).to_dict(),
        "labels": about,
        "codes": codes,
        "missing": missing,
    }


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
