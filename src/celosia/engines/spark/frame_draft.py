"""A release of Spark written aside until it is known to hold."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from celosia.core.relation import Relation
from celosia.core.schema import Dialect, Schema
from celosia.engines.spark.driver import F, tell_failure
from celosia.engines.spark.frame_query import SparkChange, drawn, nulls_last, published_names
from celosia.engines.spark.frame_types import full_match, typed_cells
from celosia.errors import DataError, ParameterError
from celosia.files.atomic import Aside, make_last
from celosia.files.file_format import FILE_FORMATS
from celosia.files.formulas import BEGINNING, SIGNS_ALONE, are_escaped
from celosia.files.system import content_hash, files_in
from celosia.text.messages import Message
from celosia.text.numerals import NUMBER_CELL

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame


FORMATS = ("csv", "parquet")
"""What Spark writes itself: the other formats are written by one process."""
RECORDS_TOGETHER = 500_000
"""Records that one task sorts and writes; the number of pieces follows from the table alone."""
BLOCK = 1 << 20
"""Bytes that are copied at once when the pieces of a release become one file."""


def output_format(path: Path) -> str:
    """Find the format of an output by the end of its name."""
    endings = [ending for each in FORMATS for ending in FILE_FORMATS[each].written_endings]
    for ending in sorted(endings, key=len, reverse=True):
        if path.name.lower().endswith(ending):
            return ending
    raise ParameterError("engines.spark-cannot-write-name-must", name=path.name, endings=endings)


def write(
    release: DataFrame,
    change: SparkChange,
    path: Path,
    schema: Schema | None,
    dialect: Dialect,
    seed: int,
    records: int,
) -> int:
    """Write the columns p0, p1, ...; what has the name of `path` is replaced at the end.

    `records` is how many there are at most. A schema gives columns that were not generalized
    their types.
    """
    ending = output_format(path)
    pieces = max(1, ceil(records / RECORDS_TOGETHER))
    aside = Aside(path, folder=True)
    try:
        if ending == ".parquet":
            written = _write_parquet(release, change, aside.path, schema, seed, pieces)
        else:
            folder = aside.held.path / "lines"
            plain = _without_formulas(release) if are_escaped() else release
            _write_lines(plain, change, folder, dialect, seed, pieces)
            header = _line(change.published, dialect)
            packed = ending.endswith(".gz")
            written = _join_pieces(_pieces(folder), header, aside.path, dialect, packed)
        aside.publish()
    finally:
        aside.discard()
    return written


def _without_formulas(release: DataFrame) -> DataFrame:
    """Put an apostrophe before cells that a spreadsheet program would run."""
    cells = {column: F.col(column) for column in release.columns}
    return release.select(
        *(
            F.when(_is_formula(cell), F.concat(F.lit("'"), cell)).otherwise(cell).alias(column)
            for column, cell in cells.items()
        )
    )


def _is_formula(cell: Column) -> Column:
    no_number = ~full_match(cell, NUMBER_CELL) & ~full_match(cell, SIGNS_ALONE)
    return cell.rlike(BEGINNING) & no_number


def _write_parquet(
    release: DataFrame,
    change: SparkChange,
    folder: Path,
    schema: Schema | None,
    seed: int,
    pieces: int,
) -> int:
    names = published_names(change)
    starred = change.quasi_identifiers if change.keep_suppressed else ()
    recoded = {*change.labels, *starred}
    columns = [
        (name, None if schema is None or column in recoded else schema.column(column))
        for name, column in zip(names, change.published, strict=True)
    ]
    typed = typed_cells(release, columns)
    draw = drawn(names, seed)
    spread = release.withColumn("draw", draw).repartition(pieces, "draw")
    ordered = spread.sortWithinPartitions("draw", *nulls_last(names))
    with tell_failure(Message("engines.writing-parquet")):
        ordered.select(*typed).toDF(*change.published).write.parquet(_address(folder))
        _check_seen(folder, release)
        records = int(release.sparkSession.read.parquet(_address(folder)).count())
    _tidy(folder)
    return records


def _tidy(folder: Path) -> None:
    """Leave only the data, under names that are the same for the same seed."""
    for rest in [*folder.glob("_*"), *folder.glob(".*")]:
        rest.unlink()
    for number, file in enumerate(sorted(folder.glob("part-*"))):
        file.rename(folder / f"part-{number:05}.parquet")


def _write_lines(
    release: DataFrame, change: SparkChange, folder: Path, dialect: Dialect, seed: int, pieces: int
) -> None:
    """Write each record as a line; piece by piece, the lines are in the order of the draw."""
    names = published_names(change)
    drawn_lines = release.withColumn("draw", drawn(names, seed))
    by_draw = [F.col("draw"), *nulls_last(names)]
    line = _line_of(names, dialect).alias("value")
    if pieces == 1:
        writer = drawn_lines.repartition(1).sortWithinPartitions(*by_draw).select(line).write
    else:
        first = F.conv(F.substring("draw", 1, 4), 16, 10).cast("long")
        piece = (first * pieces / (1 << 16)).cast("int")
        spread = drawn_lines.withColumn("piece", piece).repartition(pieces, "piece")
        ordered = spread.sortWithinPartitions(F.col("piece"), *by_draw)
        writer = ordered.select(line, "piece").write.partitionBy("piece")
    with tell_failure(Message("engines.writing-text")):
        writer.option("lineSep", "\n").text(_address(folder))
        _check_seen(folder, release)


def _line_of(names: Sequence[str], dialect: Dialect) -> Column:
    separator = F.lit(dialect.separator)
    cells = [_quoted(F.col(name), dialect) for name in names]
    return F.concat(cells[0], *(part for cell in cells[1:] for part in (separator, cell)))


def _quoted(cell: Column, dialect: Dialect) -> Column:
    """Write a cell as the embedded engine does: in quotes only where it must be."""
    quote = dialect.quote or '"'
    doubled = F.replace(cell, F.lit(quote), F.lit(quote * 2))
    quoted = F.concat(F.lit(quote), doubled, F.lit(quote))
    return F.when(cell.rlike(_in_need(dialect)) | (cell == ""), quoted).otherwise(
        F.coalesce(cell, F.lit(""))
    )


def _in_need(dialect: Dialect) -> str:
    signs = "\n\r#" + (dialect.quote or '"') + dialect.separator[0]
    return "[" + "".join(f"\\x{{{ord(sign):x}}}" for sign in signs) + "]"


def _line(cells: Sequence[str], dialect: Dialect) -> bytes:
    """Write names in the first line.

    >>> _line(["a", "b, c"], Dialect()).decode().rstrip()
    'a,"b, c"'
    """
    quote = dialect.quote or '"'
    signs = re.compile(f"[\n\r#{re.escape(quote)}{re.escape(dialect.separator[0])}]")
    told = (
        quote + cell.replace(quote, quote * 2) + quote if signs.search(cell) else cell
        for cell in cells
    )
    return (dialect.separator.join(told) + "\n").encode()


def _pieces(folder: Path) -> list[Path]:
    """List the written pieces in the order of the draw."""
    files = folder.rglob("part-*")
    return sorted(files, key=lambda file: int(file.parent.name.partition("=")[2] or 0))


def _join_pieces(
    pieces: Iterable[Path], header: bytes, path: Path, dialect: Dialect, packed: bool
) -> int:
    """Write the pieces into one file; give the number of records."""
    quote = (dialect.quote or '"').encode()
    records, quoted = 0, False
    with path.open("wb") as file:
        # no name and no time of day in a packed file: same seed, same bytes
        target = gzip.GzipFile("", "wb", fileobj=file, mtime=0) if packed else file
        target.write(header)
        for block in _blocks(pieces):
            target.write(block)
            parts = block.split(quote)
            records += sum(part.count(b"\n") for part in parts[quoted::2])
            quoted ^= len(parts) % 2 == 0
        if packed:
            target.close()
    return records


def _blocks(pieces: Iterable[Path]) -> Iterator[bytes]:
    for piece in pieces:
        with piece.open("rb") as file:
            while block := file.read(BLOCK):
                yield block


def _check_seen(folder: Path, release: DataFrame) -> None:
    """Raise unless the driver sees what the workers wrote."""
    if not any(folder.rglob("part-*")) and release.limit(1).count():
        raise DataError("engines.workers-wrote-not-here-driver", parent=folder.parent)


def _address(path: Path) -> str:
    return f"file://{path.absolute()}"


class SparkDraft:
    """A recoded table in a hidden folder beside its target; inside, it has the target's name.

    Spark passes over files whose own name is hidden.
    """

    def __init__(
        self, target: Path, write: Callable[[Path], int], reopen: Callable[[Path], Relation]
    ) -> None:
        self.aside = Aside(target, folder=True)
        self.path = self.aside.path
        self._reopen = reopen
        try:
            self._records = write(self.path)
            for file in (*files_in(self.path), *_folders(self.path)):
                make_last(file)
        except BaseException:
            self.discard()
            raise

    @property
    def records(self) -> int:
        """How many records were written."""
        return self._records

    def reopen(self) -> Relation:
        """Read what was written anew."""
        return self._reopen(self.path)

    def evidence(self) -> dict[str, str | int]:
        """Size and hash of what was written."""
        return evidence_of(self.path)

    def publish(self) -> None:
        """Give it the name of its target; a folder that it replaced is gone with `discard`.

        Removing that may take long, and a certificate should not have to wait for it.
        """
        self.aside.publish()

    def discard(self) -> None:
        """Remove it, or what it replaced, with its folder."""
        self.aside.discard()


def check_target(target: Path, source: Path | None) -> None:
    """Refuse to replace what is read: the source itself, or a folder that holds it."""
    if source is None or not target.exists():
        return
    if any(target.samefile(place) for place in (source, *source.absolute().parents)):
        raise ParameterError("engines.output-must-not-source-itself")


def evidence_of(path: Path) -> dict[str, str | int]:
    """Give what identifies the bytes of a file, or of all files of a folder."""
    files = files_in(path)
    size = sum(file.stat().st_size for file in files)
    number = {} if path.is_file() else {"files": len(files)}
    return {"bytes": size, **number, "sha256": content_hash(path)}


def _folders(path: Path) -> list[Path]:
    """List a folder and those inside it, whose entries are to last too."""
    return [path, *(found for found in path.rglob("*") if found.is_dir())] if path.is_dir() else []
