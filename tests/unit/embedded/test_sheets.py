from __future__ import annotations

from datetime import date, datetime

import pytest
from xlsxwriter import Workbook

from celosia.core.schema import Schema
from celosia.errors import DataError
from celosia.files.formats.sheets import write_sheet


@pytest.fixture
def book(tmp_path):
    """Write a workbook of several sheets, each a list of rows."""

    def book(**sheets):
        path = tmp_path / "book.xlsx"
        with Workbook(str(path), {"default_date_format": "yyyy-mm-dd"}) as workbook:
            for name, rows in sheets.items():
                sheet = workbook.add_worksheet(name)
                for number, row in enumerate(rows):
                    sheet.write_row(number, 0, row)
        return path

    return book


def test_cells_arrive_as_the_texts_a_person_sees(book, open_file, cells):
    header = ["whole", "half", "day", "moment", "code", "flag", "lines"]
    moment = datetime(2020, 1, 2, 3, 4, 5)
    path = book(a=[header, [5, 1.5, date(2020, 1, 2), moment, "007", True, "x\ny"]])

    assert cells(open_file(path)) == {
        "whole": ("5",),
        "half": ("1.5",),
        "day": ("2020-01-02",),
        "moment": ("2020-01-02T03:04:05",),
        "code": ("007",),
        "flag": ("true",),
        "lines": ("x\ny",),
    }


def test_types_are_proposed_from_what_is_seen(book, open_file):
    path = book(a=[["n", "day", "code"], [1, date(2020, 1, 2), "007"], [2, date(2021, 1, 2), "1"]])

    types = {column.name: column.type.value for column in open_file(path).propose_schema()}

    assert types == {"n": "integer", "day": "date", "code": "text"}


def test_the_first_sheet_is_read_unless_another_is_named(book, open_file, cells):
    path = book(one=[["a"], ["x"]], two=[["b"], ["y"]])

    assert cells(open_file(path)) == {"a": ("x",)}
    assert cells(open_file(path, sheet="two")) == {"b": ("y",)}


def test_a_sheet_that_is_not_there_is_refused_with_the_ones_that_are(book, open_file):
    with pytest.raises(DataError, match=r"no sheet 'three'\. Sheets: one, two\."):
        open_file(book(one=[["a"]], two=[["b"]]), sheet="three")


def test_an_empty_sheet_is_refused(book, open_file):
    with pytest.raises(DataError, match="is empty: it needs a first row"):
        open_file(book(one=[]))


def test_blank_rows_hold_no_record_and_wrong_values_keep_their_row(book, open_file):
    relation = open_file(book(a=[[], [], ["n", "t"], [1, "x"], [], ["SECRET", "y"]]))

    with pytest.raises(DataError, match="line 6: 'n' is not a valid integer") as wrong:
        relation.check(Schema.from_dict({"n": {"type": "integer"}}))

    assert relation.records == 2
    assert "SECRET" not in str(wrong.value)


@pytest.mark.parametrize("content", [b"PK\x03\x04SECRET", b"PAR1SECRETPAR1"])
def test_a_damaged_file_is_refused(tmp_path, open_file, content):
    path = tmp_path / "damaged"
    path.write_bytes(content)

    with pytest.raises(DataError, match="cannot be read as") as wrong:
        open_file(path)

    assert "SECRET" not in str(wrong.value)


@pytest.mark.parametrize(
    ("cell", "seen"),
    [
        (7, "7"),
        (2.5, "2.5"),
        (True, "true"),
        ("007", "007"),
        ("=1+1", "=1+1"),
        ("https://x.org", "https://x.org"),
        (date(2020, 1, 2), "2020-01-02"),
        (date(1850, 1, 2), "1850-01-02"),
        (123456789012345678, "123456789012345678"),
        (float("inf"), "inf"),
        (None, None),
    ],
)
def test_a_written_cell_is_read_as_it_was(tmp_path, open_file, cells, cell, seen):
    write_sheet(tmp_path / "out.xlsx", ["c", "d"], [(cell, "x")])

    assert cells(open_file(tmp_path / "out.xlsx"))["c"] == (seen,)


def test_a_text_too_long_for_a_cell_is_refused_not_cut(tmp_path):
    with pytest.raises(DataError, match="at most 32,767 characters; write CSV"):
        write_sheet(tmp_path / "out.xlsx", ["c"], [("x" * 40_000,)])
