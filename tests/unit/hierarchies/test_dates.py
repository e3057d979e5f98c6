from __future__ import annotations

import pytest

from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies import Dates


def test_a_day_becomes_month_quarter_year_and_decade():
    born = ValueCounts.of(["2024-03-09", "1999-12-31"])

    assert Dates().build("born", born).rows == (
        ("1999-12-31", "1999-12", "1999-Q4", "1999", "1990-1999", "*"),
        ("2024-03-09", "2024-03", "2024-Q1", "2024", "2020-2029", "*"),
    )


def test_other_formats_and_levels():
    born = ValueCounts.of(["09/03/2024", "1/4/2024"])

    rule = Dates("%d/%m/%Y", ("quarter", "year"))

    assert rule.build("born", born).rows == (
        ("09/03/2024", "2024-Q1", "2024"),
        ("1/4/2024", "2024-Q2", "2024"),
    )


def test_a_timestamp_becomes_a_day():
    seen = ValueCounts.of(["2024-03-09 10:00:00"])

    rule = Dates("%Y-%m-%d %H:%M:%S", ("day",))

    assert rule.build("seen", seen).levels[1] == ("2024-03-09",)


def test_values_that_are_not_dates_are_counted():
    with pytest.raises(HierarchyError, match="1 of 2 distinct values of 'born'"):
        Dates().build("born", ValueCounts.of(["2024-02-30", "2024-02-29"]))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"levels": ()}, "some of day, month"),
        ({"levels": ("month", "week")}, "some of day, month"),
        ({"levels": ("year", "month")}, "follow the order"),
        ({"levels": ("year", "year")}, "follow the order"),
        ({"format": "%d/%m"}, "hold the year"),
        ({"format": "%Y-%Q"}, "not one that strptime reads"),
    ],
)
def test_wrong_parameters_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        Dates(**parameters)
