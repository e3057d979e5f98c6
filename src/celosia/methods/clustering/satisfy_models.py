"""Make every group satisfy every model, by joining groups and, where allowed, suppressing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import Monotone, PrivacyModel, model_name, model_names
from celosia.core.progress import Progress, silent
from celosia.core.relation import SUPPRESSED_GROUP
from celosia.core.values import BoolArray, IntArray, NullPolicy
from celosia.errors import NotAchievable, ParameterError
from celosia.methods.clustering.group_labels import labels
from celosia.methods.clustering.grouping_problem import GroupingProblem
from celosia.methods.clustering.kernels.coded_records import SCALE
from celosia.methods.clustering.kernels.neighbour_kernel import GroupLists, find_partners, summarize
from celosia.methods.gather import group_ids

PARTNERS = 8
"""How many partners are considered for each rejected group. To make the groups of adult
6-diverse, a release takes 2.3 s with 2, 1.1 s with 8 and 1.0 s with 32, and loses 0.0932, 0.0950
and 0.0987."""
ALL_PAIRS = 20_000_000
"""Up to so many pairs of groups, all are compared; beyond, neighbours in a few orders: the
whole of adult in groups of 7 stays below."""
REACH = 200
"""Places to each side in those orders; an estimate."""


def satisfied(
    problem: GroupingProblem, group_of: IntArray, progress: Progress = silent
) -> IntArray:
    """Join each group that a model rejects with the one that makes it acceptable most cheaply.

    Groups that would cost more joined than left out are suppressed while the limit allows. Works
    for any model: what the joined groups would hold is put before the models themselves.

    Raises
    ------
    NotAchievable
        When even all records as one group do not satisfy the models.
    """
    _check_wildcards(problem)
    never = any(problem.behaviour(m) is Monotone.NEVER for m in problem.models)
    while True:
        if never:
            group_of = _with_equal_labels_joined(problem, group_of)
        classes = problem.classes(group_of)
        bad = rejected(problem, classes)
        if not bad.any():
            return group_of
        progress("satisfy", 1 - float(classes.records[bad].sum()) / problem.size)
        if classes.number == 1:
            failing = [m for m in problem.models if not np.all(m.accepts(classes))]
            raise out_of_reach(failing, int(classes.sizes.sum()))
        group_of = _joined_once(problem, group_of, classes, bad)


def rejected(problem: GroupingProblem, classes: Classes) -> BoolArray:
    """Tell which groups some model rejects."""
    bad = np.zeros(classes.number, np.bool_)
    for model in problem.models:
        bad |= ~np.asarray(model.accepts(classes), np.bool_)
    return bad


def _joined_once(
    problem: GroupingProblem, group_of: IntArray, classes: Classes, bad: BoolArray
) -> IntArray:
    """Join or suppress as many rejected groups as can be at once, the cheapest first."""
    groups = summarize(problem.records, group_of, classes.number)
    asked = np.flatnonzero(bad)
    partner, increase = _partners(problem, groups, asked)
    accepted = _accepted(problem, classes, asked, partner)
    room = problem.budget - int((group_of == SUPPRESSED_GROUP).sum())
    target = np.arange(classes.number)
    busy = np.zeros(classes.number, np.bool_)
    # accepted unions first, each group's own choices by cost
    preferred = np.lexsort((increase.ravel(), ~accepted.ravel()))
    for choice in preferred.tolist():
        row, column = divmod(choice, PARTNERS)
        group, other = int(asked[row]), int(partner[row, column])
        if other < 0 or busy[group]:
            continue
        alone = int(groups.size[group] * (SCALE - groups.cost[group]))
        if alone < increase[row, column] and groups.size[group] <= room:
            room -= int(groups.size[group])
            target[group] = SUPPRESSED_GROUP
        elif busy[other]:
            continue
        else:
            target[group] = other
            busy[other] = True
        busy[group] = True
    return _renumbered(np.where(group_of >= 0, target[group_of], SUPPRESSED_GROUP))


def _partners(
    problem: GroupingProblem, groups: GroupLists, asked: IntArray
) -> tuple[IntArray, IntArray]:
    partner = np.full((asked.size, PARTNERS), -1, np.int64)
    increase = np.full((asked.size, PARTNERS), np.iinfo(np.int64).max, np.int64)
    number = groups.size.size
    everything = asked.size * number <= ALL_PAIRS
    attributes = len(problem.attributes)
    for turn in range(1 if everything else min(attributes, 4)):
        keys = np.roll(np.arange(attributes), turn)
        order = np.lexsort([groups.low[j] for j in keys[::-1]]).astype(np.int64)
        reach = number if everything else REACH
        find_partners(problem.records, groups, asked, order, reach, partner, increase)
    return partner, increase


def _accepted(
    problem: GroupingProblem, classes: Classes, asked: IntArray, partner: IntArray
) -> BoolArray:
    """Ask the models about each group joined with each of its partners."""
    pairs = np.flatnonzero(partner.ravel() >= 0)
    both = np.concatenate([np.repeat(asked, PARTNERS)[pairs], partner.ravel()[pairs]])
    union = np.concatenate([np.arange(pairs.size)] * 2).astype(np.int64)
    found = np.zeros(partner.size, np.bool_)
    found[pairs] = ~rejected(problem, classes.taken(both).regrouped(union))
    return found.reshape(partner.shape)


def _with_equal_labels_joined(problem: GroupingProblem, group_of: IntArray) -> IntArray:
    """Join groups that look the same: to a reader they are one class."""
    found = labels(problem, group_of)
    numbers = [
        np.unique([repr(x) for x in column], return_inverse=True)[1] for column in found.values()
    ]
    alike = group_ids(numbers, [int(column.max(initial=0)) + 1 for column in numbers])
    return np.where(group_of >= 0, alike[group_of], SUPPRESSED_GROUP)


def _renumbered(group_of: IntArray) -> IntArray:
    """Number the groups 0, 1, ... without gaps; the suppressed ones stay apart."""
    inside = group_of >= 0
    numbered = np.full(group_of.size, SUPPRESSED_GROUP, np.int64)
    numbered[inside] = np.unique(group_of[inside], return_inverse=True)[1]
    return numbered


def _check_wildcards(problem: GroupingProblem) -> None:
    """A null that matches anything joins whole groups, which only some models stand."""
    stubborn = [m for m in problem.models if problem.behaviour(m) is Monotone.NEVER]
    if stubborn and problem.nulls is NullPolicy.WILDCARD:
        said = model_names(stubborn)
        raise ParameterError("methods.may-fail-where-nulls-match", said=said)


def out_of_reach(models: Sequence[PrivacyModel], records: int) -> NotAchievable:
    """Say which models reject even the one group of all records."""
    failing = [model_name(model) for model in models]
    return NotAchievable("methods.out-reach-not-even-all", failing=failing, records=records)
