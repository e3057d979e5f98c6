"""One grammar of dates: every reader answers as the table of the docs does."""

from math import isnan

import pytest
from tests.support.number_cases import DATES

from celosia.core.label_meanings import read_period
from celosia.core.values import ValueCounts, cell_array
from celosia.errors import DataError, HierarchyError
from celosia.hierarchies import Dates
from celosia.techniques.quantities import Days
from celosia.text.days import FORMATS, ISO, as_day, read_moment, shape

cases = pytest.mark.parametrize("case", DATES, ids=lambda case: f"{case.text!r} {case.format}")


def refused(read, error):
    try:
        read()
    except error:
        return True
    return False


def test_the_table_has_cases():
    assert len(DATES) > 20
    assert {case.of_column for case in DATES} == {case.day for case in DATES} == {True, False}


@cases
def test_the_grammar_itself(case):
    assert (read_moment(case.text, case.format) is not None) is case.of_column
    assert (not isnan(as_day(case.text, case.format))) is case.day


@cases
def test_hierarchies_read_the_same(case):
    rule, values = Dates(format=case.format), ValueCounts.of([case.text])

    assert refused(lambda: rule.build("born", values), HierarchyError) is not case.of_column


@cases
def test_labels_read_the_same(case):
    assert (read_period(case.text, case.format) is not None) is (
        case.day or not isnan(as_day(case.text))
    )


@pytest.mark.parametrize("case", [c for c in DATES if c.format in (ISO, *FORMATS)], ids=repr)
def test_techniques_read_the_same(case):
    known = {ISO: "2020-12-31", "%d/%m/%Y": "31/12/2020", "%d.%m.%Y": "31.12.2020"}[case.format]

    read = refused(lambda: Days.of("born", cell_array([case.text, known])), DataError)

    assert read is not case.day


def test_formats_with_other_parts_are_read_by_strptime():
    assert shape("%d %b %Y") is None
    assert read_moment("31 Dec 2024", "%d %b %Y") is not None
    assert read_moment("٣١ Dec 2024", "%d %b %Y") is None
