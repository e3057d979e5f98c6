"""Start Spark, or take the session that is there."""

from __future__ import annotations

import os
import sys
from threading import Lock
from typing import TYPE_CHECKING

from celosia.engines.spark.driver import check_installed, telling
from celosia.engines.spark.source import SparkSource
from celosia.errors import ParameterError
from celosia.text.messages import Message

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

QUIET = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",  # what Spark logs of a failure may quote the data
    "spark.sql.session.timeZone": "UTC",
}


_lock = Lock()
_users: list[SparkSession] = []
"""One entry for each relation that works in a session that was started here."""


def session_for(source: SparkSource) -> tuple[SparkSession, bool]:
    """Give a session, and whether it was started here (and `leave` is to be told of its end)."""
    check_installed()
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    with _lock:
        # every thread has an active session of its own, or none; the context is the process's
        if SparkContext._active_spark_context is None:
            _users.clear()
            _users.append(_started(source))
            return _users[0], True
        running = SparkSession.builder.getOrCreate()
        _check_master(running, source)
        if not _users:
            return running, False
        _users.append(running)
        return running, True


def leave(session: SparkSession) -> None:
    """Stop a session that was started here when nobody else works in it."""
    with _lock:
        if _users:
            _users.pop()
        if not _users:
            session.stop()


def _started(source: SparkSource) -> SparkSession:
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("celosia")
    if source.master is not None:
        builder = builder.master(source.master)
    for key, value in (QUIET | dict(source.settings)).items():
        builder = builder.config(key, value)
    with telling(Message("engines.starting")):
        return builder.getOrCreate()


def _check_master(running: SparkSession, source: SparkSource) -> None:
    """Refuse to work elsewhere than asked; one process has one master."""
    master = running.conf.get("spark.master", None)
    if source.master not in (None, master):
        raise ParameterError("engines.spark-already-runs-process-another")
