from __future__ import annotations

import pytest

from celosia.errors import ParameterError
from celosia.risk.attacks import AttackResult, Rate


def test_a_rate_of_nothing_is_uncertain_but_starts_at_zero():
    low, high = Rate(0, 100).interval

    assert low == 0
    assert high == pytest.approx(0.0370, abs=1e-4)


def test_success_that_the_control_group_shares_is_no_risk():
    result = AttackResult.of("inference", Rate(95, 100), Rate(95, 100), Rate(50, 100))

    assert result.risk == 0


def test_a_control_group_that_is_hit_more_often_gives_no_negative_risk():
    result = AttackResult.of("inference", Rate(10, 100), Rate(60, 100), Rate(50, 100))

    assert (result.risk, result.interval[0]) == (0, 0)


def test_a_perfect_control_group_does_not_divide_by_zero():
    result = AttackResult.of("inference", Rate(10, 10), Rate(10, 10), Rate(0, 10))

    assert result.risk == 0
    assert result.interval == (0, 1)


@pytest.mark.parametrize("counts", [(0, 0), (3, 2), (-1, 2)])
def test_impossible_counts_are_refused(counts):
    with pytest.raises(ParameterError, match="successes"):
        Rate(*counts)
