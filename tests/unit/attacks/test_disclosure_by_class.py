"""Homogeneity and skewness."""

from __future__ import annotations

import numpy as np
import pytest

from celosia.core.classes import Classes, Histogram
from celosia.errors import ParameterError
from celosia.risk.attacks import HomogeneityRisk, SkewnessRisk


def test_classes_of_one_value_disclose_it():
    risk = HomogeneityRisk.of(Classes.from_histogram("dx", [[5, 0], [3, 2], [0, 10]]), "dx")

    assert (risk.records, risk.share, risk.classes, risk.highest) == (15, 0.75, 2, 1.0)


def test_without_a_homogeneous_class_the_highest_share_still_tells():
    risk = HomogeneityRisk.of(Classes.from_histogram("dx", [[9, 1], [5, 5]]), "dx")

    assert (risk.share, risk.highest) == (0, 0.9)


def test_a_class_of_nulls_discloses_nothing():
    dense = np.array([[0, 0], [2, 2]])
    classes = Classes(np.array([3, 4]), {"dx": Histogram.from_dense(dense)})

    assert HomogeneityRisk.of(classes, "dx").share == 0


def test_the_example_of_the_skewness_attack():
    """1 % are positive; in a class of 49 positives and 1 negative, 98 % are (Li et al., 2007)."""
    classes = Classes.from_histogram("test", [[49, 1], [51, 9899]])

    risk = SkewnessRisk.of(classes, "test")

    assert (risk.records, risk.classes, risk.share) == (50, 1, 0.005)
    assert risk.highest_ratio == pytest.approx(98)
    assert risk.highest_gain == pytest.approx(0.97)


def test_a_class_like_the_table_is_not_skewed():
    risk = SkewnessRisk.of(Classes.from_histogram("test", [[1, 9], [10, 90]]), "test")

    assert (risk.records, risk.highest_gain) == (0, 0)
    assert risk.highest_ratio == pytest.approx(1)


def test_a_rare_value_in_a_small_class_is_not_enough():
    """One of ten is ten times one of a hundred, and still unlikely."""
    assert SkewnessRisk.of(Classes.from_histogram("t", [[1, 9], [0, 90]]), "t").records == 0


@pytest.mark.parametrize("measure", [HomogeneityRisk, SkewnessRisk])
def test_an_empty_release_or_an_unknown_column_is_refused(measure):
    with pytest.raises(ParameterError, match="no records"):
        measure.of(Classes.from_histogram("dx", np.zeros((0, 2), np.int64)), "dx")
    with pytest.raises(ParameterError, match="no histogram of 'nope'"):
        measure.of(Classes.from_histogram("dx", [[1, 1]]), "nope")


@pytest.mark.parametrize("given", [{"ratio": 1}, {"posterior": 1.5}])
def test_wrong_thresholds_are_refused(given):
    with pytest.raises(ParameterError, match="SkewnessRisk"):
        SkewnessRisk.of(Classes.from_histogram("dx", [[1, 1]]), "dx", **given)
