"""What happens to a hostile file, and what it should hold by another reader's word."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree as Xml

import pandas
import pyarrow
from click.testing import CliRunner
from pyarrow import parquet

import celosia
from celosia.cli.main import cli
from celosia.files.dialect import BOMS
from celosia.hierarchies import read_hierarchy
from celosia.text.languages import languages
from celosia.workflow.read import read_schema
from tests.support.hostile import CANARY, Hostile, base

ORACLES = {}


def try_file(hostile: Hostile, folder: Path) -> str:
    """Read a hostile file as whoever is sent it would; give `read`, or the error's key.

    Raises whatever is no error of ours, and `AssertionError` for a wrong success or a canary.
    """
    path = folder / f"hostile{hostile.ending}"
    path.write_bytes(hostile.content)
    try:
        if hostile.kind == "recipe":
            celosia.Recipe.from_file(path)
        elif hostile.kind == "schema":
            read_schema(path)
        elif hostile.kind == "hierarchy":
            read_hierarchy(path, "town")
        elif hostile.kind == "certificate":
            _try_certificate(path, folder)
        else:
            _try_table(hostile, path)
    except celosia.CelosiaError as wrong:
        error = wrong
    else:
        return "read"
    for language in languages():
        assert CANARY.lower() not in error.text(language).lower(), error.message.key
    return error.message.key


def _try_table(hostile: Hostile, path: Path) -> None:
    with celosia.read(path) as table:
        columns = table.columns
        rows = table.relation.page(0, 100_000)
        dialect = getattr(table.relation, "dialect", None)
    assert len(rows) == table.records
    if dialect is not None:
        expected = _rows_of_text(hostile.content, dialect)
    elif hostile.kind in ORACLES:
        expected = ORACLES[hostile.kind](hostile.content)
    else:
        return
    if expected is not None:
        assert rows == expected, (columns, len(rows), len(expected))


def _rows_of_text(content: bytes, dialect):
    """Read delimited text by the standard library."""
    if content.startswith(b"\x1f\x8b"):
        content = gzip.decompress(content)
    marks = [name for mark, name in BOMS if content.startswith(mark)]
    text = content.decode(marks[0] if marks else dialect.encoding)
    quote = dialect.quote
    lines = re.sub("\r\n?", "\n", text) if quote not in text else text
    reader = csv.reader(
        io.StringIO(lines, newline=""),
        delimiter=dialect.separator,
        quotechar=quote or None,
        quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
    )
    rows = list(reader)
    header = next(place for place, row in enumerate(rows) if row)
    alone = len(rows[header]) == 1  # then an empty line is a record
    below = [row or [""] for row in rows[header + 1 :] if row or alone]
    return [tuple(cell or None for cell in row) for row in below]


def _rows_of_parquet(content: bytes):
    """Read Parquet by Arrow; None where it reads what DuckDB would write otherwise."""
    try:
        table = parquet.read_table(io.BytesIO(content))
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError, MemoryError):
        return None
    if any(not pyarrow.types.is_string(field.type) for field in table.schema):
        return None
    try:
        return list(zip(*(column.to_pylist() for column in table.columns), strict=True))
    except UnicodeDecodeError:
        return None


SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def _rows_of_sheet(content: bytes):
    """Read the first sheet by the standard library: plain cells in their places, as they stand."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            sheet = Xml.fromstring(archive.read("xl/worksheets/sheet1.xml"))
            texts = Xml.fromstring(archive.read("xl/sharedStrings.xml"))
    except (zipfile.BadZipFile, Xml.ParseError, KeyError, ValueError, NotImplementedError):
        return None
    if (sheet.tag, texts.tag) != (f"{SPACE}worksheet", f"{SPACE}sst"):
        return None
    shared = ["".join(t.text or "" for t in si.iter(f"{SPACE}t")) for si in texts]
    rows = []
    for row in sheet.iter(f"{SPACE}row"):
        cells = {}
        for cell in row.iter(f"{SPACE}c"):
            place = re.fullmatch(r"([A-Z]+)\d+", cell.get("r") or "")
            value = cell.find(f"{SPACE}v")
            if place is None or cell.get("t", "n") != "s":
                return None
            if value is not None:
                cells[place[1]] = shared[int(value.text)]
        rows.append(cells)
    if any(set(cells) - {"A", "B"} for cells in rows):
        return None
    filled = [(cells.get("A"), cells.get("B")) for cells in rows]
    return [row for row in filled if any(row)][1:]


def _rows_of_stata(content: bytes):
    """Read a file of Stata by pandas."""
    try:
        frame = pandas.read_stata(io.BytesIO(content), convert_categoricals=False)
    except Exception:  # whatever it raises, it is no second word
        return None
    if any(frame[name].dtype != object for name in frame):
        return None
    return [tuple(cell or None for cell in row) for row in frame.itertuples(index=False)]


ORACLES |= {"parquet": _rows_of_parquet, "xlsx": _rows_of_sheet, "dta": _rows_of_stata}


def _try_certificate(path: Path, folder: Path) -> None:
    """Verify a release with a hostile certificate beside it, and make another release beside."""
    (folder / "release.csv").write_bytes(base("release"))
    path.replace(folder / "release.csv.certificate.json")
    run = CliRunner().invoke(
        cli,
        ["verify", str(folder / "release.csv"), "--qi", "age", "-k", "2"],
        catch_exceptions=True,
    )
    assert CANARY not in run.output
    if run.exception is not None and not isinstance(run.exception, SystemExit):
        raise run.exception
