"""Tables of groups: what is counted, what is hidden, and what is refused."""

from __future__ import annotations

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.tables.aggregation import Aggregation


def made(aggregation, columns):
    return aggregation.made(Cells.of(columns), TechniqueContext(Randomness(b"secret")))


def lines(aggregation, columns):
    cells = made(aggregation, columns).cells
    return list(zip(*(cells.column(name) for name in cells.names), strict=True))


def test_sums_and_means_are_written_as_the_column_is():
    table = {"town": list("AAA"), "pay": ["1,50", "2,50", None]}

    assert lines(Aggregation(("town",), ("pay",), ("pay",), least=1, totals=False), table) == [
        ("A", "3", "4,00", "2,000")
    ]


def test_nulls_are_a_group_and_come_last():
    table = {"age": ["10", None, "9"]}

    assert lines(Aggregation(("age",), least=1), table) == [
        ("9", "1"),
        ("10", "1"),
        (None, "1"),
        ("TOTAL", "3"),
    ]


def test_two_columns_give_totals_of_both():
    table = {"sex": list("FFMM"), "dx": list("abab")}

    assert lines(Aggregation(("sex", "dx"), least=1), table) == [
        ("F", "a", "1"),
        ("F", "b", "1"),
        ("F", "TOTAL", "2"),
        ("M", "a", "1"),
        ("M", "b", "1"),
        ("M", "TOTAL", "2"),
        ("TOTAL", "a", "2"),
        ("TOTAL", "b", "2"),
        ("TOTAL", "TOTAL", "4"),
    ]


def test_three_columns_go_without_totals():
    columns = ("sex", "dx", "town")
    table = {name: list("FFF") for name in columns}

    assert lines(Aggregation(columns, totals=False), table) == [("F", "F", "F", "3")]
    with pytest.raises(ParameterError, match="totals = false"):
        Aggregation(columns)


def test_numbers_outside_the_edges_and_of_decimals():
    table = {"x": ["0,5", "2,5", "3,5", "9"]}

    assert [line[0] for line in lines(Aggregation(("x",), edges=((1, 3, 5),), least=1), table)] == [
        "<1",
        "[1; 3)",
        "[3; 5]",
        ">5",
        "TOTAL",
    ]


def test_a_table_without_records_has_no_lines():
    result = made(Aggregation(("town",), ("pay",)), {"town": [], "pay": []})

    assert (result.cells.names, result.cells.records) == (("town", "count", "sum_pay"), 0)


def test_one_record_is_hidden_with_its_total():
    result = made(Aggregation(("town",)), {"town": ["A"]})

    assert result.cells.column("count").tolist() == ["*", "*"]


def test_too_few_known_numbers_hide_a_large_group():
    table = {"town": list("AAAABBBBCCCC"), "pay": ["5", None, None, None, *"12345678"]}

    result = made(Aggregation(("town",), ("pay",)), table)

    assert result.cells.column("sum_pay").tolist()[0] == "*"
    assert (result.primary, result.secondary) == (1, 1)


@pytest.mark.parametrize("rule", [{"dominance": (1, 75)}, {"p_percent": 10}])
def test_a_dominated_group_is_hidden(rule):
    table = {"town": list("AAABBBCCC"), "pay": ["900", "20", "30", *"456789"]}

    plain, ruled = (
        made(Aggregation(("town",), ("pay",), totals=False, **given), table).cells
        for given in ({}, rule)
    )

    assert "*" not in plain.column("count")
    assert ruled.column("count").tolist() == ["*", "3", "3"]


def test_a_value_called_as_the_total_is_refused():
    with pytest.raises(DataError, match="Choose another total_label"):
        made(Aggregation(("town",)), {"town": ["TOTAL"]})


def test_a_sum_of_texts_is_refused_without_telling_them():
    with pytest.raises(DataError, match="1 cell is not a number") as raised:
        made(Aggregation(("town",), ("pay",)), {"town": ["A"], "pay": ["secret"]})

    assert "secret" not in str(raised.value)


def test_too_many_combinations_are_refused():
    many = [str(n) for n in range(3000)]

    with pytest.raises(DataError, match="too many combinations"):
        made(Aggregation(("a", "b")), {"a": many, "b": many})


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"by": ()}, "at least one column"),
        ({"by": ("a", "a")}, "none twice"),
        ({"by": ("count",)}, "none twice"),
        ({"by": ("a",), "least": 0}, "least"),
        ({"by": ("a",), "edges": ((1.0,),)}, "two or more rising"),
        ({"by": ("a",), "edges": ((2.0, 1.0),)}, "two or more rising"),
        ({"by": ("a",), "edges": ((1.0, 2.0), ())}, "one list for each"),
        ({"by": ("a",), "dominance": (1,)}, "two numbers"),
        ({"by": ("a",), "dominance": (1, 0)}, "k of dominance"),
        ({"by": ("a",), "p_percent": 101}, "p_percent"),
        ({"by": ("a",), "uncertainty": -1}, "uncertainty"),
    ],
)
def test_wrong_parameters_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        Aggregation(**parameters)


def test_it_explains_itself_in_both_languages():
    explanation = Aggregation(("town",)).explanation

    assert "town" in str(explanation)
    assert "town" in explanation.text("es")
