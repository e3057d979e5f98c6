"""Which format a file has, by what it holds; and what is said of broken ones."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest
from tests.support.made_files import MADE, read_texts

from celosia.errors import DataError, ParameterError
from celosia.files.file_format import FILE_FORMATS, Format, Loaded
from celosia.files.formats.sas import MAGIC
from celosia.text.messages import verbatim

ROWS = [("30", "Leon"), ("41", None)]  # portable files of SPSS hold ASCII alone
BROKEN = {
    "parquet": b"PAR1 and nothing else",
    "xlsx": b"PK\x03\x04 and nothing else",
    "xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and nothing else",
    "sav": b"$FL2 and nothing else",
    "por": b"SPSS PORT FILE" + b" " * 400 + b"SPSSPORT and nothing else",
    "dta": b"<stata_dta><header> and nothing else",
    "sas7bdat": MAGIC + b" and nothing else",
    "xpt": b"HEADER RECORD*******LIBRARY and nothing else",
}


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("lie", [".csv", ".parquet", ".sav", ""])
def test_the_content_decides_and_not_the_name(name, lie, tmp_path):
    path = MADE[name](tmp_path, ["age", "town"], ROWS).rename(tmp_path / f"file{lie}")

    assert FILE_FORMATS.at(path).name == name
    assert read_texts(path) == ROWS


@pytest.mark.parametrize(
    ("part", "name"),
    [("xl/workbook.xml", "xlsx"), ("xl/workbook.bin", "xlsb"), ("content.xml", "ods")],
)
def test_archives_are_told_apart_by_what_is_in_them(part, name, tmp_path):
    with zipfile.ZipFile(tmp_path / "a", "w") as archive:
        archive.writestr(part, "")

    assert FILE_FORMATS.at(tmp_path / "a").name == name


@pytest.mark.parametrize("first", [b"q\x02\x01\x00", b"r\x01\x01\x00"])
def test_old_files_of_stata_are_told_from_text(first, tmp_path):
    (tmp_path / "a").write_bytes(first + b"rest")

    assert FILE_FORMATS.at(tmp_path / "a").name == "dta"


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_by_a_sentence(name, tmp_path):
    (tmp_path / "a.csv").write_bytes(BROKEN[name])

    assert FILE_FORMATS.at(tmp_path / "a.csv").name == name
    with pytest.raises(DataError, match=r"a\.csv") as told:
        read_texts(tmp_path / "a.csv")

    assert "nothing else" not in str(told.value)


def test_a_packed_table_is_to_be_unpacked(tmp_path):
    content = MADE["sav"](tmp_path, ["age", "town"], ROWS).read_bytes()
    (tmp_path / "a.sav.gz").write_bytes(gzip.compress(content))

    with pytest.raises(DataError, match="unpack it"):
        read_texts(tmp_path / "a.sav.gz")


@pytest.mark.parametrize("name", ["a.xls", "a.ods", "a.xlsm", "a.xlsb", "a.por", "a.sas7bdat"])
def test_what_is_only_read_is_no_output(name):
    with pytest.raises(ParameterError, match=r"must end in \.csv"):
        FILE_FORMATS.ending_of(Path(name))


def test_a_format_is_written_or_says_why_not():
    words = verbatim("x")
    given = {"name": "x", "title": words, "endings": (".x",), "media_type": "x", "keeps": words}

    with pytest.raises(ParameterError, match="or a reason why not"):
        Format(read=lambda source, table: Loaded(), **given)
    with pytest.raises(ParameterError, match="a choice is no ending"):
        Format(
            read=lambda source, table: Loaded(),
            write=lambda release, path: 0,
            choices={".y": words},
            **given,
        )
