"""Seed 002: its tables as groupings, and its experiment, by k-members and l-greedy."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from tests.golden.test_seed_002_ncp import TABLE_1
from tests.support.grouped_records import gcp, problem_of, students

from celosia.methods.clustering.group_records import group, loss
from celosia.methods.clustering.grouping_problem import GroupingProblem
from celosia.methods.k_members import k_members
from celosia.methods.l_greedy import l_greedy

NUMERIC = ("participación", "examen", "prácticas", "año")
PROBLEM = problem_of(TABLE_1, 3, numeric=NUMERIC)


def as_printed(problem: GroupingProblem) -> list[int]:
    """The record of each line of table 1: records are sorted, and no two lines are alike."""
    cells = zip(*(TABLE_1[attribute.name] for attribute in problem.attributes), strict=True)
    codes = [
        [attribute.values.index(cell) for attribute, cell in zip(problem.attributes, line)]  # noqa: B905
        for line in cells
    ]
    return [problem.records.codes.T.tolist().index(line) for line in codes]


LINES = as_printed(PROBLEM)


def score(groups: list[int]) -> float:
    """Equation 4 for the groups of the lines of table 1."""
    group_of = np.empty(9, np.int64)
    group_of[LINES] = groups
    return gcp(PROBLEM, group_of)


def test_the_groups_of_table_2():
    # Its labels score 77/180, but say 2020 to 2022 of students of 2018.
    assert score([0, 0, 0, 1, 1, 1, 2, 2, 2]) == pytest.approx(89 / 180)


def test_the_groups_of_table_3():
    # Its labels score 89/180: "John Doe" hides a 7 in an exam of 4 to 6.
    assert score([0, 0, 1, 2, 2, 2, 1, 1, 0]) == pytest.approx(457 / 900)


def test_no_groups_reach_the_score_of_the_labels_of_table_2():
    others = set(range(1, 9))
    scores = []
    for first in combinations(others, 2):
        rest = sorted(others - set(first))
        for second in combinations(rest[1:], 2):
            groups = [0 if i in (0, *first) else 1 if i in (rest[0], *second) else 2
                      for i in range(9)]  # fmt: skip
            scores.append(score(groups))

    assert len(scores) == 280
    assert min(scores) == pytest.approx(0.4433, abs=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_k_members_loses_less_than_both_tables(seed):
    group_of = k_members(PROBLEM.records, 3, seed)

    assert np.bincount(group_of).tolist() == [3, 3, 3]
    assert gcp(PROBLEM, group_of) == pytest.approx(0.4633, abs=1e-4)


def test_l_greedy_begins_with_the_least_participation():
    group_of = l_greedy(PROBLEM.records, 3)

    # Lines 4 and 7 are alike but for the lecturer; what is left for the last group is unlike.
    assert group_of[LINES].tolist() == [1, 2, 1, 0, 2, 0, 0, 2, 1]
    assert gcp(PROBLEM, group_of) == pytest.approx(0.5211, abs=1e-4)


# The experiment: mean GCP in % of 500 students, for k = 2, 5, 10, 20, 40.

GROUP_SIZES = (2, 5, 10, 20, 40)
SAMPLES = 20


@cache
def classes(rounded: bool) -> list[GroupingProblem]:
    return [students(seed, rounded) for seed in range(SAMPLES)]


def mean_gcp(rounded: bool, method: str) -> list[float]:
    means = []
    for k in GROUP_SIZES:
        found = [
            loss(p.records, k_members(p.records, k, seed))
            if method == "k-members"
            else loss(p.records, l_greedy(p.records, k))
            for seed, p in enumerate(classes(rounded))
        ]
        means.append(100 * float(np.mean(found)))
    return means


@pytest.mark.parametrize("method", ["k-members", "l-greedy"])
def test_rounded_grades_lose_no_more_than_was_known(method):
    known = [5.4, 17.3, 29.9, 44.1, 57.5]

    assert all(np.array(mean_gcp(True, method)) <= known)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("k-members", [5.20, 16.05, 27.04, 39.43, 51.94]),
        ("l-greedy", [5.36, 16.22, 27.12, 38.94, 51.35]),
    ],
)
def test_continuous_grades(method, expected):
    """Our own figures, kept as they are: the issue's 5.1, 15.8, 26.5, 38.7, 52.0 are not reached.

    Up to k = 20 they lie 1 to 2 % lower (l-greedy: up to 5 %). The prototype does not reach them
    on these samples either (`benchmarks/greedy.py` prints both), and no other distance, reference
    record or order that the algorithms leave open does. On which samples they were measured is
    not known; one sample differs from another by 4 % (standard deviation).
    """
    assert mean_gcp(False, method) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("method", ["k-members", "l-greedy"])
def test_refined_groups_of_table_1_lose_less_than_both_published_ones(method):
    found = group(PROBLEM, method)

    assert found.loss == pytest.approx(0.44333, abs=1e-5)  # the best of all 280 partitions


@pytest.mark.parametrize("rounded", [False, True])
@pytest.mark.parametrize(
    ("k", "published"),
    [
        (2, (5.1, 5.4)),
        pytest.param(10, (26.5, 29.9), marks=pytest.mark.slow),
        pytest.param(40, (52, 57.5), marks=pytest.mark.slow),
    ],
)
def test_refined_groups_of_students_lose_less_than_plain_k_members(k, published, rounded):
    losses = [group(students(seed, rounded, k), "k-members") for seed in range(3)]

    mean = 100 * np.mean([found.loss for found in losses])
    before = 100 * np.mean([found.refined.before for found in losses])
    assert mean < published[rounded]
    assert mean < 0.94 * before
