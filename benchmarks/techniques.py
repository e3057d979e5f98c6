"""Techniques on a column of 10 million rows, beside copying it: python benchmarks/techniques.py.

Copying is reading the column out of the embedded engine as cells, and writing it back.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from typing import Any, TypeVar

import duckdb
import numpy as np

from celosia.core.randomness import Randomness
from celosia.core.technique import Means, Technique
from celosia.core.values import Cells
from celosia.techniques.generalization.rounding import Rounding
from celosia.techniques.masking.character_masking import CharacterMasking
from celosia.techniques.masking.format_masking import FormatMasking
from celosia.techniques.pseudonyms.keyed_pseudonym import KeyedPseudonym
from table import report

Result = TypeVar("Result")
LIMIT = 30
"""The slowest technique may take so many times what the copy takes."""
MEANS = Means(Randomness(b"benchmark"), key=b"a key that protects nothing at all")

COLUMNS: dict[str, str] = {
    "card": "(4000000000000000 + hash(range) % 999999999999999)::VARCHAR",
    "ip": "concat_ws('.', hash(range) % 223 + 1, hash(range + 1) % 256, "
    "hash(range + 2) % 256, hash(range + 3) % 256)",
    "pay": "((hash(range) % 100000000) / 100)::DECIMAL(12, 2)::VARCHAR",
    "age": "(hash(range) % 100)::VARCHAR",
}
"""Almost 10 million different cards and addresses, 9.5 million amounts, 100 ages."""

TECHNIQUES: dict[str, tuple[str, Technique]] = {
    "masking": ("card", CharacterMasking("card", keep_last=4)),
    "masking by format": ("ip", FormatMasking("ip", "ip")),
    "keyed pseudonym": ("card", KeyedPseudonym("card")),
    "rounding": ("pay", Rounding("pay", 5)),
    "rounding, few values": ("age", Rounding("age", 5)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--only", choices=TECHNIQUES, nargs="+", default=list(TECHNIQUES))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [measured(name, *TECHNIQUES[name], given.rows) for name in given.only]
    report(rows, given.json)
    slowest = max(row["technique / copy"] for row in rows)
    if slowest > LIMIT:
        raise SystemExit(f"The slowest takes {slowest:.1f} times the copy; the limit is {LIMIT}.")


def measured(name: str, column: str, technique: Technique, rows: int) -> dict[str, Any]:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE data AS SELECT {COLUMNS[column]} AS c FROM range({rows})")
    read, cells = seconds(lambda: read_column(connection, column))
    copied, _ = seconds(lambda: write_column(connection, cells, column))
    own, applied = seconds(lambda: technique.apply(cells, MEANS))
    wrote, _ = seconds(lambda: write_column(connection, applied.cells, column))
    copy = read + copied
    return {
        "technique": name,
        "rows": rows,
        "distinct": len(set(cells.column(column).tolist())),
        "copy s": copy,
        "technique s": own,
        "technique / copy": own / copy,
        "whole / copy": (read + own + wrote) / copy,
    }


def read_column(connection: duckdb.DuckDBPyConnection, column: str) -> Cells:
    found = connection.execute("SELECT c FROM data").fetchnumpy()["c"]
    return Cells({column: np.asarray(found, object)})


def write_column(connection: duckdb.DuckDBPyConnection, cells: Cells, column: str) -> None:
    connection.register("given", {"c": cells.column(column)})
    connection.execute("CREATE OR REPLACE TABLE back AS SELECT c::VARCHAR AS c FROM given")
    connection.unregister("given")


def seconds(work: Callable[[], Result]) -> tuple[float, Result]:
    """CPU seconds of one run, of all threads: the machine may be busy with other things."""
    gc.collect()
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


if __name__ == "__main__":
    main()
