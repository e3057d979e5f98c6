"""What opens strange files does so in a child process, and its death is one sentence."""

from __future__ import annotations

import os
import signal
import time
import zipfile

import pytest
import xlsxwriter
from tests.support.made_files import read_texts

from celosia.errors import DataError, ParameterError
from celosia.files.apart.child_task import Refused
from celosia.files.read_limits import ReadLimits
from celosia.files.sandbox import run_apart

SMALL = ReadLimits(memory=1 << 30, seconds=30, unpacked=1 << 20)
PEOPLE = [("age", "town"), ("30", "Leon"), ("41", "Lugo")]


def take_all(size):
    return len(bytearray(size))


def write_much(path, size):
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(b"x" * size)


def wait(seconds):
    time.sleep(seconds)


def die(number):
    os.kill(os.getpid(), number)


def speak_out():
    os.write(1, b"what a library prints")
    raise KeyError("a cell's value")


def refuse():
    raise Refused("files.workbook-without-sheets")


def add(a, b):
    return {"sum": a + b}


def test_a_child_gives_back_what_it_found():
    assert run_apart(add, "a.csv", a=1, b=2) == {"sum": 3}


def test_a_child_refuses_in_words():
    with pytest.raises(DataError, match=r"a\.xlsx holds no sheet"):
        run_apart(refuse, "a.xlsx")


@pytest.mark.parametrize("number", [signal.SIGABRT, signal.SIGSEGV, signal.SIGKILL])
def test_a_child_that_dies_is_one_sentence(number):
    with pytest.raises(DataError, match=r"a\.xlsx cannot be read.*halfway"):
        run_apart(die, "a.xlsx", number=int(number))


def test_a_child_that_asks_for_too_much_memory_is_refused():
    with pytest.raises(DataError, match="more than 1 GB of memory"):
        run_apart(take_all, "a.xlsx", SMALL, size=2 << 30)


def test_a_child_that_writes_too_much_is_refused(tmp_path):
    with pytest.raises(DataError, match="larger than 1 MB"):
        run_apart(write_much, "a.xlsx", SMALL, path=str(tmp_path / "a"), size=2 << 20)


def test_a_child_that_does_not_end_is_ended():
    with pytest.raises(DataError, match="after 1 second "):
        run_apart(wait, "a.xlsx", ReadLimits(seconds=1), seconds=60)


def test_a_foreign_error_is_told_by_its_kind_alone():
    with pytest.raises(DataError, match="KeyError") as told:
        run_apart(speak_out, "a.xlsx")

    assert "value" not in str(told.value)


def test_limits_are_of_the_machine(monkeypatch):
    monkeypatch.setenv("CELOSIA_READ_MEMORY", "512 MB")
    assert ReadLimits.of_machine().memory == 512 << 20

    monkeypatch.setenv("CELOSIA_READ_MEMORY", "much")
    with pytest.raises(ParameterError, match="CELOSIA_READ_MEMORY is not understood"):
        ReadLimits.of_machine()


def book(path, far=None):
    with xlsxwriter.Workbook(str(path)) as made:
        sheet = made.add_worksheet()
        for number, row in enumerate(PEOPLE):
            sheet.write_row(number, 0, row)
        if far is not None:
            far(sheet, made.add_format({"bold": True}))
    return path


def test_a_blank_cell_far_away_is_not_of_the_table(tmp_path):
    def far(sheet, bold):
        sheet.write_blank(1_048_575, 16_383, None, bold)

    assert read_texts(book(tmp_path / "a.xlsx", far)) == PEOPLE[1:]


def test_a_filled_cell_far_away_is_refused(tmp_path):
    def far(sheet, bold):
        sheet.write_string(1_048_575, 16_383, "x")

    with pytest.raises(DataError, match="spans more than"):
        read_texts(book(tmp_path / "a.xlsx", far))


SHEET = "xl/worksheets/sheet1.xml"


def changed(path, content):
    with zipfile.ZipFile(book(path)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[SHEET] = content(parts[SHEET])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return path


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        (lambda sheet: sheet[: len(sheet) - 60], "ExpatError"),
        (lambda sheet: sheet.replace(b"</sheetData>", b" " * (70 << 20) + b"</sheetData>"), "100"),
        (
            lambda sheet: sheet.replace(
                b"</sheetData>",
                b'<row r="9"><c r="A9" t="inlineStr"><is><t>'
                + os.urandom(9 << 20).hex().encode()
                + b"</t></is></c></row></sheetData>",
            ),
            "longer than 16 MB",
        ),
    ],
    ids=["cut", "bomb", "long"],
)
def test_no_row_of_a_sheet_is_lost_without_a_word(content, wrong, tmp_path):
    with pytest.raises(DataError, match=wrong):
        read_texts(changed(tmp_path / "a.xlsx", content))


def test_a_gzip_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    import gzip

    monkeypatch.setenv("CELOSIA_READ_UNPACKED", "1 MB")
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"age\n" + b"1\n" * (1 << 20)))

    with pytest.raises(DataError, match="unpacked it is larger than 1 MB"):
        read_texts(tmp_path / "a.csv.gz")
