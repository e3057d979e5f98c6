"""Counting, writing and verifying with Spark as tables grow: python benchmarks/spark_engine.py.

Tables of eight quasi-identifiers as fine as those of adult, and a note, are generated as Parquet;
Spark runs with all its parts on two cores of this machine. CPU is that of Java's process.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.engines.spark import SparkRelation
from table import report

CARDS = (74, 7, 16, 7, 14, 6, 5, 2)
NAMES = tuple(f"q{i}" for i in range(len(CARDS)))
GENERALIZED = NAMES[:3]
MILLION = 1_000_000


def generate(path: Path, records: int) -> None:
    """Write a table; small codes are common, so that combinations repeat as people's do.

    Each cell hashes a number of its own: DuckDB's hashes of (i, 0), (i, 1), ... depend on each
    other so much that all tables would have the same 176 combinations.
    """
    cells = ", ".join(
        f"'v' || lpad(floor(pow(hash(i * {len(CARDS)} + {j}) / 18446744073709551615.0, 5) * {card})"
        f"::INT::VARCHAR, 2, '0') AS {name}"
        for j, (name, card) in enumerate(zip(NAMES, CARDS, strict=True))
    )
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(
            f"""COPY (SELECT {cells}, 'note ' || hash(i) % 100000 AS note
                FROM range({records}) AS t(i)) TO '{path}' (FORMAT parquet)"""
        )


def recoding(relation: SparkRelation) -> Recoding:
    """Tell only the tens of some attributes, and leave out a combination."""
    labels = {
        name: {value: f"{str(value)[:2]}*" for value in relation.values(name).values}
        for name in GENERALIZED
    }
    rejected = (("v0*", "v0*", "v0*", *("v01",) * (len(NAMES) - len(GENERALIZED))),)
    return Recoding(NAMES, (*NAMES, "note"), labels, rejected)


def java_seconds() -> float:
    """CPU seconds of the processes that this one started (Linux)."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def timed(what: Callable[[], Any]) -> tuple[float, float]:
    cpu, clock = java_seconds(), time.perf_counter()
    what()
    return java_seconds() - cpu, time.perf_counter() - clock


@contextmanager
def opened(path: Path, memory: str) -> Iterator[SparkRelation]:
    settings = f"spark.driver.memory={memory}&spark.driver.host=127.0.0.1"
    with SparkRelation.open(f"spark:local[2]?data={path}&{settings}") as relation:
        yield relation


def measure(folder: Path, millions: int, memory: str) -> dict[str, Any]:
    path, out = folder / f"{millions}.parquet", folder / "release.parquet"
    generate(path, millions * MILLION)
    steps: dict[str, tuple[float, float]] = {}
    with opened(path, memory) as relation:
        books = [Codebook(name, relation.values(name).values) for name in NAMES]
        change = recoding(relation)
        counted: list[FrequencySet] = []
        steps["count"] = timed(lambda: counted.append(relation.count(books)))
        steps["write"] = timed(lambda: relation.write(change, out, Schema(()), 0))
        with opened(out, memory) as written:
            released: list[Classes] = []
            steps["verify"] = timed(lambda: released.append(written.classes(NAMES)))
    size = sum(file.stat().st_size for file in out.iterdir())
    path.unlink()
    per_row = 1e6 / (millions * MILLION)
    row: dict[str, Any] = {
        "million rows": millions,
        "combinations": counted[0].counts.size,
        "released": int(released[0].records.sum()),
    }
    for what, (cpu, clock) in steps.items():
        row |= {f"{what} µs/row": clock * per_row, f"{what} CPU µs/row": cpu * per_row}
    row["µs/row"] = sum(clock for _, clock in steps.values()) * per_row
    row["CPU µs/row"] = sum(cpu for cpu, _ in steps.values()) * per_row
    return row | {"written MB": size / 2**20}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--millions", type=int, nargs="+", default=[3, 30])
    parser.add_argument("--memory", default="2g", help="of the Java process")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), 1, options.memory)  # Java compiles what it runs often
        for millions in options.millions:
            rows.append(measure(Path(folder), millions, options.memory))
            print(rows[-1], file=sys.stderr)
    for row in rows:
        for what in ("µs/row", "CPU µs/row"):
            row[f"ratio {what}"] = row[what] / rows[0][what]
    report(rows, options.json)


if __name__ == "__main__":
    main()
