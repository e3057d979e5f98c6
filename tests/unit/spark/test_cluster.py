"""A real standalone master with two workers does all that a release needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from tests.support.spark_cluster import cluster
from tests.support.spark_sessions import SMALL

CELOSIA = str(Path(sys.executable).with_name("celosia"))
ROLES = ("--qi", "age", "sex", "--insensitive", "dx")
HOW = ("--method", "mondrian", "--refine", "0", "--json")
FEWER = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"

SETTINGS = {
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.driver.extraJavaOptions": FEWER,
    "spark.executor.extraJavaOptions": FEWER,
    **{key: value for key, value in SMALL.items() if "Java" not in key and "memory" not in key},
}


@pytest.mark.usefixtures("has_spark")
def test_the_command_groups_on_two_workers(tmp_path):
    data, target = tmp_path / "people.parquet", tmp_path / "release.csv"
    duckdb.execute(
        f"""COPY (SELECT (17 + i * 7919 % 73)::VARCHAR AS age, CASE WHEN i % 3 = 0 THEN 'F'
            ELSE 'M' END AS sex, 'dx' || i % 11 AS dx FROM range(2000) AS t(i)) TO '{data}'"""
    )
    settings = "&".join(f"{key}={value}" for key, value in SETTINGS.items())

    with cluster(tmp_path) as master:
        address = f"{master}?data={data}&together=0&piece=300&{settings}"
        run = subprocess.run(
            [CELOSIA, "anonymize", address, *ROLES, "-k", "5", "-o", str(target), *HOW],
            capture_output=True,
            timeout=600,
            check=False,
        )

    assert run.returncode == 0, run.stderr.decode()[-2000:]
    told = json.loads(run.stdout)
    assert told["records_out"] == 2000
    assert told["min_class"] >= 5
    assert re.search(r"The workers grouped 2000 records .* in ([5-9]|\d\d) pieces", told["reason"])
    assert len(target.read_text().splitlines()) == 2001
    assert list(tmp_path.glob(".celosia*")) == []
    assert len(list((tmp_path / "worker-1").glob("app-*"))) == 1
    assert len(list((tmp_path / "worker-2").glob("app-*"))) == 1
