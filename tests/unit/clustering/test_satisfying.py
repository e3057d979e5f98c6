"""Groups that a model rejects are joined until none is left."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.grouped_records import problem_of

from celosia.core.values import NullPolicy
from celosia.errors import NotAchievable, ParameterError
from celosia.methods.clustering.satisfy_models import rejected, satisfied
from celosia.models import DistinctLDiversity, EntropyLDiversity, KAnonymity, TCloseness

AGES = [str(age) for age in (20, 21, 40, 41, 60, 61)]
PAIRS = np.array([0, 0, 1, 1, 2, 2])


def ages(illness, *models, **conditions):
    return problem_of(
        {"age": AGES},
        numeric=("age",),
        sensitive={"illness": illness},
        models=(KAnonymity(2), *models),
        **conditions,
    )


def groups_by_age(problem, group_of):
    """Name the ages of each group; records may be in another order than they came."""
    found: dict[int, list[str]] = {}
    for record, group in enumerate(group_of):
        age = problem.attributes[0].values[problem.records.codes[0, record]]
        found.setdefault(int(group), []).append(age)
    return found


def test_a_homogeneous_group_joins_its_nearest_neighbour():
    problem = ages(["flu", "flu", "flu", "gout", "flu", "gout"], DistinctLDiversity("illness", 2))

    found = satisfied(problem, PAIRS)

    assert sorted(groups_by_age(problem, found).values()) == [
        ["20", "21", "40", "41"],
        ["60", "61"],
    ]


def test_two_rejected_groups_that_complete_each_other_join():
    problem = ages(["flu", "flu", "gout", "gout", "flu", "gout"], DistinctLDiversity("illness", 2))

    assert satisfied(problem, PAIRS).max() == 1


def test_a_group_is_suppressed_where_that_costs_less_than_joining():
    far = ["20", "21", "40", "41", "1000", "1001"]
    problem = problem_of(
        {"age": far},
        numeric=("age",),
        sensitive={"illness": ["flu", "gout", "flu", "gout", "flu", "flu"]},
        models=(KAnonymity(2), DistinctLDiversity("illness", 2)),
        suppression=0.4,
    )

    found = satisfied(problem, PAIRS)

    assert sorted(found.tolist()) == [-1, -1, 0, 0, 1, 1]


def test_without_a_limit_nothing_is_suppressed():
    problem = ages(["flu"] * 5 + ["gout"], DistinctLDiversity("illness", 2))

    assert satisfied(problem, PAIRS).min() == 0


def test_what_the_whole_table_does_not_satisfy_is_out_of_reach():
    with pytest.raises(NotAchievable, match=r"whole table as one group satisfies it \(6 records\)"):
        satisfied(ages(["flu"] * 6, DistinctLDiversity("illness", 2)), PAIRS)


def test_closeness_to_the_whole_table_holds():
    problem = ages(["flu", "flu", "flu", "gout", "gout", "gout"], TCloseness("illness", 0.2))

    found = satisfied(problem, PAIRS)

    assert not rejected(problem, problem.classes(found)).any()


def test_a_model_that_merging_may_break_is_refused_where_nulls_match_anything():
    model = EntropyLDiversity("illness", 1.5, estimator="grassberger")
    problem = ages(["flu", "gout"] * 3, model, nulls=NullPolicy.WILDCARD)

    with pytest.raises(ParameterError, match="nulls match anything"):
        satisfied(problem, PAIRS)
