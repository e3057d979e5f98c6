from __future__ import annotations

from fractions import Fraction
from math import log

import numpy as np
import pytest

from celosia.errors import ParameterError
from celosia.risk import Frequencies, IndividualRisk, frequencies


def risk(f, p, method="exact"):
    return float(IndividualRisk.of(Frequencies(np.array([f]), np.array([f / p])), method).record[0])


def by_rational_numbers(f, p):
    """The closed form: a polynomial in p / (1 - p), exact, plus one logarithm."""
    p = Fraction(p)
    ratio = p / (1 - p)
    rest = sum((-ratio) ** (f - 1 - i) / i for i in range(1, f)) * ratio
    return float(rest + (-1) ** (f - 1) * ratio**f * Fraction(log(1 / p)))


@pytest.mark.parametrize("f", [1, 2, 3, 7])
@pytest.mark.parametrize("p", [0.001, 0.1, 0.45])
def test_the_closed_form(f, p):
    assert risk(f, p) == pytest.approx(by_rational_numbers(f, p), rel=1e-12)


@pytest.mark.parametrize("f", [1, 2, 5, 19, 20, 500])
@pytest.mark.parametrize("p", [1e-6, 0.01, 0.4999999, 0.5, 0.9, 0.999])
def test_against_plain_integration(f, p):
    t, weight = np.polynomial.legendre.leggauss(60)
    edges = np.concatenate([[0], np.geomspace(1e-12, 1, 60)])
    middle, half = (edges[1:] + edges[:-1])[:, None] / 2, np.diff(edges)[:, None] / 2
    v = middle + half * t
    integral = (half * weight * p * v ** (f - 1) / (p + (1 - p) * v)).sum()

    assert risk(f, p) == pytest.approx(integral, rel=1e-9)


@pytest.mark.parametrize("p", [1e-5, 0.03, 0.3, 0.49])
@pytest.mark.parametrize("f", [1, 2, 19])
def test_a_fractional_frequency_goes_over_into_a_whole_one(f, p):
    assert risk(f + 1e-13, p) == pytest.approx(risk(f, p), rel=1e-10)


@pytest.mark.parametrize("method", ["exact", "approximate"])
@pytest.mark.parametrize("f", [1, 2, 3, 40])
def test_a_class_that_is_the_whole_population(f, method):
    assert risk(f, 1.0, method) == pytest.approx(1 / f)


def test_weights_below_one_count_as_one_person_each():
    found = IndividualRisk.of(Frequencies(np.array([2.0]), np.array([0.8])))

    assert found.record == pytest.approx([0.5])


def test_global_risk_and_records_over_a_threshold():
    found = IndividualRisk(np.array([0.5, 0.1, 0.0]))

    assert (found.highest, found.expected, found.share) == (0.5, 0.6, pytest.approx(0.2))
    assert found.at_risk(0.1) == pytest.approx(1 / 3)


def test_a_household_with_a_certain_member():
    found = IndividualRisk(np.array([1.0, 0.2, 0.2])).households(np.array(["x", "x", "y"]))

    assert found.record == pytest.approx([1, 1, 0.2])


def test_a_record_without_any_key_is_like_all():
    codes, null = np.array([[1, 1], [2, 2], [0, 0]]), np.array([[0, 0], [0, 0], [1, 1]], bool)

    assert frequencies(codes, null).sample.tolist() == [2, 2, 3]
    assert frequencies(codes, null, alpha=0).sample.tolist() == [1, 1, 3]


@pytest.mark.parametrize("weight", [0.0, -1.0, np.nan, np.inf])
def test_weights_must_be_positive_numbers(weight):
    with pytest.raises(ParameterError, match="1 of 2 weights"):
        frequencies(np.array([[1], [2]]), weights=np.array([1.0, weight]))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: frequencies(np.empty((0, 2), int)),
        lambda: frequencies(np.empty((2, 0), int)),
        lambda: frequencies(np.array([[1], [2]]), weights=np.ones(3)),
        lambda: frequencies(np.array([[1], [2]]), null=np.zeros((2, 2), bool)),
        lambda: frequencies(np.array([[1], [2]]), alpha=1.5),
        lambda: IndividualRisk.of(Frequencies(np.empty(0), np.empty(0))),
        lambda: IndividualRisk.of(Frequencies(np.ones(2), np.ones(3))),
        lambda: IndividualRisk.of(Frequencies(np.ones(1), np.zeros(1))),
        lambda: IndividualRisk.of(Frequencies(np.ones(1), np.ones(1)), "guessed"),
        lambda: IndividualRisk(np.ones(2)).households(np.ones(3)),
    ],
)
def test_bad_input_is_refused(wrong):
    with pytest.raises(ParameterError):
        wrong()
