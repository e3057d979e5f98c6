"""SPSS, Stata and SAS: labels, codes that mean missing, numbers and dates; and back."""

from __future__ import annotations

import sys
from datetime import date

import numpy as np
import pandas as pd
import pyreadstat
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.made_files import read_texts

from celosia.core.relation import Recoding
from celosia.core.schema import ColumnType, ReadOptions, Schema
from celosia.engines.duckdb import EmbeddedRelation
from celosia.errors import DataError, MissingExtraError, ParameterError
from celosia.text.numerals import as_decimal

WRITTEN = ("sav", "zsav", "dta", "xpt")


@pytest.fixture
def survey(tmp_path):
    """A file of SPSS with labels, and with codes that mean missing."""
    path = tmp_path / "survey.sav"
    frame = pd.DataFrame(
        {
            "sex": [1.0, 2.0, 9.0, np.nan],
            "age": [30.0, 41.0, 99.0, 97.0],
            "mood": [1.0, 5.0, 10.0, 10.0],
            "town": ["Ávila", "zz", "", "a" * 300],
            "born": [date(1990, 2, 28), None, date(1600, 1, 1), None],
            "weight": [1.5, 2.0, 0.1, np.nan],
        }
    )
    pyreadstat.write_sav(
        frame,
        str(path),
        column_labels={"sex": "Sex of the person"},
        variable_value_labels={
            "sex": {1: "Man", 2: "Woman", 9: "no answer"},
            "mood": {1: "bad", 10: "good"},
        },
        missing_ranges={"sex": [9], "age": [{"lo": 97, "hi": 99}], "town": ["zz"]},
    )
    return path


def release(path, target, **options):
    with EmbeddedRelation(path, ReadOptions(**options)) as relation:
        return relation.write(Recoding((), relation.columns), target, Schema(()), 3)


def test_cells_are_what_a_person_sees(survey):
    assert read_texts(survey) == [
        ("Man", "30", "1", "Ávila", "1990-02-28", "1.5"),
        ("Woman", "41", "5", None, None, "2"),
        (None, None, "10", None, "1600-01-01", "0.1"),
        (None, None, "10", "a" * 300, None, None),
    ]


def test_codes_are_shown_when_asked_for(survey):
    assert [row[0] for row in read_texts(survey, labels="codes")] == ["1", "2", None, None]


def test_a_column_keeps_its_codes_unless_each_has_a_label_of_its_own(tmp_path):
    labels = {"part": {1: "one"}, "same": {1: "x", 2: "x"}, "own": {1: "x", 2: "y"}}
    frame = pd.DataFrame({name: [1.0, 2.0] for name in labels})
    pyreadstat.write_sav(frame, str(tmp_path / "a.sav"), variable_value_labels=labels)

    assert read_texts(tmp_path / "a.sav") == [("1", "1", "x"), ("2", "2", "y")]


def test_missing_codes_are_counted(survey):
    with EmbeddedRelation(survey, ReadOptions()) as relation:
        assert relation.dictionary.missing == {"sex": 1, "age": 2, "town": 1}


def test_missing_codes_of_stata_are_counted(tmp_path):
    frame = pd.DataFrame({"sex": [1.0, "a", np.nan], "n": [1, 2, 3]})
    pyreadstat.write_dta(frame, str(tmp_path / "a.dta"), missing_user_values={"sex": ["a"]})

    with EmbeddedRelation(tmp_path / "a.dta", ReadOptions()) as relation:
        assert relation.page(0, 9) == [("1", "1"), (None, "2"), (None, "3")]
        assert relation.dictionary.missing == {"sex": 1}


def test_columns_have_the_types_of_the_file(survey):
    with EmbeddedRelation(survey, ReadOptions()) as relation:
        types = {column.name: column.type for column in relation.propose_schema()}

    assert types == {
        "sex": ColumnType.TEXT,
        "age": ColumnType.INTEGER,
        "mood": ColumnType.INTEGER,
        "town": ColumnType.TEXT,
        "born": ColumnType.DATE,
        "weight": ColumnType.DECIMAL,
    }


@pytest.mark.parametrize("ending", WRITTEN)
@pytest.mark.parametrize("labels", ["labels", "codes"])
def test_a_release_reads_back_to_the_same_texts(survey, tmp_path, ending, labels):
    target = tmp_path / f"release.{ending}"

    assert release(survey, target, labels=labels) == 4

    expected = sorted(read_texts(survey, labels=labels), key=str)
    assert sorted(read_texts(target), key=str) == expected


