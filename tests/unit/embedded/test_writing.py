from __future__ import annotations

import gzip
from datetime import date
from pathlib import Path

import duckdb
import pytest
from python_calamine import CalamineWorkbook

from celosia.core.relation import Recoding
from celosia.core.schema import ReadOptions, Schema
from celosia.engines.duckdb import EmbeddedRelation
from celosia.errors import DataError, ParameterError
from celosia.files.file_format import FILE_FORMATS

TABLE = "n;half;day;flag;code;kept\n7;1,5;31/12/2020;sí;007;x\n"
COLUMNS = ("n", "half", "day", "flag", "code", "kept")
AS_IT_IS = Recoding(("kept",), COLUMNS)
UNDECLARED = Schema(())


def parquet(path):
    found = duckdb.connect().execute(f"SELECT * FROM '{path}'")
    return found.fetchall(), [column[1] for column in found.description]


def test_parquet_keeps_the_types(tmp_path, read):
    read(TABLE).write(AS_IT_IS, tmp_path / "out.parquet", UNDECLARED, seed=0)

    rows, types = parquet(tmp_path / "out.parquet")

    assert rows == [(7, 1.5, date(2020, 12, 31), True, "007", "x")]
    assert types == ["BIGINT", "DOUBLE", "DATE", "BOOLEAN", "VARCHAR", "VARCHAR"]


def test_xlsx_keeps_the_types(tmp_path, read):
    read(TABLE).write(AS_IT_IS, tmp_path / "out.xlsx", UNDECLARED, seed=0)

    rows = CalamineWorkbook.from_path(str(tmp_path / "out.xlsx")).get_sheet_by_index(0).to_python()

    assert rows == [list(COLUMNS), [7.0, 1.5, date(2020, 12, 31), True, "007", "x"]]


def test_a_declared_type_wins(tmp_path, read):
    as_text = Schema.from_dict({"n": {"type": "text"}})

    read(TABLE).write(AS_IT_IS, tmp_path / "out.parquet", as_text, seed=0)

    assert parquet(tmp_path / "out.parquet")[1][0] == "VARCHAR"


def test_a_generalized_column_is_text(tmp_path, read):
    recoding = Recoding(("n",), ("n", "code"), {"n": {"7": "0-9"}})

    read(TABLE).write(recoding, tmp_path / "out.parquet", UNDECLARED, seed=0)

    assert parquet(tmp_path / "out.parquet") == ([("0-9", "007")], ["VARCHAR", "VARCHAR"])


@pytest.mark.parametrize(
    ("cell", "kind", "stored"),
    [
        ("12345678901234567890123", "integer", "12345678901234567890123"),
        ("1e400", "decimal", "1e400"),
        (" true ", "boolean", True),
        (" 12 ", "integer", 12),
    ],
)
def test_no_value_is_lost_to_its_type(tmp_path, read, cell, kind, stored):
    schema = Schema.from_dict({"c": {"type": kind}})

    read(f"c,d\n{cell},x\n").write(Recoding(("d",), ("c",)), tmp_path / "out.parquet", schema, 0)

    assert parquet(tmp_path / "out.parquet")[0] == [(stored,)]


def test_nulls_stay_null(tmp_path, read):
    read("n,t\n,x\n1,\n").write(Recoding((), ("n", "t")), tmp_path / "o.parquet", UNDECLARED, 0)

    rows, types = parquet(tmp_path / "o.parquet")

    assert sorted(rows, key=str) == [(1, None), (None, "x")]
    assert types == ["BIGINT", "VARCHAR"]


def test_gzip_by_name(tmp_path, read):
    read("a,b\n1,2\n").write(Recoding(("a",), ("a", "b")), tmp_path / "o.csv.gz", UNDECLARED, 0)

    assert gzip.decompress((tmp_path / "o.csv.gz").read_bytes()) == b"a,b\n1,2\n"


@pytest.mark.parametrize("separator", [";", "\t", "|", "~", "||"])
def test_text_keeps_the_separator_of_the_source(tmp_path, read, separator):
    relation = read(f'a{separator}b\n"x{separator}y"{separator}2\n', separator=separator)

    relation.write(Recoding(("a",), ("a", "b")), tmp_path / "out.txt", UNDECLARED, 0)

    written = (tmp_path / "out.txt").read_text()
    assert written == f'a{separator}b\n"x{separator}y"{separator}2\n'


@pytest.mark.parametrize("ending", ["csv", "csv.gz", "parquet", "xlsx"])
def test_same_seed_same_bytes(tmp_path, read, ending):
    recoding = Recoding(("a",), ("a", "b"))
    lines = [f"{n},x{n}\n" for n in range(100)]

    read("a,b\n" + "".join(lines)).write(recoding, tmp_path / f"1.{ending}", UNDECLARED, 5)
    read("a,b\n" + "".join(lines[::-1])).write(recoding, tmp_path / f"2.{ending}", UNDECLARED, 5)

    assert (tmp_path / f"1.{ending}").read_bytes() == (tmp_path / f"2.{ending}").read_bytes()


@pytest.mark.parametrize(
    ("name", "ending"),
    [("x.csv", ".csv"), ("X.CSV.GZ", ".csv.gz"), ("a.b.parquet", ".parquet"), ("x.xlsx", ".xlsx")],
)
def test_the_format_follows_the_name(name, ending):
    assert FILE_FORMATS.ending_of(Path(name)) == ending


@pytest.mark.parametrize("name", ["x.doc", "csv", "x.gz", "x.parquet.tmp"])
def test_an_unknown_format_is_refused(name):
    with pytest.raises(ParameterError, match=r"must end in \.csv"):
        FILE_FORMATS.ending_of(Path(name))


def test_no_working_data_is_left_after_closing(tmp_path, monkeypatch):
    (tmp_path / "data.csv").write_bytes("año,b\n1,2\n".encode("cp1252"))
    space = tmp_path / "it's temporary"
    space.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(space))

    with EmbeddedRelation(tmp_path / "data.csv", ReadOptions()):
        (working,) = space.iterdir()
        mode = working.stat().st_mode & 0o777

    assert (working.exists(), mode) == (False, 0o700)


def test_no_working_data_is_left_after_an_error(tmp_path, monkeypatch):
    (tmp_path / "data.csv").write_bytes("año,b\n1,2,3\n".encode("cp1252"))
    space = tmp_path / "temporary"
    space.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(space))

    with pytest.raises(DataError, match="malformed"):
        EmbeddedRelation(tmp_path / "data.csv", ReadOptions())

    assert list(space.iterdir()) == []
