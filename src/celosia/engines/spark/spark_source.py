"""Where data for Spark is, written as a URL; the session that reads it, and how it is opened."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode

import duckdb

from celosia.core.parameters import check_whole
from celosia.core.schema import Dialect, ReadOptions, Schema
from celosia.engines.duckdb.file_query import text
from celosia.engines.duckdb.file_reader import load
from celosia.engines.spark.driver import check_installed, tell_failure
from celosia.engines.spark.frame_types import described
from celosia.errors import DataError, ParameterError
from celosia.files.file_format import FILE_FORMATS, Look
from celosia.files.private_files import Workspace
from celosia.text.messages import Message

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


SHAPE = Message("engines.write-spark-host-7077-data")
DIVISION = {"together", "piece"}


@dataclass(frozen=True, slots=True)
class Division:
    """When a table is divided among the workers to group its records."""

    together: int = 1_000_000
    """Up to so many records are grouped by the driver, from their counts: their codes take
    100 MB with 25 columns of 4 bytes."""
    piece: int = 100_000
    """About how many records a worker groups at once otherwise: large enough that few groups
    lie at a cut."""

    def __post_init__(self) -> None:
        check_whole("together", self.together, least=0)
        check_whole("piece", self.piece, least=1)


@dataclass(frozen=True, slots=True)
class SparkSource:
    """A master, and the files or the table that it reads.

    >>> source = SparkSource.parse("spark://localhost:7077?data=/data/people.parquet")
    >>> source.master, source.data
    ('spark://localhost:7077', '/data/people.parquet')
    >>> SparkSource.parse("spark:local[2]?table=people&spark.executor.memory=2g").settings
    {'spark.executor.memory': '2g'}
    """

    master: str | None = None
    """Without one, that of the Spark configuration; else all cores of this machine."""
    data: str | None = None
    """A Parquet file or folder, a CSV, TXT or XLSX file, or a folder of CSV files."""
    table: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    """What else Spark is told when it starts: spark.executor.memory, for one."""
    division: Division = Division()

    def __post_init__(self) -> None:
        if (self.data is None) == (self.table is None):
            raise ParameterError("engines.spark-source-either-data-table", shape=SHAPE)

    @classmethod
    def parse(cls, url: str) -> SparkSource:
        """Read a URL; between `spark:` and `?` stands the master, as Spark writes it."""
        if not is_spark(url):
            raise ParameterError("engines.not-address-spark-source", shape=SHAPE)
        place, _, query = url[len("spark:") :].partition("?")
        # a plus is a plus: only %20 is a blank, so that paths can be pasted as they are
        given = dict(parse_qsl(query.replace("+", "%2B"), keep_blank_values=False))
        settings = {key: given.pop(key) for key in list(given) if key.startswith("spark.")}
        data, table = given.pop("data", None), given.pop("table", None)
        division = Division(**{key: _whole(key, given.pop(key)) for key in DIVISION & given.keys()})
        if given:
            raise ParameterError("engines.unknown-spark-source", given=sorted(given), shape=SHAPE)
        master = f"spark:{place}" if place.startswith("//") else place
        return cls(master.rstrip("/") or None, data, table, settings, division)

    def address_of(self, path: str) -> str:
        """Give the address of other data, to be read in the same way.

        >>> SparkSource("local[2]", table="people").address_of("out+1 %.parquet")
        'spark:local[2]?data=out%2B1%20%25.parquet'
        """
        master = (self.master or "").removeprefix("spark:")
        given = {"data": path, **self.settings}
        return f"spark:{master}?{urlencode(given, safe='/', quote_via=quote)}"


def _whole(key: str, text: str) -> int:
    if not text.isdecimal():
        raise ParameterError("engines.spark-source-number-records", key=key)
    return int(text)


def is_spark(url: str) -> bool:
    """Tell whether a source is one for Spark.

    >>> is_spark("spark:?table=t"), is_spark("people.csv")
    (True, False)
    """
    return url[: len("spark:")].lower() == "spark:"


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
            _users.append(_start_session(source))
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


def _start_session(source: SparkSource) -> SparkSession:
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("celosia")
    if source.master is not None:
        builder = builder.master(source.master)
    for key, value in (QUIET | dict(source.settings)).items():
        builder = builder.config(key, value)
    with tell_failure(Message("engines.starting")):
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


def open_source(
    session: SparkSession, source: SparkSource, options: ReadOptions, space: Workspace
) -> Opened:
    """Open the table or the files that a source names."""
    if source.table is not None:
        with tell_failure(Message("engines.opening-table")):
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
    copies = [_copy_as_parquet(file, i, options, space) for i, file in enumerate(files)]
    for file, copy in zip(files, copies, strict=True):
        if copy.columns != copies[0].columns:
            raise DataError("engines.not-same-columns", name=file.name, first=files[0].name)
    with tell_failure(Message("engines.reading-working-copy")):
        frame = session.read.parquet(_one_path(space.path))
    return Opened(frame, None, copies[0].dialect, path)


def texts_at(session: SparkSession, path: Path, dialect: Dialect | None) -> Opened:
    """Open a folder of Parquet that was written here, all cells as texts, in a source's place."""
    with tell_failure(Message("engines.reading-the-working-table")):
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
    with tell_failure(Message("engines.opening-parquet")):
        frame = session.read.parquet(address)
        return Opened(frame, described(frame), None, path)


def _check_seen(path: Path) -> None:
    if not path.exists():
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


def _copy_as_parquet(file: Path, number: int, options: ReadOptions, space: Workspace) -> _Copy:
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
