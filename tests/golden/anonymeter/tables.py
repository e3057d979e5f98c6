"""The tables on which anonymeter and Celosía are compared; numpy only, so that both can make them.

Each case is a synthetic copy: records drawn again with replacement, some of their cells replaced
by another value of the column. How many are replaced decides how much the copy leaks.
"""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path

import numpy as np

ADULT = ("age", "sex", "education", "marital-status", "workclass", "occupation", "native-country")
CASC = ("AFNLWGT", "AGI", "EMCONTRB", "FEDTAX", "PTOTVAL", "TAXINC", "POTHVAL")
SOURCES = {
    "adult": ("adult/data.csv", ";", ADULT),
    "casc": ("census/CASCrefmicrodata.csv", ",", CASC),
}
SETTINGS = {
    "adult": {
        "linkability": (
            ["age", "education", "occupation"],
            ["workclass", "native-country", "sex", "marital-status"],
        ),
        "inference": (["age", "sex", "education", "workclass", "native-country"], "occupation"),
    },
    "casc": {
        "linkability": (["AFNLWGT", "AGI", "FEDTAX"], ["EMCONTRB", "PTOTVAL", "POTHVAL"]),
        "inference": (["AFNLWGT", "AGI", "EMCONTRB", "PTOTVAL"], "TAXINC"),
    },
}
REPLACED = {"copy": 0.0, "noisy": 0.15, "very noisy": 0.4, "unrelated": 1.0}
ATTEMPTS = 400
MOST = 2000


def read(data: Path, source: str) -> dict[str, list[str]]:
    """Read a source's columns as text."""
    file, separator, columns = SOURCES[source]
    with (data / file).open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter=separator))
    return {name: [row[name] for row in rows] for name in columns}


def case(data: Path, source: str, replaced: float) -> dict[str, dict[str, list[str]]]:
    """Split a source into originals and control, and make a synthetic copy of the originals."""
    table = read(data, source)
    rng = np.random.default_rng(20230201)
    records = len(next(iter(table.values())))
    order = rng.permutation(records)
    half = min(MOST, records // 2)
    originals = _rows(table, order[:half])
    control = _rows(table, order[half : 2 * half])
    drawn = rng.integers(half, size=half) if replaced else rng.permutation(half)
    release = _rows(originals, drawn)
    for cells in release.values():
        other = rng.permutation(half)
        swap = rng.random(half) < replaced
        cells[:] = [cells[o] if s else c for c, o, s in zip(cells, other, swap, strict=True)]
    return {"release": release, "originals": originals, "control": control}


def digest(tables: dict[str, dict[str, list[str]]]) -> str:
    """Tell whether two machines made the same tables."""
    return hashlib.sha256(json.dumps(tables, sort_keys=True).encode()).hexdigest()


def _rows(table: dict[str, list[str]], places: np.ndarray) -> dict[str, list[str]]:
    return {name: [cells[place] for place in places] for name, cells in table.items()}
