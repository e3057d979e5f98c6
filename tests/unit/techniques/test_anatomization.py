"""Two tables instead of one."""

from __future__ import annotations

from collections import Counter

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, NotAchievable, ParameterError
from celosia.techniques.tables.anatomization import Anatomization


def made(columns, l=2, seed=1):
    cells = Cells.of(columns)
    context = TechniqueContext(Randomness.of(seed, cells))
    return Anatomization(("age", "sex"), "dx", l).made(cells, context)


def people(size):
    return {
        "name": [f"person {n}" for n in range(size)],
        "age": [str(20 + n) for n in range(size)],
        "sex": ["FM"[n % 2] for n in range(size)],
        "dx": ["abcd"[n % 4] for n in range(size)],
    }


def test_quasi_identifiers_stay_and_nothing_else_does():
    tables = made(people(40))

    assert tables.quasi_identifiers.names == ("age", "sex", "group")
    assert tables.sensitive.names == ("group", "dx", "count")
    assert Counter(tables.quasi_identifiers.column("age")) == Counter(people(40)["age"])


def test_each_group_holds_l_values_once_each():
    sensitive = made(people(40), l=4).sensitive

    assert Counter(sensitive.column("group")) == {str(n): 4 for n in range(1, 11)}
    assert set(sensitive.column("count")) == {"1"}


def test_rows_of_both_tables_are_shuffled():
    tables = made(people(40))

    assert tables.quasi_identifiers.column("age").tolist() != people(40)["age"]
    groups = tables.sensitive.column("group").tolist()
    assert groups != sorted(groups, key=int)


def test_the_same_seed_makes_the_same_tables():
    first, second, other = (made(people(40), seed=seed) for seed in (1, 1, 2))

    ages = [table.quasi_identifiers.column("age").tolist() for table in (first, second, other)]
    assert ages[0] == ages[1] != ages[2]


def test_a_leftover_record_joins_a_group_without_its_value():
    sensitive = made(people(5), l=2).sensitive

    groups = Counter(sensitive.column("group"))
    assert sorted(groups.values()) == [2, 3]
    assert set(sensitive.column("count")) == {"1"}


def test_a_null_is_a_value_of_its_own():
    table = {"age": ["1", "2"], "sex": ["F", None], "dx": ["a", None]}

    tables = made(table)

    assert set(tables.sensitive.column("dx")) == {"a", None}
    assert set(tables.quasi_identifiers.column("sex")) == {"F", None}


def test_a_value_that_is_too_frequent_is_named_by_its_number_only():
    table = people(8) | {"dx": ["secret"] * 5 + ["b", "c", "d"]}

    with pytest.raises(NotAchievable, match="held by 5 of 8 records, and at most 4") as raised:
        made(table)

    assert "secret" not in str(raised.value)


def test_no_records_make_two_empty_tables():
    tables = made({name: [] for name in people(1)})

    assert (tables.quasi_identifiers.records, tables.sensitive.records) == (0, 0)


def test_one_record_cannot_be_hidden():
    with pytest.raises(NotAchievable, match="held by 1 of 1"):
        made(people(1))


def test_a_missing_column_is_refused():
    with pytest.raises(DataError, match="no column 'sex'"):
        made({"age": ["1", "2"], "dx": ["a", "b"]})


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (((), "dx", 2), "quasi_identifiers must list at least one column"),
        ((("dx",), "dx", 2), "no column twice"),
        ((("count",), "dx", 2), "none may be called"),
        ((("age",), "dx", 1), "l must be"),
        ((("age",), "", 2), "name of a column"),
    ],
)
def test_wrong_parameters_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        Anatomization(*parameters)


def test_it_explains_itself_in_both_languages():
    explanation = Anatomization(("age",), "dx", 3).explanation

    assert "at least 3" in str(explanation)
    assert "al menos 3" in explanation.text("es")