@pytest.mark.parametrize("ending", ["sav", "dta"])
def test_a_release_has_the_labels_of_its_source_and_only_those_that_occur(survey, tmp_path, ending):
    target = tmp_path / f"release.{ending}"
    read = {"sav": pyreadstat.read_sav, "dta": pyreadstat.read_dta}[ending]

    release(survey, target)

    _, told = read(str(target))
    assert told.column_names_to_labels["sex"] == "Sex of the person"
    assert told.variable_value_labels["sex"] == {1: "Man", 2: "Woman"}


def test_a_label_of_a_record_that_is_left_out_is_not_published(tmp_path):
    labels = {"dx": {1: "flu", 2: "a rare disease"}}
    pyreadstat.write_sav(
        pd.DataFrame({"dx": [1.0, 1.0, 2.0]}), str(tmp_path / "a.sav"), variable_value_labels=labels
    )
    target = tmp_path / "release.sav"

    with EmbeddedRelation(tmp_path / "a.sav", ReadOptions()) as relation:
        kept = relation.rows().taken(np.array(relation.rows().column("dx") == "flu"))
        with relation.with_rows(kept) as left:
            left.write(Recoding((), ("dx",)), target, Schema(()), 3)

    assert b"rare" not in target.read_bytes()
    assert read_texts(target) == [("flu",), ("flu",)]


@pytest.mark.parametrize("ending", WRITTEN)
def test_same_seed_same_bytes(survey, tmp_path, ending, monkeypatch):
    import time

    release(survey, tmp_path / f"1.{ending}")
    time.sleep(1.1)  # the header notes seconds
    release(survey, tmp_path / f"2.{ending}")

    assert (tmp_path / f"1.{ending}").read_bytes() == (tmp_path / f"2.{ending}").read_bytes()


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20).filter(
    lambda text: not text.endswith(" ") and all(as_decimal(text, sign) is None for sign in ".,")
)
"""Numbers are written as numbers: `0.` comes back as `0`."""
ROW = st.tuples(
    st.none() | TEXTS,
    st.none() | st.integers(-(2**53), 2**53),
    st.none() | st.floats(-1e15, 1e15).filter(lambda x: not x.is_integer() and "e" not in repr(x)),
    st.none() | st.dates(date(1600, 1, 1), date(2200, 1, 1)),
)


@pytest.mark.parametrize("ending", ["sav", "dta"])
@settings(max_examples=20, deadline=None)
@given(rows=st.lists(ROW, min_size=1, max_size=6))
def test_any_cells_read_back(ending, rows, tmp_path_factory):
    folder = tmp_path_factory.mktemp("trip")
    expected = [tuple(None if c is None else str(c) for c in row) for row in rows]
    pd.DataFrame(expected, columns=list("tnxd")).to_csv(folder / "a.csv", index=False)
    source = read_texts(folder / "a.csv", separator=",", quote='"')

    release(folder / "a.csv", folder / f"a.{ending}", separator=",", quote='"')

    assert sorted(read_texts(folder / f"a.{ending}"), key=str) == sorted(source, key=str)


@pytest.mark.parametrize("ending", ["sav", "xpt"])
def test_blanks_that_would_be_lost_are_refused(tmp_path, ending):
    (tmp_path / "a.csv").write_text('a\n"x "\n')

    with pytest.raises(DataError, match="Column 'a' has texts that end in blanks"):
        release(tmp_path / "a.csv", tmp_path / f"r.{ending}")


@pytest.mark.parametrize("ending", WRITTEN)
def test_a_name_that_the_program_cannot_hold_is_refused(tmp_path, ending):
    (tmp_path / "a.csv").write_text("a b,c\n1,2\n")

    with pytest.raises(DataError, match="Names of columns must be words"):
        release(tmp_path / "a.csv", tmp_path / f"r.{ending}")


def test_labels_are_labels_or_codes():
    with pytest.raises(ParameterError, match="labels is one of labels, codes"):
        ReadOptions(labels="both")


def test_without_the_extra_its_name_is_told(survey, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyreadstat", None)

    with pytest.raises(MissingExtraError, match=r"celosia\[stats\]"):
        read_texts(survey)
    (survey.parent / "a.csv").write_text("a\n1\n")
    with pytest.raises(MissingExtraError, match=r"celosia\[stats\]"):
        release(survey.parent / "a.csv", survey.parent / "a.sav")


@pytest.mark.parametrize("kept", [100, 300])
def test_a_cut_file_is_refused_without_its_cells(survey, kept):
    survey.write_bytes(survey.read_bytes()[:kept])

    with pytest.raises(DataError, match="damaged") as told:
        read_texts(survey)

    assert "Ávila" not in str(told.value)
