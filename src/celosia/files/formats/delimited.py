"""Delimited text: CSV and its like, with any separator, gzipped or not."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, cast

from celosia.core.schema import Dialect, ReadOptions
from celosia.core.values import Value
from celosia.errors import DataError
from celosia.files.dialect import (
    count_records,
    detect_dialect,
    has_header,
    lines_at,
    lines_of,
    transcode,
)
from celosia.files.file_format import (
    FILE_FORMATS,
    Format,
    Incoming,
    Loaded,
    Outgoing,
    Reject,
    Source,
    Unreadable,
    check_all_read,
)
from celosia.files.formulas import are_escaped, without_formula
from celosia.text.messages import Message

UTF8 = ("utf-8", "utf-8-sig", "utf8", "ascii")
SHOWN = 20
"""Lines that an error lists: they fit a terminal of 24 lines; it tells how many more."""


def read(source: Source, table: Incoming) -> Loaded:
    """Find out how the file is written, and let the engine read it; or list its bad lines."""
    path, options, copy = source.path, source.options, source.space / "utf8.csv"
    dialect = detect_dialect(path, options)
    as_utf8 = replace(dialect, encoding="utf-8")
    read_from = path
    if dialect.encoding.lower() not in UTF8:
        read_from = copy
        transcode(path, dialect.encoding, copy)
    try:
        rejects = table.delimited(read_from, as_utf8, options)
    except Unreadable:  # DuckDB refuses lines that end now in one way, now in another
        transcode(path, dialect.encoding, copy, one_line_end=True)
        read_from = copy
        try:
            rejects = table.delimited(copy, as_utf8, options)
        except Unreadable as wrong:
            raise DataError(
                "files.cannot-read-delimited-text", name=path.name, kind=wrong
            ) from None
    if rejects and options.broken_lines is None:
        raise _told(rejects, read_from, path.name)
    if not rejects:
        counted = count_records(read_from, as_utf8, table.records, has_header(options))
        check_all_read(path.name, counted, table.records)
    copy.unlink(missing_ok=True)
    if rejects:  # which record stands on which line is not known any more
        return Loaded(dialect, skipped=len(rejects))
    return Loaded(dialect, lines=partial(lines_of, path, dialect, has_header(options)))


def read_plain(copy: Path, title: str, table: Incoming, options: ReadOptions, records: int) -> None:
    """Read CSV with so many records that was written here of a file that is no text."""
    plain = ReadOptions(
        null_values=options.null_values,
        repeated_names=options.repeated_names,
        header=options.header,
    )
    try:
        rejects = table.delimited(copy, Dialect(), plain)
    except Unreadable as wrong:
        raise DataError("files.cannot-read", name=title, kind=wrong) from None
    if rejects:
        raise _told(rejects, copy, title)
    check_all_read(title, records, table.records)
    copy.unlink()


def _told(rejects: Sequence[Reject], source: Path, title: str) -> DataError:
    """List the lines that were not read; the engine counts records, so they are counted here."""
    lines = lines_at(source, (reject.position for reject in rejects[:SHOWN]))
    shown = [
        Message("files.line", line=line, what=reject)
        for line, reject in zip(lines, rejects, strict=False)
    ]
    if len(rejects) > SHOWN:
        shown.append(Message("files.more", number=len(rejects) - SHOWN))
    return DataError("files.malformed-lines", title=title, count=len(rejects), shown=shown)


def write(release: Outgoing, path: Path) -> int:
    """Let the engine write it."""
    return release.delimited(path, packed=path.name.lower().endswith(".gz"))


def write_delimited(
    path: Path, columns: Sequence[str], rows: Iterable[Sequence[Value]], dialect: Dialect
) -> int:
    """Write column names and rows byte for byte as the embedded engine does; count the rows."""
    written = Written(dialect)
    number = 0
    with _open_text(path) as file:
        file.write(written.line(columns))
        for row in map(_without_formulas, rows) if are_escaped() else rows:
            file.write(written.line(row))
            number += 1
    return number


def _without_formulas(row: Sequence[Value]) -> list[Value]:
    return [cell and without_formula(cell) for cell in row]


class Written:
    r"""How cells are quoted: null is nothing, an empty text two quotes, and `#` is special.

    >>> Written(Dialect()).line(["a", None, "", 'b, c', "#1"])
    'a,,"","b, c","#1"\n'
    """

    def __init__(self, dialect: Dialect) -> None:
        self._separator = dialect.separator
        self._quote = dialect.quote or '"'
        special = re.escape(self._separator[0] + self._quote)
        self._special = re.compile(f"[{special}\n\r#]").search

    def line(self, row: Sequence[Value]) -> str:
        """Write one row."""
        return self._separator.join([self._cell(cell) for cell in row]) + "\n"

    def _cell(self, cell: Value) -> str:
        if cell is None:
            return ""
        if cell and not self._special(cell):
            return cell
        quote = self._quote
        return f"{quote}{cell.replace(quote, quote * 2)}{quote}"


def _open_text(path: Path) -> IO[str]:
    if path.name.lower().endswith(".gz"):
        return cast("IO[str]", gzip.open(path, "wt", encoding="utf-8", newline=""))
    return path.open("w", encoding="utf-8", newline="")


FILE_FORMATS.add(
    "csv",
    Format(
        name="csv",
        title=Message("files.csv-text-any-separator-gzipped"),
        endings=(".csv", ".txt", ".csv.gz", ".txt.gz"),
        media_type="text/csv",
        read=read,
        write=write,
        choices={
            ".csv": Message("files.csv"),
            ".csv.gz": Message("files.csv-gzipped"),
        },
        keeps=Message("files.texts-nulls"),
    ),
    order=10,
)
