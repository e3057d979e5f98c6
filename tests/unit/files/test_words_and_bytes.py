"""Headers, encodings, repeated names and broken lines: nothing is guessed in silence."""

from __future__ import annotations

import pytest
from tests.support.made_files import read_texts, xlsx

import celosia
from celosia.core.schema import ReadOptions
from celosia.engines.duckdb import EmbeddedRelation
from celosia.errors import DataError, HierarchyError, ParameterError
from celosia.files.header_look import is_record
from celosia.files.untrusted_text import parse_json, parse_toml
from celosia.hierarchies import read_hierarchy

PEOPLE = [["Juan Garcia", "12345678Z", "45"], ["Ana Ruiz", "87654321X", "31"]]


def columns_of(path, **options):
    with EmbeddedRelation(path, ReadOptions(**options)) as relation:
        return relation.columns


@pytest.mark.parametrize(
    "first",
    [
        ["Juan Garcia", "x", "y"],
        ["a", "11223344A", "b"],
        ["name", "dni", "31"],
        ["Ana Ruiz", "dni", "50"],
    ],
    ids=["a full name", "a number of a person", "no: one number of three", "name and number"],
)
def test_a_first_line_that_looks_like_a_record_is_told(first):
    assert is_record(first, PEOPLE) is (first != ["name", "dni", "31"])


@pytest.mark.parametrize(
    ("first", "records"),
    [
        (["age", "sex", "zip"], [["31", "f", "28001"]]),
        (["country", "2019", "2020", "2021"], [["Chile", "1", "2", "3"]]),
        (["a", "b"], [["a", "b"], ["1", "2"]]),
        (["Q1", "Q2"], [["yes", "no"]]),
        (["", "x"], [["", "1"]]),
        (["age"], []),
    ],
)
def test_names_of_columns_are_taken_for_names(first, records):
    assert not is_record(first, records)


def test_a_file_without_a_header_is_refused_without_showing_it(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("\n".join(",".join(row) for row in PEOPLE))

    with pytest.raises(DataError, match="looks like a record") as told:
        read_texts(path)

    assert not any(cell in told.value.text(language) for language in ("en", "es")
                   for cell in PEOPLE[0])  # fmt: skip
    assert columns_of(path, header="no") == ("column_1", "column_2", "column_3")
    assert read_texts(path, header="no") == [tuple(row) for row in PEOPLE]
    assert read_texts(path, header="yes") == [tuple(PEOPLE[1])]


def test_a_sheet_without_a_header_is_refused_too(tmp_path):
    path = xlsx(tmp_path, *(PEOPLE[0], PEOPLE[1:]))

    with pytest.raises(DataError, match="looks like a record"):
        read_texts(path)
    assert len(read_texts(path, header="no")) == 2


def test_two_encodings_are_told_by_lines_and_read_by_choice(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("town\nMálaga\n".encode() + "León\nLugo\n".encode("cp1252"))

    with pytest.raises(
        DataError, match=r"1 line in UTF-8 and 1 line in another \(see lines 3"
    ) as told:
        read_texts(path)

    assert "laga" not in str(told.value)
    assert read_texts(path, encoding="mixed") == [("Málaga",), ("León",), ("Lugo",)]
    assert read_texts(path, encoding="cp1252")[0] == ("MÃ¡laga",)


def test_one_encoding_that_is_not_utf_8_is_found_as_before(tmp_path):
    (tmp_path / "a.csv").write_bytes("town\nMálaga\nLeón\n".encode("cp1252"))

    assert read_texts(tmp_path / "a.csv") == [("Málaga",), ("León",)]


def test_a_hierarchy_of_two_encodings_is_refused(tmp_path):
    path = tmp_path / "town.csv"
    path.write_bytes("Málaga;*\n".encode() + "León;*\n".encode("cp1252"))

    with pytest.raises(HierarchyError, match="two encodings"):
        read_hierarchy(path, "town")


def test_repeated_names_are_numbered_by_choice(tmp_path):
    (tmp_path / "a.csv").write_text("age,Age,age_2\n1,2,3\n")

    with pytest.raises(DataError, match="repeated_names = rename"):
        columns_of(tmp_path / "a.csv")
    assert columns_of(tmp_path / "a.csv", repeated_names="rename") == ("age", "Age_3", "age_2")


def test_broken_lines_are_left_out_by_choice_and_counted(tmp_path):
    (tmp_path / "a.csv").write_text("age,town\n1,a\n2,b,c\n3\n4,d\n")

    with pytest.raises(DataError, match=r"2 malformed lines.*broken_lines = skip"):
        read_texts(tmp_path / "a.csv")
    with celosia.read(tmp_path / "a.csv", ReadOptions(broken_lines="skip")) as table:
        assert table.records == 2
        assert table.skipped_lines == 2


@pytest.mark.parametrize("wrong", [{"header": "x"}, {"repeated_names": "x"}, {"broken_lines": "x"}])
def test_other_choices_are_refused(wrong):
    with pytest.raises(ParameterError):
        ReadOptions(**wrong)


def test_a_record_that_the_engine_swallows_is_missed(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b'"age","town"x"\r\n"21","a"\r\n"22","b"\r\n')

    with pytest.raises(DataError):
        read_texts(path)


@pytest.mark.parametrize("deep", [100, 100_000])
def test_text_that_is_nested_too_deep_is_wrong_in_its_own_format(deep):
    for toml in ("a = " + "[" * deep + "]" * deep, "a" + ".a" * deep + " = 1"):
        with pytest.raises(ValueError, match="Too deep"):
            parse_toml(toml)
    with pytest.raises(ValueError, match="Too deep"):
        parse_json("[" * deep + "]" * deep)


def test_a_number_without_end_is_wrong_toml():
    with pytest.raises(ValueError, match="Too long"):
        parse_toml("a = " + "9" * 5000)
