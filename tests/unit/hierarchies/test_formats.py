from __future__ import annotations

import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies import FORMATS, FromFile, parse_hierarchy, read_hierarchy, write_hierarchy

COUNTRIES = Hierarchy.from_rows(
    "country", [("India", "Asia", "*"), ("Iran", "Asia", "*"), ("Centro", "Centro", "*")]
)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("level_0,level_1\nF,*\n", (("F", "*"),)),
        ("level_0;level_1\r\n1,5;*\r\n", (("1,5", "*"),)),
        ('level_0,level_1\n"a,""b""",x\n,*\n"",*\n', (('a,"b"', "x"), (None, "*"), ("", "*"))),
        ("Male;*\nFemale;*", (("Male", "*"), ("Female", "*"))),
        ('"a;b";*\n\n', (("a;b", "*"),)),
        ("India;Asia;*\nCentro;*\n", (("India", "Asia", "*"), ("Centro", "Centro", "*"))),
        (
            "distinct\nname c\ntype string\nheight 3\n\nAsia has India Iran \n\n* has Asia Centro",
            (("India", "Asia", "*"), ("Iran", "Asia", "*"), ("Centro", "Centro", "*")),
        ),
        ("range\r\nname age\r\n\r\n0,9 has 0,5 5,9\r\n", (("0,5", "0,9"), ("5,9", "0,9"))),
    ],
    ids=["own", "own-excel", "own-quotes", "arx", "arx-quotes", "taxonomy", "amnesia", "ranges"],
)
def test_the_format_is_recognized_from_the_content(text, rows):
    assert parse_hierarchy(text, "x").rows == rows


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("own", "level_0,level_1,level_2\nIndia,Asia,*\nIran,Asia,*\nCentro,Centro,*\n"),
        ("arx", "India;Asia;*\nIran;Asia;*\nCentro;Centro;*\n"),
        ("taxonomy", "India;Asia;*\nIran;Asia;*\nCentro;*\n"),
        (
            "amnesia",
            "distinct\nname country\ntype string\nheight 3\n\n"
            "Asia has India Iran\n\n* has Asia Centro\n\n",
        ),
    ],
)
def test_each_format_writes_what_it_reads(tmp_path, format, text):
    path = tmp_path / "country.csv"

    write_hierarchy(COUNTRIES, path, format)

    assert path.read_text(encoding="utf-8") == text
    assert read_hierarchy(path, "country").rows == COUNTRIES.rows


@pytest.mark.parametrize(
    "content",
    [
        "Japón;*\n".encode(),
        "Japón;*\n".encode("utf-8-sig"),
        "Japón;*\n".encode("cp1252"),
        "Japón;*\n".encode("utf-16"),
    ],
    ids=["utf-8", "mark", "cp1252", "utf-16"],
)
def test_usual_encodings_are_read(tmp_path, content):
    path = tmp_path / "country.csv"
    path.write_bytes(content)

    assert read_hierarchy(path, "country").rows == (("Japón", "*"),)


@pytest.mark.parametrize(
    ("format", "text", "message"),
    [
        (None, "Male,*\nFemale,*\n", "format of the hierarchy file is not clear"),
        (None, "", "is empty"),
        ("own", "Male,*\n", "header level_0"),
        ("own", "level_0,level_2\nM,*\n", "must be level_0, level_1"),
        ("own", "level_0,level_1\nM\n,,\n", "1 level in row 1"),
        ("own", 'level_0,level_1\nM,"*"x\n', "Line 2 .* stray quote"),
        ("arx", "a;x;*\nb;*\n", "3 levels in row 1 and 2 in row 2"),
        ("taxonomy", "a;;*\n", "Path 1 of the taxonomy has an empty node"),
        ("amnesia", "* has a b\n", "'distinct' or 'range'"),
        ("amnesia", "distinct\nname x\n\n* has a\nb c\n", "Line 5"),
        ("amnesia", "distinct\nname x\n", "empty"),
        ("xml", "", "Formats: own, arx, amnesia, taxonomy"),
    ],
)
def test_malformed_files_are_refused(format, text, message):
    with pytest.raises(HierarchyError, match=message):
        parse_hierarchy(text, "x", format)


@pytest.mark.parametrize(
    ("rows", "format", "message"),
    [
        ([("New York", "*")], "amnesia", "1 label .* holds a space"),
        ([("has", "*")], "amnesia", "holds a space or is empty"),
        ([(None, "*")], "taxonomy", "holds nulls"),
        ([("a", "x"), ("b", "y")], "taxonomy", "not a tree"),
        ([("a", "x", "x", "*")], "taxonomy", "not a tree"),
        ([("1", "2", "*"), ("2", "3", "*"), ("4", "2", "*")], "amnesia", "not a tree"),
    ],
)
def test_what_a_tree_format_cannot_hold_is_refused(tmp_path, rows, format, message):
    path = tmp_path / "x.txt"

    with pytest.raises(HierarchyError, match=message):
        write_hierarchy(Hierarchy.from_rows("x", rows), path, format)

    assert not path.exists()


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(HierarchyError, match=r"nowhere\.csv cannot be read"):
        read_hierarchy(tmp_path / "nowhere.csv", "x")


def test_the_rule_reads_the_file_anew(tmp_path):
    path = tmp_path / "sex.csv"
    path.write_text("F;*\nM;*\n", encoding="utf-8")

    assert FromFile(str(path)).build("sex", ValueCounts.of(["F"])).values == ("F", "M")


def test_an_unknown_format_is_refused_at_once():
    with pytest.raises(ParameterError, match="Formats: " + ", ".join(FORMATS)):
        FromFile("sex.csv", format="xml")


RANGES = """\
range
name age
type int
height 3

0,50 has 0,25 25,50
50,100 has 50,75 75,100

0,100 has 0,50 50,100

"""


def test_numbers_are_placed_into_the_ranges_of_an_amnesia_file(tmp_path):
    path = tmp_path / "age.txt"
    path.write_text(RANGES, encoding="utf-8")

    hierarchy = FromFile(str(path)).build("age", ValueCounts.of(["100", "25", "7", None]))

    assert hierarchy.rows == (
        ("100", "[75, 100]", "[50, 100]", "[0, 100]"),
        ("25", "[25, 50)", "[0, 50)", "[0, 100]"),
        ("7", "[0, 25)", "[0, 50)", "[0, 100]"),
    )


@pytest.mark.parametrize(
    ("text", "cells", "message"),
    [
        (RANGES, ["101", "-1", "5"], "2 distinct values of 'age' lie outside"),
        (RANGES, ["x"], "1 of 1 distinct value of 'age' is not a number"),
        ("range\n\n1/2020,2/2020 has 1/2020,1/2020\n", ["5"], "not all numbers"),
    ],
)
def test_values_without_a_range_are_counted(tmp_path, text, cells, message):
    path = tmp_path / "age.txt"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(HierarchyError, match=message):
        FromFile(str(path)).build("age", ValueCounts.of(cells))
