"""Where data for Spark is, written as a URL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlencode

from celosia.core.parameters import check_whole
from celosia.errors import ParameterError
from celosia.text.messages import Message

SHAPE = Message("engines.write-spark-host-7077-data")
DIVISION = {"together", "piece"}


@dataclass(frozen=True, slots=True)
class Division:
    """When a table is divided among the workers to group its records."""

    together: int = 1_000_000
    """Up to so many records are grouped by the driver, from their counts."""
    piece: int = 100_000
    """About how many records a worker groups at once otherwise."""

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
