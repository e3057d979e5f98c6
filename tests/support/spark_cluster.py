"""A real master and two workers on loopback, started from the pyspark wheel and stopped again."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.spark_sessions import LOOPBACK, for_workers

PATIENCE = 60


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Give the master's URL; whatever happens, all of it is stopped at the end."""
    for_workers()
    port = free_port()
    master = f"spark://{LOOPBACK}:{port}"
    started: list[subprocess.Popen[bytes]] = []
    try:
        started.append(launched(folder, "master.Master", "--host", LOOPBACK, "--port", str(port)))
        wait_for(port)
        for number in (1, 2):
            work = folder / f"worker-{number}"
            little = ("--cores", "1", "--memory", "700m", "--work-dir", str(work))
            where = ("--host", LOOPBACK, master)
            started.append(launched(folder, "worker.Worker", *little, *where))
        yield master
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait(PATIENCE)


def launched(folder: Path, what: str, *arguments: str) -> subprocess.Popen[bytes]:
    from pyspark.find_spark_home import _find_spark_home

    command = Path(_find_spark_home()) / "bin" / "spark-class"
    with (folder / f"{what}.log").open("ab") as log:
        return subprocess.Popen(
            [str(command), f"org.apache.spark.deploy.{what}", "--webui-port", "0", *arguments],
            env=os.environ | {"SPARK_LOCAL_IP": LOOPBACK, "SPARK_DAEMON_MEMORY": "256m"},
            stdout=log,
            stderr=log,
        )


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        return int(taken.getsockname()[1])


def wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection((LOOPBACK, port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the master did not start")
