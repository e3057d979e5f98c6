"""How a delimited file is written: encoding, separator, quote; and the lines of its records."""

from __future__ import annotations

import codecs
import csv
import gzip
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import IncrementalNewlineDecoder, StringIO
from itertools import chain, count, islice
from pathlib import Path
from typing import IO, cast

from celosia.core.schema import Dialect, OwnOptions, ReadOptions
from celosia.errors import DataError, ParameterError
from celosia.files.header_look import LOOKED_AT, is_record
from celosia.files.read_limits import ReadLimits, in_words

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


MIXED = "mixed"
"""An encoding for who asks for it: each line by itself, UTF-8 where it is that, else cp1252."""
SHOWN = 5
"""Lines of another encoding that an error names; it tells how many there are."""


def open_bytes(path: Path) -> IO[bytes]:
    """Open a file for reading, unpacking gzip."""
    return cast("IO[bytes]", gzip.open(path, "rb")) if is_packed(path) else path.open("rb")


def _blocks(path: Path) -> Iterator[bytes]:
    """Read all of a file, block by block; one that unpacks to more than may be is given up."""
    most = ReadLimits.of_machine().unpacked
    size = 0
    with open_bytes(path) as file:
        while block := file.read(BLOCK):
            size += len(block)
            if size > most and is_packed(path):
                raise DataError("files.unpacked-too-large", name=path.name, most=in_words(most))
            yield block


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
    if _is_utf8(path):
        return "utf-8"
    found = find_mixture(_lines_of_bytes(path))
    if found is not None:
        raise DataError(
            "files.mixed-encodings",
            name=path.name,
            utf8=found.utf8,
            others=found.others,
            lines=found.first,
        )
    return "cp1252"


@dataclass(frozen=True, slots=True)
class Mixture:
    """How many lines of a text are UTF-8 beyond ASCII, and how many are no UTF-8."""

    utf8: int
    others: int
    first: tuple[int, ...]
    """The first lines of the kind that is rarer."""


def find_mixture(lines: Iterable[bytes]) -> Mixture | None:
    """Tell whether some lines of a text are UTF-8 and others are not; plain ASCII is both.

    Whoever guesses one encoding for all of them turns one name into two.

    >>> find_mixture(["Málaga".encode(), "León".encode("cp1252"), b"Lugo"])
    Mixture(utf8=1, others=1, first=(2,))
    """
    counts = {True: 0, False: 0}
    first: dict[bool, list[int]] = {True: [], False: []}
    for number, line in enumerate(lines, start=1):
        if line.isascii():
            continue
        is_utf8 = _decodes(line)
        counts[is_utf8] += 1
        if len(first[is_utf8]) < SHOWN:
            first[is_utf8].append(number)
    if not all(counts.values()):
        return None
    return Mixture(counts[True], counts[False], tuple(first[counts[True] < counts[False]]))


