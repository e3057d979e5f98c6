"""How a delimited file is written: separator and quote."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import islice
from pathlib import Path

from celosia.core.schema import Dialect, ReadOptions
from celosia.errors import DataError
from celosia.files.encoding import decoded, detect_encoding

SAMPLE = 1 << 16
USUAL = (",", ";", "\t", "|")
LONGEST_CELL = 16 << 20
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


def header(path: Path, dialect: Dialect) -> tuple[str, ...]:
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
    for block in decoded(path, encoding):
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
