"""Spark for tests: one quiet session of two cores, or a cluster on loopback."""

from __future__ import annotations

import csv
import os
import sys
from functools import cache
from pathlib import Path

from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions
from tests.support.tiers import needed

SOURCES = Path(__file__).resolve().parents[2] / "src"
LOOPBACK = "127.0.0.1"
SMALL = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.driver.memory": "1g",
    "spark.driver.host": LOOPBACK,
    "spark.driver.bindAddress": LOOPBACK,
    "spark.sql.shuffle.partitions": "2",
    "spark.default.parallelism": "2",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.session.timeZone": "UTC",
    "spark.shuffle.compress": "false",
    "spark.broadcast.compress": "false",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
"""Little memory, few tasks, and little compiled: tables of tests are tiny."""


@cache
def why_not() -> str:
    """Say why Spark cannot run here; empty if it can."""
    from celosia.engines.spark.driver import check_installed
    from celosia.errors import MissingExtraError

    try:
        check_installed()
    except MissingExtraError as missing:
        return str(missing)
    return ""


def require_spark() -> None:
    """Skip the test, or fail where CI must run it, if Spark is not there."""
    needed("spark", why_not())


@cache
def local_session():
    """Give the one session of this process; Java ends with it."""
    require_spark()
    return started("local[2]")


def started(master):
    from pyspark.sql import SparkSession

    for_workers()
    builder = SparkSession.builder.master(master).appName("celosia tests")
    for key, value in SMALL.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def for_workers():
    """Let workers find the same Python, and this copy of Celosía."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(SOURCES), *filter(None, [os.environ.get("PYTHONPATH")])]
    )


def spark_relation(path, session=None):
    """Open a CSV file, or Parquet, in the tests' session."""
    from celosia.engines.spark import SparkRelation, SparkSource

    options = ReadOptions(",", '"', "utf-8")
    return SparkRelation.open(SparkSource(data=str(path)), options, session or local_session())


class OnSpark:
    """Makes relations of CSV files, for the contract that all engines keep."""

    def __init__(self, folder) -> None:
        local_session()
        self._folder = folder
        self._made = 0

    def table(self, columns, rows) -> Relation:
        self._made += 1
        path = self._folder / f"spark_{self._made}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
        return spark_relation(path)

    def close(self) -> None:
        pass
