"""Print figures as plain text or JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def report(rows: Sequence[Row], as_json: bool) -> None:
    """Print rows that share their columns; numbers to the right."""
    if as_json:
        print(json.dumps(list(rows), indent=2))
        return
    columns = list(rows[0])
    cells = [columns, *([_text(row[column]) for column in columns] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    right = [isinstance(rows[0][column], int | float) for column in columns]
    for line in cells:
        padded = (
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(line, widths, right, strict=True)
        )
        print("  ".join(padded).rstrip())


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"
    return str(value)
