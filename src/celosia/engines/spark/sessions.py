"""Start Spark, or take the session that is there."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from celosia.engines.spark.driver import check_installed, telling
from celosia.engines.spark.source import SparkSource
from celosia.errors import ParameterError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

QUIET = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",  # what Spark logs of a failure may quote the data
    "spark.sql.session.timeZone": "UTC",
}


def session_for(source: SparkSource) -> tuple[SparkSession, bool]:
    """Give a session, and whether it was started here (and is to be stopped by who asked)."""
    check_installed()
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:
        _check_master(running, source)
        return running, False
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("celosia")
    if source.master is not None:
        builder = builder.master(source.master)
    for key, value in (QUIET | dict(source.settings)).items():
        builder = builder.config(key, value)
    with telling("starting"):
        return builder.getOrCreate(), True


def _check_master(running: SparkSession, source: SparkSource) -> None:
    """Refuse to work elsewhere than asked; one process has one master."""
    master = running.conf.get("spark.master", None)
    if source.master not in (None, master):
        raise ParameterError(
            "Spark already runs in this process with another master. Stop it first, or leave the "
            "master out: spark:?data=..."
        )
