"""Start Spark or take the session that is there, and open what a source names."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import duckdb

from celosia.core.schema import Dialect, ReadOptions, Schema
from celosia.engines.duckdb.file_draft import moved_away
from celosia.engines.duckdb.file_query import text
from celosia.engines.duckdb.file_reader import load
from celosia.engines.spark.driver import check_installed, telling
from celosia.engines.spark.frame_types import described
from celosia.engines.spark.spark_source import SparkSource
from celosia.errors import DataError, ParameterError
from celosia.files.file_format import FILE_FORMATS, Look
from celosia.files.workspace import Workspace
from celosia.text.messages import Message

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


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


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A source as a DataFrame, and what is known of it."""

    frame: DataFrame
    schema: Schema | None
    """What the columns are, where the source says it."""
    dialect: Dialect | None
    """How the source was written, if delimited."""
    path: Path | None
    """Where it is, if the driver can see it."""


def opened(
    session: SparkSession, source: SparkSource, options: ReadOptions, space: Workspace
) -> Opened:
    """Open the table or the files that a source names."""
    if source.table is not None:
        with telling(Message("engines.opening-table")):
            frame = session.table(source.table)
            return Opened(frame, described(frame), None, None)
    assert source.data is not None
    path = local_path(source)
    if path is None:
        return _parquet(session, source.data, None)
    _check_seen(path)
    if _is_parquet(path):
        return _parquet(session, _one_path(path), path)
    files = _files(path)
    copies = [_made_parquet(file, i, options, space) for i, file in enumerate(files)]
    for file, copy in zip(files, copies, strict=True):
        if copy.columns != copies[0].columns:
            raise DataError("engines.not-same-columns", name=file.name, first=files[0].name)
    with telling(Message("engines.reading-working-copy")):
        frame = session.read.parquet(_one_path(space.path))
    return Opened(frame, None, copies[0].dialect, path)


def texts_at(session: SparkSession, path: Path, dialect: Dialect | None) -> Opened:
    """Open a folder of Parquet that was written here, all cells as texts, in a source's place."""
    with telling(Message("engines.reading-the-working-table")):
        return Opened(session.read.parquet(_one_path(path)), None, dialect, path)


def local_path(source: SparkSource) -> Path | None:
    """Give the file or folder that a source names; None for a table, or data elsewhere.

    >>> local_path(SparkSource(data="file:///data/a.parquet"))
    PosixPath('/data/a.parquet')
    """
    if source.data is None:
        return None
    if re.match(r"\w{2,}:", source.data) and not source.data.startswith("file:"):
        return None
    return Path(re.sub("^file:(//(?=/))?", "", source.data))


@dataclass(frozen=True, slots=True)
class _Copy:
    columns: tuple[str, ...]
    dialect: Dialect | None


def _parquet(session: SparkSession, address: str, path: Path | None) -> Opened:
    with telling(Message("engines.opening-parquet")):
        frame = session.read.parquet(address)
        return Opened(frame, described(frame), None, path)


def _check_seen(path: Path) -> None:
    if not path.exists():
        if path.parent.is_dir() and path in moved_away(path.parent):
            raise DataError(
                "engines.no-file-folder-run-killed", path=path, folder=shlex.quote(str(path.parent))
            )
        raise DataError("engines.no-file-folder", path=path)
    if path.name.startswith((".", "_")):
        raise DataError("engines.spark-passes-over-names-such", name=path.name)


def _is_parquet(path: Path) -> bool:
    if path.is_dir():
        return any(_is_parquet(file) for file in _files(path)[:1])
    return FILE_FORMATS["parquet"].is_seen(Look.at(path))


def _files(path: Path) -> Sequence[Path]:
    """List the files to read, in the order of their names."""
    if path.is_file():
        return [path]
    files = sorted(file for file in path.rglob("*") if file.is_file())
    files = [f for f in files if not f.name.startswith((".", "_"))]
    if not files:
        raise DataError("engines.folder-holds-no-file-read", path=path)
    return files


def _made_parquet(file: Path, number: int, options: ReadOptions, space: Workspace) -> _Copy:
    """Write a file's cells as Parquet into the working folder, out of core."""
    copy = space.path / f"copy-{number:05}.parquet"
    database = space.path / "_load.duckdb"
    try:
        with duckdb.connect(str(database)) as connection:
            dialect = load(connection, "data", file, options, space.path).dialect
            columns = tuple(row[0] for row in connection.execute("DESCRIBE data").fetchall())
            connection.execute(f"COPY data TO {text(str(copy))} (FORMAT parquet)")
    finally:
        for rest in space.path.glob("_load.duckdb*"):
            rest.unlink()
    return _Copy(columns, dialect)


def _one_path(path: Path) -> str:
    r"""Quote a path that Spark would otherwise take as a pattern of several.

    >>> print(_one_path(Path("/data[1].parquet")))
    file:///data\[1\].parquet
    """
    return "file://" + re.sub(r"[*?\[\]{}\\,]", r"\\\g<0>", str(path.absolute()))
