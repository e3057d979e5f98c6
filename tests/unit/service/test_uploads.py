from __future__ import annotations

import gzip
import struct
import zipfile
from io import BytesIO

import pytest

import celosia
from celosia.web.service import App, Limits, TooLargeError
from celosia.web.service.state_file import STATE

SMALL = Limits(upload=1 << 20, unpacked=2 << 20, spreadsheet=2 << 20)
ZEROS = b"0" * (8 << 20)


@pytest.fixture
def project(home):
    with App(home, SMALL) as app:
        yield app.store.create()


def spreadsheet(**parts: bytes) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook/>")
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


def left_behind(project):
    return [
        path.name
        for path in project.folder.iterdir()
        if path.is_file() and not path.name.startswith(STATE)
    ]


def test_an_upload_that_is_too_large_is_refused_while_it_arrives(project):
    upload = project.begin_upload()
    upload.write(b"x" * (1 << 20))

    with pytest.raises(TooLargeError, match="larger than 1 MB"):
        upload.write(b"x")

    assert left_behind(project) == []


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(gzip.compress(ZEROS), id="gzip"),
        pytest.param(gzip.compress(b"a") + gzip.compress(ZEROS), id="gzip after gzip"),
        pytest.param(spreadsheet(sheet=ZEROS), id="spreadsheet"),
        pytest.param(
            spreadsheet(**{f"s{i}": b"0" * (1 << 19) for i in range(9)}), id="many sheets"
        ),
    ],
)
def test_a_bomb_is_refused(project, content):
    with pytest.raises(TooLargeError, match="larger than 2 MB"):
        project.upload("a.csv", BytesIO(content))

    assert project.source is None
    assert left_behind(project) == []


def test_a_bomb_that_lies_about_its_size_is_refused(project):
    content = bytearray(spreadsheet(sheet=ZEROS))
    true, lie = struct.pack("<I", len(ZEROS)), struct.pack("<I", 10)
    assert content.count(true) == 2
    content = content.replace(true, lie)

    with pytest.raises(TooLargeError):
        project.upload("a.xlsx", BytesIO(bytes(content)))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(gzip.compress(gzip.compress(b"a")), id="gzip in gzip"),
        pytest.param(b"\x1f\x8bnothing of the kind", id="damaged gzip"),
        pytest.param(b"PK\x03\x04nothing of the kind", id="damaged zip"),
    ],
)
def test_what_cannot_be_a_table_is_refused(project, content):
    with pytest.raises(celosia.DataError):
        project.upload("a.csv", BytesIO(content))

    assert left_behind(project) == []


def test_an_archive_is_not_a_spreadsheet(project):
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("../../evil.csv", b"age\n1\n")

    with pytest.raises(celosia.DataError, match="archive"):
        project.upload("a.xlsx", BytesIO(content.getvalue()))


@pytest.mark.parametrize(
    ("content", "ending"),
    [(b"age\n1\n", ".csv"), (gzip.compress(b"age\n1\n"), ".csv.gz"), (spreadsheet(), ".xlsx")],
    ids=["csv", "gzip", "xlsx"],
)
def test_the_content_decides_the_format_not_the_name(project, content, ending):
    project.upload("a.exe", BytesIO(content))

    assert project.source.place.endswith(ending)