def _decodes(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _lines_of_bytes(path: Path) -> Iterator[bytes]:
    rest = b""
    line_end = b""
    for block in _blocks(path):
        line_end = line_end or (b"\n" if b"\n" in block else b"\r")
        *lines, rest = (rest + block).split(line_end)
        yield from lines
    if rest:
        yield rest


def _decode_each_line(path: Path) -> Iterator[str]:
    """Decode a text whose lines are of two encodings, for who asked for that."""
    number = 0
    for number, line in enumerate(_lines_of_bytes(path), start=1):
        end = "" if number == 1 else "\n"
        try:
            yield end + line.decode("utf-8" if _decodes(line) else "cp1252")
        except UnicodeDecodeError:
            raise DataError("files.line-not-valid", line=number, encoding=MIXED) from None
    if number:
        yield "\n"  # the last line ends too; an empty line at the end is no record


def decode_file(path: Path, encoding: str) -> Iterator[str]:
    """Decode a file block by block; an undecodable byte is an error with its line."""
    if encoding == MIXED:
        yield from _decode_each_line(path)
        return
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
        is_text = isinstance(decoder.decode(b""), str)
    except (LookupError, TypeError):
        is_text = False
    if not is_text:  # unknown, or a codec such as rot13 or base64 that gives no text
        raise ParameterError("files.unknown-encoding", encoding=encoding)
    line = 1
    for block in _blocks(path):
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


def read_header(path: Path, dialect: Dialect, options: ReadOptions) -> tuple[str, ...]:
    """Read the column names from the first line."""
    text = _sample(path, dialect.encoding).lstrip("\ufeff")
    split = (cells for _, cells in rows(StringIO(text, newline=""), dialect) if cells)
    first = next(split, None)
    if first is None:
        raise DataError("files.file-empty-needs-first-line")
    if not has_header(options):
        return tuple(f"column_{i}" for i in range(1, len(first) + 1))
    is_own = isinstance(options, OwnOptions)
    if options.header is None and not is_own and is_record(first, _some(split)):
        raise DataError("files.header-looks-like-record", columns=len(first))
    names = tuple(name.strip() or f"column_{i}" for i, name in enumerate(first, start=1))
    return settled_names(names, options)


def has_header(options: ReadOptions) -> bool:
    """Tell whether the first line names the columns."""
    return options.header != "no"


def _some(split: Iterator[list[str]]) -> list[list[str]]:
    """Give the first records; what cannot be split is told later, with its line."""
    found: list[list[str]] = []
    with suppress(csv.Error):
        found.extend(islice(split, LOOKED_AT))
    return found


def blank_lines_before(path: Path, dialect: Dialect) -> int:
    """Count the empty lines above the names of the columns."""
    text = _sample(path, dialect.encoding).lstrip("\ufeff")
    return next(i for i, line in enumerate(StringIO(text, newline="")) if line.strip("\r\n"))


def settled_names(names: Iterable[str], options: ReadOptions) -> tuple[str, ...]:
    """Refuse names that the engine cannot tell apart, or number them if that was chosen.

    >>> settled_names(["age", "Age", "age_2"], ReadOptions(repeated_names="rename"))
    ('age', 'Age_3', 'age_2')
    """
    names = tuple(names)
    times = Counter(name.lower() for name in names)
    repeated = sorted({name for name in names if times[name.lower()] > 1})
    if not repeated:
        return names
    if options.repeated_names is None:
        raise DataError("files.column-names-appear-more-once", repeated=repeated)
    taken = {name.lower() for name in names}
    settled, seen = [], set[str]()
    for name in names:
        free = name
        if name.lower() in seen:
            free = next(n for i in count(2) if (n := f"{name}_{i}").lower() not in taken)
            taken.add(free.lower())
        seen.add(free.lower())
        settled.append(free)
    return tuple(settled)


def count_records(path: Path, dialect: Dialect, likely: int, header: bool = True) -> int:
    """Count the records, without the engine.

    Ends of lines outside of quotes are counted first, which takes next to nothing; only where they
    are not as many as is likely (empty lines, quotes inside of cells) is every line split.
    """
    if _line_ends(path, dialect) - header == likely:
        return likely
    return sum(1 for _ in _beginnings(path, dialect)) - header


def _line_ends(path: Path, dialect: Dialect) -> int:
    quote = dialect.quote.encode()
    lines, inside, last = 0, 0, b"\n"
    for block in _blocks(path):
        parts = block.split(quote) if quote else [block]
        lines += sum(part.count(b"\n") for part in parts[inside::2])
        inside = (inside + len(parts) - 1) % 2 if quote else 0
        last = block[-1:]
    return lines + (last != b"\n") if lines else -1  # lines may end in `\r` alone


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


def lines_of(path: Path, dialect: Dialect, header: bool, records: Iterable[int]) -> dict[int, int]:
    """Find the line on which each record (counted from 0, after the header) begins."""
    beginnings = _beginnings(path, dialect)
    return pick(beginnings if header else chain([0], beginnings), records)


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
    rest = ""
    for text in decode_file(path, dialect.encoding):
        lines = list(StringIO(rest + text, newline=""))
        rest = lines.pop() if lines and not lines[-1].endswith("\n") else ""
        yield from lines  # what ends in `\r` waits: it may be half of an end of line
    if rest:
        yield rest
