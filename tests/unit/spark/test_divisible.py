"""What cannot be decided piece by piece is refused; needs no Spark."""

from __future__ import annotations

import pytest

from celosia.core.model import Monotone
from celosia.errors import ParameterError
from celosia.methods.clustering.grouping_problem import check_divisible
from celosia.models import KAnonymity, PopulationUniqueness, TCloseness


def test_local_recoding_cannot_be_divided():
    with pytest.raises(ParameterError, match=r"local recoding. looks at the whole table"):
        check_divisible("local", (KAnonymity(5),))


def test_a_model_without_any_monotonicity_cannot_be_divided():
    stubborn = PopulationUniqueness(0.1, fraction=0.5)
    assert stubborn.monotone is Monotone.NEVER

    with pytest.raises(ParameterError, match="may fail for two groups together"):
        check_divisible("mondrian", (KAnonymity(5), stubborn))


def test_models_that_compare_with_the_whole_table_can():
    check_divisible("mondrian", (KAnonymity(5), TCloseness("dx", 0.3)))
