"""How a delimited file is written: encoding, separator, quote; and the lines of its records."""

from __future__ import annotations

import codecs
import csv
import gzip
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from io import IncrementalNewlineDecoder, StringIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import IO, cast

from celosia.core.schema import Dialect, ReadOptions
from celosia.errors import DataError, ParameterError

BLOCK = 1 << 20
"""Bytes that are read at once, so that a file of any size takes little memory."""
DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)
"""What reading a cut or corrupt gzip file raises."""
GZIP_MAGIC = b"\x1f\x8b"
BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def open_bytes(path: Path) -> IO[bytes]:
    """Open a file for reading, unpacking gzip."""
    return cast("IO[bytes]", gzip.open(path, "rb")) if is_packed(path) else path.open("rb")


def is_packed(path: Path) -> bool:
    """Tell whether a file is gzipped, whatever its name."""
    with path.open("rb") as file:
        return file.read(2) == GZIP_MAGIC


def detect_encoding(path: Path) -> str:
    """Find the encoding: by byte-order mark, else UTF-8 if all of it is, else cp1252."""
    with open_bytes(path) as file:
        start = file.read(BLOCK)
    for mark, encoding in BOMS:
        if start.startswith(mark):
            return encoding
    if b"\0" in start:
        raise DataError("files.holds-zero-bytes-not-text", name=path.name)
    return "utf-8" if _is_utf8(path) else "cp1252"


def decode_file(path: Path, encoding: str) -> Iterator[str]:
    """Decode a file block by block; an undecodable byte is an error with its line."""
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
        is_text = isinstance(decoder.decode(b""), str)
    except (LookupError, TypeError):
        is_text = False
    if not is_text:  # unknown, or a codec such as rot13 or base64 that gives no text
        raise ParameterError("files.unknown-encoding", encoding=encoding)
    line = 1
    with open_bytes(path) as file:
        while block := file.read(BLOCK):
            try:
                text = decoder.decode(block)
            except UnicodeDecodeError as wrong:
                line += wrong.object[: wrong.start].count(b"\n")
                raise DataError("files.line-not-valid", line=line, encoding=encoding) from None
            except UnicodeError:  # UTF-16 without a mark where one is needed, and the like
                raise DataError("files.file-not-valid", encoding=encoding) from None
            line += text.count("\n")
            yield text
    try:
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise DataError("files.file-ends-middle-character", encoding=encoding) from None


def transcode(path: Path, encoding: str, target: Path, one_line_end: bool = False) -> None:
    """Write the file again as UTF-8; with `one_line_end`, all lines end in a plain newline."""
    line_ends = IncrementalNewlineDecoder(None, translate=True)
    with target.open("w", encoding="utf-8", newline="") as output:
        for text in decode_file(path, encoding):
            output.write(line_ends.decode(text) if one_line_end else text)


def _is_utf8(path: Path) -> bool:
    try:
        for _ in decode_file(path, "utf-8"):
            pass
    except DataError:
        return False
    return True


SAMPLE = 1 << 16
"""Characters that decide on the separator (796 lines of adult)."""
USUAL = (",", ";", "\t", "|")
LONGEST_CELL = 16 << 20
"""Characters; a quote that nobody closed would make the rest of the file one cell."""
STAND_IN = "\x1f"
"""Takes the place of a separator of several characters, which the csv module cannot split at."""


def detect_dialect(path: Path, options: ReadOptions) -> Dialect:
    """Find what the options leave open."""
    encoding = options.encoding or detect_encoding(path)
    sample = _sample(path, encoding)
    if options.separator is not None:
        quote = '"' if options.quote is None else options.quote
        return Dialect(options.separator, quote, encoding)
    separator, quote = _obvious(sample) or _sniffed(sample)
    return Dialect(separator, quote if options.quote is None else options.quote, encoding)


def read_header(path: Path, dialect: Dialect) -> tuple[str, ...]:
    """Read the column names from the first line."""
    text = _sample(path, dialect.encoding).lstrip("\ufeff")
    first = next((cells for _, cells in rows(StringIO(text, newline=""), dialect) if cells), None)
    if first is None:
        raise DataError("files.file-empty-needs-first-line")
    names = tuple(name.strip() or f"column_{i}" for i, name in enumerate(first, start=1))
    check_names(names)
    return names


def blank_lines_before(path: Path, dialect: Dialect) -> int:
    """Count the empty lines above the names of the columns."""
    text = _sample(path, dialect.encoding).lstrip("\ufeff")
    return next(i for i, line in enumerate(StringIO(text, newline="")) if line.strip("\r\n"))


