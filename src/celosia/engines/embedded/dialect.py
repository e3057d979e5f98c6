"""How a delimited file is written: separator and quote."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from itertools import islice
from pathlib import Path

from celosia.domain.reading import Dialect, ReadOptions
from celosia.engines.embedded.encoding import decoded, detect_encoding
from celosia.errors import DataError

SAMPLE = 1 << 16
USUAL = (",", ";", "\t", "|")


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
    first = next((cells for cells in rows(StringIO(text, newline=""), dialect) if cells), None)
    if first is None:
        raise DataError("The file is empty: it needs a first line with the names of the columns.")
    names = tuple(name.strip() or f"column_{i}" for i, name in enumerate(first, start=1))
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise DataError(f"Column names appear more than once: {', '.join(repeated)}.")
    return names


def rows(lines: Iterable[str], dialect: Dialect) -> list[list[str]]:
    """Split lines of text into cells."""
    if len(dialect.separator) > 1:
        return [line.rstrip("\r\n").split(dialect.separator) for line in lines]
    return list(
        csv.reader(
            lines,
            delimiter=dialect.separator,
            quotechar=dialect.quote or None,
            quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
        )
    )


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
        widths = {len(cells) for cells in rows(lines, Dialect(separator)) if cells}
        if len(widths) == 1 and widths != {1}:
            regular.append(separator)
    return (regular[0], '"') if len(regular) == 1 else None


def _sniffed(sample: str) -> tuple[str, str]:
    """Ask clevercsv; a file of one column has any separator that it does not contain."""
    from clevercsv import Sniffer  # slow to import, and rarely needed

    try:
        found = Sniffer().sniff(sample[: SAMPLE // 4])
    except Exception:  # clevercsv raises its own Error, and others on odd samples
        found = None
    if found is None or not found.delimiter:
        return next(separator for separator in (*USUAL, "\x1f") if separator not in sample), '"'
    return found.delimiter, found.quotechar or '"'
