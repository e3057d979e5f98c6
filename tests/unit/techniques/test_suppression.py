from __future__ import annotations

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.suppression.column_suppression import AttributeSuppression
from celosia.techniques.suppression.outliers import OutlierSuppression
from celosia.techniques.suppression.record_suppression import RecordSuppression
from celosia.techniques.suppression.small_classes import SmallClassSuppression

CONTEXT = TechniqueContext(Randomness(b"secret"))


def kept(technique, *cells):
    return technique.apply(Cells.of({"age": cells}), CONTEXT).cells.column("age").tolist()


def test_attributes_are_left_out_and_the_given_table_stays():
    table = Cells.of({"name": ["Alex"], "age": ["25"], "show": ["Friends"]})

    made = AttributeSuppression(("name", "show")).apply(table, CONTEXT)

    assert made.cells.names == ("age",)
    assert table.names == ("name", "age", "show")


def test_an_attribute_must_exist():
    with pytest.raises(DataError, match="no column 'name'"):
        AttributeSuppression(("name",)).apply(Cells.of({"age": []}), CONTEXT)


@pytest.mark.parametrize(
    ("condition", "suppressed", "only"),
    [
        ({"condition": "equals", "value": "25"}, ["17", None, "60"], ["25"]),
        ({"condition": "one-of", "values": ("25", "60")}, ["17", None], ["25", "60"]),
        ({"condition": "below", "value": 25}, ["25", None, "60"], ["17"]),
        ({"condition": "above", "value": 25.0}, ["17", "25", None], ["60"]),
        ({"condition": "missing"}, ["17", "25", "60"], [None]),
    ],
    ids=lambda given: given.get("condition") if isinstance(given, dict) else None,
)
def test_records_by_a_condition_and_its_opposite(condition, suppressed, only):
    cells = ["17", "25", None, "60"]

    assert kept(RecordSuppression("age", **condition), *cells) == suppressed
    assert kept(RecordSuppression("age", **condition, keep_only=True), *cells) == only


def test_dates_are_compared_as_days_in_whatever_format():
    before = RecordSuppression("age", "below", "2000-01-01")

    assert kept(before, "31/12/1999", "01/01/2000", None) == ["01/01/2000", None]


def test_numbers_are_compared_as_numbers_with_their_decimal_sign():
    assert kept(RecordSuppression("age", "above", 9.5), "9,4", "10", "9,6") == ["9,4"]


def test_a_limit_on_texts_is_refused_without_showing_one():
    with pytest.raises(DataError, match="1 cell is not a number") as error:
        kept(RecordSuppression("age", "above", 9), "old", "10")

    assert "old" not in str(error.value)


def test_outliers_by_the_median_deviation():
    assert kept(OutlierSuppression(("age",)), "10", "11", None, "12", "13", "99") == [
        "10",
        "11",
        None,
        "12",
        "13",
    ]


def test_outliers_by_the_quartiles_are_beyond_tukeys_fences():
    """The quartiles are 3.25 and 7.75, so the upper fence is 7.75 + 1.5 * 4.5 = 14.5."""
    cells = [str(n) for n in (1, 2, 3, 4, 5, 6, 7, 8, 14)]

    assert kept(OutlierSuppression(("age",), "iqr"), *cells, "14.5") == [*cells, "14.5"]
    assert kept(OutlierSuppression(("age",), "iqr"), *cells, "14.6") == cells


def test_each_column_is_judged_on_all_records():
    table = Cells.of({"a": ["1", "2", "3", "90"], "b": ["90", "3", "2", "1"]})

    made = OutlierSuppression(("a", "b")).apply(table, CONTEXT)

    assert made.cells.column("a").tolist() == ["2", "3"]


@pytest.mark.parametrize("measure", ["mad", "iqr"])
def test_a_column_without_spread_judges_nothing_and_says_so(measure):
    table = Cells.of({"age": ["5"] * 9 + ["70"]})

    made = OutlierSuppression(("age",), measure).apply(table, CONTEXT)

    assert made.cells.records == 10
    assert "'age'" in str(made.warnings[0])


@pytest.mark.parametrize("cells", [(), (None, None), ("5",)])
def test_outliers_of_nothing_or_of_one(cells):
    assert kept(OutlierSuppression(("age",)), *cells) == list(cells)


def test_small_classes_are_left_out_and_null_is_a_value():
    table = Cells.of({"sex": ["F", "F", None, None, "M"], "town": ["A", "A", "B", "B", "A"]})

    made = SmallClassSuppression(("sex", "town"), k=2).apply(table, CONTEXT)

    assert made.cells.column("sex").tolist() == ["F", "F", None, None]


def test_small_classes_of_an_empty_table():
    assert kept(SmallClassSuppression(("age",), k=2)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: AttributeSuppression(()),
        lambda: AttributeSuppression("name"),
        lambda: RecordSuppression("age", "near", 5),
        lambda: RecordSuppression("age", "equals"),
        lambda: RecordSuppression("age", "equals", 5),
        lambda: RecordSuppression("age", "one-of"),
        lambda: RecordSuppression("age", "missing", "x"),
        lambda: RecordSuppression("age", "below", "soon"),
        lambda: RecordSuppression("age", "below", 5, values=("x",)),
        lambda: RecordSuppression("age", "missing", keep_only="yes"),
        lambda: OutlierSuppression(("age",), "sd"),
        lambda: OutlierSuppression(("age",), limit=0),
        lambda: SmallClassSuppression(("age",), k=1),
        lambda: SmallClassSuppression(("age", "age"), k=3),
    ],
)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError):
        wrong()


@pytest.mark.parametrize(
    ("keep_only", "english", "spanish"),
    [(False, "are left out", "Se suprimen"), (True, "Only these", "Solo quedan")],
)
def test_the_explanation_says_what_happens_to_the_records(keep_only, english, spanish):
    explanation = RecordSuppression("age", "missing", keep_only=keep_only).explanation

    assert english in str(explanation)
    assert spanish in explanation.text("es")


def test_one_text_is_not_a_list_of_its_letters():
    with pytest.raises(ParameterError, match="a list of texts"):
        RecordSuppression("age", "one-of", values="25")
