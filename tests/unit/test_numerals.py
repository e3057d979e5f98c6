"""One grammar of numbers: every reader answers as the table of the docs does."""

from math import isfinite, isnan

import pytest
from tests.support.number_cases import NUMBERS

from celosia.core.label_meanings import Exact, Interval
from celosia.core.labels import as_interval
from celosia.core.schema import ColumnType
from celosia.core.values import cell_array
from celosia.errors import DataError
from celosia.hierarchies.numbers import number
from celosia.models.earth_mover import _number
from celosia.proposals.column_signs import number_type
from celosia.techniques.quantities import ExactNumbers, NumberCells
from celosia.text.numerals import as_decimal, as_number, is_integer, is_number

cases = pytest.mark.parametrize("case", NUMBERS, ids=lambda case: repr(case.text))
TOO_LARGE = {"1e400"}


def refused(read, *arguments):
    try:
        read(*arguments)
    except DataError:
        return True
    return False


def test_the_table_has_cases():
    assert len(NUMBERS) > 30
    assert {case.text for case in NUMBERS} >= {"5.", "1,234", "1e100", "-0", "١٢", " 5 ", "5\n"}


@cases
def test_the_grammar_itself(case):
    assert is_number(case.text, ".") is case.points
    assert is_number(case.text, ",") is is_number(case.text) is case.commas
    assert is_integer(case.text) is case.integer
    assert (as_decimal(case.text, ".") is not None) is case.points
    assert (as_decimal(case.text, ",") is not None) is case.commas


@cases
def test_floats_are_read_of_every_number_that_one_can_be(case):
    finite = case.text not in TOO_LARGE
    assert isfinite(as_number(case.text, ".")) is (case.points and finite)
    assert isfinite(as_number(case.text, ",")) is (case.commas and finite)
    assert isinstance(as_interval(Exact(case.text)), Interval) is (case.points and finite)
    assert (not isnan(_number(case.text))) is (case.commas and finite)


@cases
def test_hierarchies_read_the_same(case):
    within = case.text not in TOO_LARGE
    assert (number(case.text) is not None) is (case.points and within)
    assert (number(case.text, ",") is not None) is (case.commas and within)


@cases
def test_techniques_read_the_same(case):
    assert refused(ExactNumbers.of, "x", [case.text]) is not case.commas
    assert refused(NumberCells.of, "x", cell_array([case.text])) is not (
        case.commas and case.text not in TOO_LARGE
    )


@cases
def test_proposals_read_the_same(case):
    proposed = number_type([case.text])

    if case.proposed == "decimal" and case.integer:  # too long for 64 bits only
        assert proposed is ColumnType.INTEGER
    else:
        assert proposed.value == case.proposed


def test_exact_numbers_are_exact_however_far_apart():
    far = ExactNumbers.of("x", ["1e100", "1e-100"])

    assert far.units.tolist() == [10**200, 1]
    assert number("1e300") == 10**300
