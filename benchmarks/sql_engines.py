"""Counting and writing on servers beside plain SQL: python benchmarks/sql_engines.py.

The hand-written statements run on the same server, table and driver, in turn with ours; each
figure is the least of several runs of wall-clock time, because the work is the server's.
"""

from __future__ import annotations

import argparse
import csv
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from calibration import calibrate
from celosia.core.counts import Codebook
from celosia.core.relation import Recoding
from celosia.core.schema import Column, Schema
from celosia.engines.sql import SqlRelation, import_file
from celosia.engines.sql.connection import Session
from datasets import SHARED
from table import report

URLS = {
    "MariaDB": ("CELOSIA_TEST_MARIADB_URL", "mariadb://root@127.0.0.1:3306/test"),
    "PostgreSQL": ("CELOSIA_TEST_POSTGRES_URL", "postgresql://root@127.0.0.1:5432/test"),
}
TABLE = "celosia_benchmark"
LIMITS = {"count": 1.3, "write": 1.5}


class Bench:
    """One server with the table in it."""

    def __init__(self, url: str, data: Path, hierarchies: dict[str, dict[str, str]]) -> None:
        self.url = url
        self.hierarchies = hierarchies
        self.seconds_to_import = seconds(lambda: self._import(data))
        self.relation = SqlRelation(f"{url}#{TABLE}")
        self.server = self.relation.session.server
        self.plain = Session(self.relation.source, self.server)
        self.columns = self.relation.columns
        self.books = [Codebook(c, self.relation.values(c).values) for c in self.columns]

    def _import(self, data: Path) -> None:
        with data.open(encoding="utf-8", newline="") as file:
            names = next(csv.reader(file))
        schema = Schema(tuple(Column(name, max_length=60) for name in names))
        import_file(f"{self.url}#{TABLE}", data, schema=schema, replace_table=True)

    def count(self) -> None:
        """Count with Celosía."""
        self.relation.count(self.books)

    def hand_count(self) -> None:
        """Count as one would by hand."""
        cells = ", ".join(map(self.server.name, self.columns))
        self.plain.rows(f"SELECT {cells}, count(*) FROM {TABLE} GROUP BY {cells}")

    def write(self) -> None:
        """Write the release with Celosía, at level 1 of every hierarchy."""
        labels = {c: {**h} for c, h in self.hierarchies.items()}
        change = Recoding(self.columns, self.columns, labels)
        self.relation.draft(change, f"{TABLE}_release", Schema(()), 0).discard()

    def hand_write(self, order: str = "") -> None:
        """Write it as one would by hand."""
        name = self.server.name
        cells = ", ".join(f"h{i}.label AS {name(c)}" for i, c in enumerate(self.columns))
        joins = " ".join(
            f"JOIN {TABLE}_h{i} h{i} ON h{i}.value = t.{name(c)}"
            for i, c in enumerate(self.columns)
        )
        self.plain.run(f"DROP TABLE IF EXISTS {TABLE}_hand")
        self.plain.run(f"CREATE TABLE {TABLE}_hand AS SELECT {cells} FROM {TABLE} t {joins}{order}")
        self.plain.one(f"SELECT count(*) FROM {TABLE}_hand")
        self.plain.run(f"DROP TABLE {TABLE}_hand")

    def hand_shuffled(self) -> None:
        """Write it by hand, with the rows out of their order."""
        cells = [f"h{i}.label" for i in range(len(self.columns))]
        self.hand_write(f" ORDER BY md5(concat_ws(' ', {', '.join(cells)}))")

    def prepare_hierarchies(self) -> None:
        """Put the hierarchies into tables with keys."""
        for i, column in enumerate(self.columns):
            self.plain.run(f"DROP TABLE IF EXISTS {TABLE}_h{i}")
            self.plain.run(
                f"CREATE TABLE {TABLE}_h{i} (value VARCHAR(60) PRIMARY KEY, label VARCHAR(60))"
            )
            rows = list(self.hierarchies[column].items())
            self.plain.run_many(f"INSERT INTO {TABLE}_h{i} VALUES (%s, %s)", rows)
            self.plain.run(f"ANALYZE {'TABLE ' * (self.server.title == 'MariaDB')}{TABLE}_h{i}")

    def close(self) -> None:
        """Drop everything."""
        tables = [TABLE, f"{TABLE}_hand", *(f"{TABLE}_h{i}" for i in range(len(self.columns)))]
        self.relation.close()
        self.plain.run(f"DROP TABLE IF EXISTS {', '.join(tables)}")
        self.plain.close()


def seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def usual(bench: Bench) -> None:
    """Take back our session's settings, for the statements of somebody who set nothing."""
    bench.plain.close()
    bench.plain = Session(bench.relation.source, bench.server)
    if bench.server.title == "MariaDB":
        settings = ("tmp_table_size", "max_heap_table_size", "sort_buffer_size")
        bench.plain.run(f"SET SESSION {', '.join(f'{s} = DEFAULT' for s in settings)}")
    else:
        bench.plain.run("RESET work_mem")


def measured(bench: Bench, repeats: int) -> Iterator[dict[str, Any]]:
    """Give ours beside a hand-written statement, with the server's settings and with ours."""
    bench.prepare_hierarchies()
    kinds = {
        ("count", "GROUP BY"): (bench.count, bench.hand_count),
        ("write", "CREATE TABLE AS … JOIN"): (bench.write, bench.hand_write),
        ("write", "the same, ORDER BY md5"): (bench.write, bench.hand_shuffled),
    }
    for settings in ("as the server's", "as ours"):
        for (what, beside), (ours, hand) in kinds.items():
            if settings == "as ours":
                bench.plain.close()
                bench.plain = Session(bench.relation.source, bench.server)
            else:
                usual(bench)
            times = [(seconds(ours), seconds(hand)) for _ in range(repeats)]
            mine, theirs = (min(column) for column in zip(*times, strict=True))
            yield {
                "server": bench.server.title,
                "what": what,
                "beside": beside,
                "its settings": settings,
                "Celosía s": mine,
                "by hand s": theirs,
                "ratio": mine / theirs,
                "limit": LIMITS[what],
            }


def repeated(folder: Path, times: int, target: Path) -> None:
    """Write a table several times over."""
    with (folder / "data.csv").open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file, delimiter=";")
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for _ in range(times):
            writer.writerows(rows)


def first_levels(folder: Path) -> dict[str, dict[str, str]]:
    """Give each column's values with their labels one level up."""
    found = {}
    for path in sorted((folder / "hierarchies").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            found[path.stem] = {row[0]: row[1] for row in csv.reader(file, delimiter=";")}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SHARED / "data" / "adult")
    parser.add_argument("--times", type=int, default=33, help="how often the table is repeated")
    parser.add_argument("--server", choices=[*URLS], nargs="+", default=[*URLS])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    calibration = calibrate()
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data.csv"
        repeated(given.data, given.times, data)
        for variable, usual_url in (URLS[server] for server in given.server):
            bench = Bench(os.environ.get(variable, usual_url), data, first_levels(given.data))
            try:
                rows += [
                    {**row, "import s": bench.seconds_to_import, "calibration ms": calibration}
                    for row in measured(bench, given.repeats)
                ]
            finally:
                bench.close()
    report(rows, given.json)


if __name__ == "__main__":
    main()
