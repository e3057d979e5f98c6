"""A real standalone master with two workers does all that a release needs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from tests.unit.spark.cluster import cluster

SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1",
}


@pytest.mark.usefixtures("has_spark")
def test_two_workers_count_group_and_write(tmp_path):
    data, target = tmp_path / "people.parquet", tmp_path / "release.csv"
    duckdb.execute(
        f"""COPY (SELECT (17 + i * 7919 % 73)::VARCHAR AS age, CASE WHEN i % 3 = 0 THEN 'F'
            ELSE 'M' END AS sex, 'dx' || i % 11 AS dx FROM range(2000) AS t(i)) TO '{data}'"""
    )
    settings = "&".join(f"{key}={value}" for key, value in SETTINGS.items())

    with cluster(tmp_path) as master:
        run = subprocess.run(
            [sys.executable, on_cluster(), f"{master}?data={data}&{settings}", str(target)],
            capture_output=True,
            timeout=300,
            check=False,
        )

    assert run.returncode == 0, run.stderr.decode()[-2000:]
    found = json.loads(run.stdout)
    assert found["master"] == master
    assert found["counted"] == found["records"] == 2000
    assert found["pieces"] > 5
    assert found["smallest"] >= 5
    assert found["left"] == []
    assert len(target.read_text().splitlines()) == 2001
    assert len(list((tmp_path / "worker-1").glob("app-*"))) == 1
    assert len(list((tmp_path / "worker-2").glob("app-*"))) == 1


def on_cluster():
    return str(Path(__file__).with_name("on_cluster.py"))
