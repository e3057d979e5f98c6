from __future__ import annotations

import numpy as np
import pytest

from celosia.core.classes import Classes
from celosia.core.persons import PersonPairs
from celosia.errors import ParameterError
from celosia.models import KAnonymity
from celosia.risk import ClassSizes, JournalistRisk, MarketerRisk, ProsecutorRisk

SAMPLE = Classes(np.array([1, 3, 6]), population=np.array([5.0, 5.0, 100.0]))
NOTHING = Classes(np.empty(0, np.int64), population=np.empty(0))


def test_prosecutor_counts_over_records_and_over_classes():
    risk = ProsecutorRisk.of(SAMPLE)

    assert risk.expected == pytest.approx(3)
    assert risk.average == pytest.approx(3 / 10)
    assert risk.average_over_classes == pytest.approx((1 + 1 / 3 + 1 / 6) / 3)


@pytest.mark.parametrize(("threshold", "share"), [(0.1, 1.0), (0.2, 0.4), (1 / 3, 0.1), (1.0, 0)])
def test_records_over_a_threshold(threshold, share):
    assert ProsecutorRisk.at_risk(SAMPLE, threshold) == share


def test_a_risk_equal_to_the_threshold_is_not_over_it():
    assert ProsecutorRisk.at_risk(Classes(np.array([10])), 0.1) == 0


def test_prosecutor_of_an_empty_table_is_zero():
    assert ProsecutorRisk.of(NOTHING) == ProsecutorRisk(0.0, 0.0, 0)


def test_a_class_without_records_risks_nothing():
    assert ProsecutorRisk.of(Classes(np.array([0, 4]))) == ProsecutorRisk.of(Classes(np.array([4])))


def test_journalist_looks_at_the_population():
    risk = JournalistRisk.of(SAMPLE)

    assert risk.highest == 0.2
    assert risk.expected == pytest.approx(4 / 5 + 6 / 100)
    assert risk.average == pytest.approx(0.086)
    assert JournalistRisk.at_risk(SAMPLE, 0.1) == 0.4


def test_marketer_with_and_without_a_population():
    assert MarketerRisk.of(SAMPLE).share == pytest.approx(0.086)
    assert MarketerRisk.of(Classes(SAMPLE.sizes)).share == pytest.approx(0.3)
    assert MarketerRisk.of(Classes(SAMPLE.sizes)).expected == pytest.approx(3)


@pytest.mark.parametrize(
    "classes",
    [
        Classes(np.array([2])),
        Classes(np.array([2]), population=np.array([0.0])),
        Classes(np.array([2]), population=np.array([np.nan])),
        NOTHING,
    ],
    ids=["no population", "nobody", "not a number", "no records"],
)
def test_journalist_refuses(classes):
    with pytest.raises(ParameterError, match="JournalistRisk"):
        JournalistRisk.of(classes)


def test_marketer_refuses_no_records():
    with pytest.raises(ParameterError, match="no records"):
        MarketerRisk.of(NOTHING)


def test_class_sizes_in_bands():
    found = ClassSizes.of(Classes(np.array([1, 5, 6, 10, 11, 5000])))

    counts = {str(band): (band.classes, band.records) for band in found.bands if band.classes}
    assert counts == {
        "1": (1, 1),
        "5": (1, 5),
        "6-10": (2, 16),
        "11-20": (1, 11),
        "1001+": (1, 5000),
    }


def test_class_sizes_of_nothing():
    assert sum(band.classes for band in ClassSizes.of(NOTHING).bands) == 0


def test_five_records_of_one_person_are_one_person():
    persons = PersonPairs.of(np.array([1, 2, 3]), np.array([0, 1, 1]), rows=2)
    counted = Classes(persons.in_classes(np.arange(2), 2), records=np.array([5, 2]))

    assert counted.sizes.tolist() == [1, 2]
    assert KAnonymity(2).accepts(counted).tolist() == [False, True]
    assert ProsecutorRisk.of(counted).average == pytest.approx(6 / 7)
    assert ProsecutorRisk.of(counted).unique == 5