def check_names(names: Iterable[str]) -> None:
    """Refuse names that the engine cannot tell apart."""
    names = tuple(names)
    times = Counter(name.lower() for name in names)
    repeated = sorted({name for name in names if times[name.lower()] > 1})
    if repeated:
        raise DataError("files.column-names-appear-more-once", repeated=repeated)


def rows(lines: Iterable[str], dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """Split lines of text into cells; give each row with the line on which it begins."""
    csv.field_size_limit(LONGEST_CELL)
    separator = dialect.separator
    if len(separator) > 1:
        lines = (line.replace(separator, STAND_IN) for line in lines)
    reader = csv.reader(
        lines,
        delimiter=separator if len(separator) == 1 else STAND_IN,
        quotechar=dialect.quote or None,
        quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
    )
    begin = 1
    for row in reader:
        yield begin, [cell.replace(STAND_IN, separator) for cell in row]
        begin = reader.line_num + 1


def _sample(path: Path, encoding: str) -> str:
    text = ""
    for block in decode_file(path, encoding):
        text += block
        if len(text) >= SAMPLE:
            break
    if len(text) < SAMPLE:
        return text
    return text[: max(text.rfind("\n", 0, SAMPLE), text.find("\n")) + 1] or text


def _obvious(sample: str) -> tuple[str, str] | None:
    """Decide at once when exactly one usual separator splits every line into as many cells."""
    lines = list(islice((line for line in StringIO(sample, newline="") if line.strip()), 200))
    regular = []
    for separator in USUAL:
        widths = {len(cells) for _, cells in rows(lines, Dialect(separator)) if cells}
        if len(widths) == 1 and widths != {1}:
            regular.append(separator)
    return (_doubled(regular[0], sample), '"') if len(regular) == 1 else None


def _sniffed(sample: str) -> tuple[str, str]:
    """Ask clevercsv; a file of one column has any separator that it does not contain."""
    from clevercsv import Sniffer  # slow to import, and rarely needed

    try:
        found = Sniffer().sniff(sample[: SAMPLE // 4])
    except Exception:  # clevercsv raises its own Error, and others on odd samples
        found = None
    names = sample.lstrip("\ufeff\r\n").split("\n", 1)[0]
    if found is None or not found.delimiter or found.delimiter not in names:
        return next(separator for separator in (*USUAL, "\x1f") if separator not in sample), '"'
    return _doubled(found.delimiter, sample), found.quotechar or '"'


def _doubled(separator: str, sample: str) -> str:
    """Take `||` or `::` as one separator when it never stands alone; `;;` is an empty cell."""
    twice = separator * 2
    always = sample.count(separator) == 2 * sample.count(twice)
    return twice if always and separator not in (",", ";", "\t", " ") else separator


def lines_of(path: Path, dialect: Dialect, records: Iterable[int]) -> dict[int, int]:
    """Find the line on which each record (counted from 0, after the header) begins."""
    return pick(_beginnings(path, dialect), records)


def pick(beginnings: Iterable[int], records: Iterable[int]) -> dict[int, int]:
    """Take the beginnings of some records; the first beginning is the header's.

    >>> pick([1, 2, 5, 6], [1, 2])
    {1: 5, 2: 6}
    """
    wanted = set(records)
    found: dict[int, int] = {}
    for record, line in enumerate(beginnings, start=-1):
        if len(found) == len(wanted):
            break
        if record in wanted:
            found[record] = line
    return found


def lines_at(path: Path, positions: Iterable[int]) -> list[int]:
    """Find the lines to which some positions (bytes of the unpacked file, rising) belong.

    A position may lie before empty lines, which do not count as part of the record.
    """
    with open_bytes(path) as file:
        line_end = b"\n" if b"\n" in file.read(BLOCK) else b"\r"
        file.seek(0)
        line, read, found = 1, 0, []
        for position in positions:
            while read < position and (block := file.read(min(BLOCK, position - read))):
                line += block.count(line_end)
                read += len(block)
            following = file.read(1)
            while following in (b"\r", b"\n"):
                line += following == line_end
                read += 1
                following = file.read(1)
            read += len(following)
            found.append(line)
    return found


def _beginnings(path: Path, dialect: Dialect) -> Iterator[int]:
    """Give the first line of every record; an empty line is one only in a file of one column."""
    columns = 0
    for line, cells in rows(_lines(path, dialect), dialect):
        columns = columns or len(cells)
        if cells or columns == 1:
            yield line


def _lines(path: Path, dialect: Dialect) -> Iterator[str]:
    with TextIOWrapper(open_bytes(path), encoding=dialect.encoding, newline="") as text:
        yield from text
