from __future__ import annotations

import pytest

from celosia.core.labels import LabelReader
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.generalization.date_period import DatePeriod

CONTEXT = TechniqueContext(Randomness(b"secret"))


def shortened(period, *cells):
    applied = DatePeriod("born", period).apply(Cells.of({"born": cells}), CONTEXT)
    return applied.cells.column("born").tolist()


@pytest.mark.parametrize(
    ("period", "labels"),
    [
        ("month", ["1990-08", None, "0999-12"]),
        ("quarter", ["1990-Q3", None, "0999-Q4"]),
        ("year", ["1990", None, "0999"]),
    ],
)
def test_dates_keep_only_their_period(period, labels):
    assert shortened(period, "1990-08-15", None, "0999-12-31") == labels


def test_dates_of_the_country_and_times_of_day():
    assert shortened("month", "15/08/1990", "01/02/2003") == ["1990-08", "2003-02"]
    assert shortened("month", "1990-08-15 23:59") == ["1990-08"]


@pytest.mark.parametrize("period", ["month", "quarter", "year"])
def test_the_readers_of_labels_know_which_days_are_meant(period):
    days = ["1990-08-15", "1991-02-01"]
    reader = LabelReader.of(days)

    labels = shortened(period, *days)

    assert [reader.covered(label).tolist() for label in labels] == [[0], [1]]


def test_mixed_formats_are_counted_and_never_shown():
    with pytest.raises(DataError, match="1 cell is not a date") as error:
        shortened("month", "1990-08-15", "15/08/1990")

    assert "1990" not in str(error.value)


def test_an_empty_column_stays_empty():
    assert shortened("month") == []
    assert shortened("month", None) == [None]


def test_a_period_must_be_known():
    with pytest.raises(ParameterError, match="one of month, quarter, year"):
        DatePeriod("born", "week")
