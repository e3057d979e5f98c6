"""Which encoding a text file has, and how to bring it to UTF-8."""

from __future__ import annotations

import codecs
import gzip
import zlib
from collections.abc import Iterator
from io import IncrementalNewlineDecoder
from pathlib import Path
from typing import IO, cast

from celosia.errors import DataError, ParameterError

BLOCK = 1 << 20
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


def decoded(path: Path, encoding: str) -> Iterator[str]:
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
        for text in decoded(path, encoding):
            output.write(line_ends.decode(text) if one_line_end else text)


def _is_utf8(path: Path) -> bool:
    try:
        for _ in decoded(path, "utf-8"):
            pass
    except DataError:
        return False
    return True
