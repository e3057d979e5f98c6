from __future__ import annotations

import gzip
import subprocess
import sys

import pytest

from celosia.core.schema import OwnOptions, ReadOptions
from celosia.engines.duckdb import EmbeddedRelation
from celosia.errors import DataError
from celosia.files.private_files import Workspace


def problems(wrong):
    """List the lines of an error below its first, and make sure that no value is in them."""
    assert "SECRET" not in str(wrong.value)
    return [line.strip() for line in str(wrong.value).splitlines()[1:]]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SECRET,2,3,4", "line 3: too many columns"),
        ("SECRET", "line 3: too few columns (at column 2)"),
        ("1", "line 3: too few columns (at column 2)"),
        ('SECRET,"2,3', "line 3: a quote that does not close, or text after a closing one"),
        ('"SECRET"x,2,3', "line 3: a quote that does not close, or text after a closing one"),
    ],
)
def test_a_malformed_line_is_reported_and_nothing_is_read(read, line, told):
    with pytest.raises(DataError, match=r"^data.csv has 1 malformed line; nothing") as wrong:
        read(f"a,b,c\n1,2,3\n{line}\n7,8,9\n", separator=",")

    assert problems(wrong)[0].startswith(told)


def test_each_malformed_line_is_reported_once(read):
    with pytest.raises(DataError, match="2 malformed lines") as wrong:
        read("a,b\n1,2\n1,2,3,4,5\n\n1,2\nSECRET\n", separator=",")

    assert problems(wrong) == [
        "line 3: too many columns",
        "line 6: too few columns (at column 2)",
    ]


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('a,b\n"x\ny\nz",1\n1,2,SECRET\n', 5),
        ('a,b\r\n"x\ny\nz",1\r\n\r\n1,2,SECRET\r\n', 6),
        ("a,b\r1,2\r1,2,SECRET\r", 3),
        ("\n\na,b\n1,2\n1,2,SECRET\n", 5),
        ("\ufeffa,b\n1,2,SECRET\n", 2),
        ("a,b\r\n1,2\n1,2,SECRET\n", 3),
    ],
    ids=repr,
)
def test_a_malformed_line_is_counted_as_an_editor_counts(read, content, line, pack):
    with pytest.raises(DataError, match="1 malformed") as wrong:
        read(pack(content.encode()), separator=",")

    assert problems(wrong) == [f"line {line}: too many columns"]


def test_a_malformed_line_far_into_a_large_file_keeps_its_number(read):
    with pytest.raises(DataError, match="2 malformed") as wrong:
        read("a,b\n" + '"x\ny",1\n' * 4_000_000 + "SECRET\n1,2\nSECRET\n", separator=",")

    assert [problem[:13] for problem in problems(wrong)] == ["line 8000002:", "line 8000004:"]


def test_of_many_malformed_lines_the_first_are_shown(read):
    with pytest.raises(DataError, match="50 malformed lines") as wrong:
        read("a,b\n" + "SECRET\n" * 50, separator=",")

    assert len(problems(wrong)) == 21
    assert problems(wrong)[-1] == "and 30 more"


def test_the_error_names_the_file_also_when_it_had_to_be_transcoded(read):
    with pytest.raises(DataError, match=r"^data.csv has 1 malformed line") as wrong:
        read("a,b\nñ,2\nSECRET,4,5\n".encode("cp1252"), separator=",")

    assert problems(wrong) == ["line 3: too many columns"]


def test_a_line_of_more_than_16_mb_is_reported(read):
    with pytest.raises(DataError, match="malformed") as wrong:
        read("a,b\n1,2\n" + "SECRET" * (3 << 20) + ",2\n", separator=",")

    assert problems(wrong) == ["line 3: a line longer than 16 MB"]


@pytest.mark.parametrize("name", ["data[1].csv", "data*.csv", "what?.csv", "it's.csv", "ñ 😀.csv"])
def test_a_file_name_is_never_a_pattern(tmp_path, open_file, cells, name):
    (tmp_path / "data1.csv").write_text("a,b\nother,other\n")
    (tmp_path / name).write_text("a,b\n1,2\n")

    assert cells(open_file(tmp_path / name)) == {"a": ("1",), "b": ("2",)}


def test_a_folder_name_is_never_a_column(tmp_path, open_file):
    (tmp_path / "year=2020").mkdir()
    (tmp_path / "year=2020" / "data.csv").write_text("a,b\n1,2\n")

    assert open_file(tmp_path / "year=2020" / "data.csv").columns == ("a", "b")


def test_a_file_that_is_not_there_is_an_error(tmp_path, open_file):
    with pytest.raises(DataError, match="There is no file"):
        open_file(tmp_path / "nothing.csv")


def test_a_folder_is_told_from_a_file(tmp_path, open_file):
    with pytest.raises(DataError, match=r"is a folder.* write spark:\?data= before its name"):
        open_file(tmp_path)


def test_only_in_a_file_of_our_own_is_an_empty_text_in_quotes_no_null(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text('a,b\n"",1\n,2\nx,3\n')

    with EmbeddedRelation(path, OwnOptions(",", '"', "utf-8")) as own:
        assert own.values("a").values == ("", "x", None)
    with EmbeddedRelation(path, ReadOptions(",", '"', "utf-8")) as others:
        assert others.values("a").values == ("x", None)


def test_named_null_values_and_empty_cells_are_null(read, cells):
    relation = read("a,b\nNA,\n-,x\nna,NA \n", null_values=("NA", "-"))

    assert cells(relation) == {"a": ("na", None), "b": ("NA ", "x", None)}


def test_texts_that_mean_null_elsewhere_are_texts_here(read, cells):
    assert cells(read("a,b\nNULL,1\n\\N,2\nNone,3\n"))["a"] == ("NULL", "None", "\\N")


def test_the_file_is_not_changed(tmp_path, read):
    content = "a,b\r\nñ,2\r\n".encode("cp1252")

    read(content).close()

    assert (tmp_path / "data.csv").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


def test_what_a_killed_process_left_is_erased(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    kills_itself = """if True:
        import os, signal, sys, tempfile
        from celosia.files.private_files import Workspace
        tempfile.gettempdir = lambda: sys.argv[1]
        space = Workspace()
        (space.path / "utf8.csv").write_text("secret")
        os.kill(os.getpid(), signal.SIGKILL)
    """
    subprocess.run([sys.executable, "-c", kills_itself, tmp_path], check=False)
    assert len(list(tmp_path.rglob("utf8.csv"))) == 1

    Workspace().erase()

    assert list(tmp_path.iterdir()) == []
