"""What a node counts from the classes of another is what it counts from the records themselves."""

from __future__ import annotations

import numpy as np
import pytest

from celosia.core.counts import CodedHierarchy, FrequencySet
from celosia.core.hierarchy import Hierarchy
from celosia.core.objective import OBJECTIVES
from celosia.core.progress import silent
from celosia.core.values import ValueCounts
from celosia.methods.lattice import LatticeProblem
from celosia.methods.lattice.compiled import CompiledSearch, levels_of
from celosia.methods.lattice.kernels.lattice_arrays import KEPT, SAFE
from celosia.methods.lattice.lattice_problem import Frame
from celosia.models import KAnonymity

CARDS = (24, 16, 12, 8)
COMBINATIONS = 6_000
K = 5


@pytest.fixture(scope="module", params=[0.0, 0.04], ids=["nothing suppressed", "4 %"])
def problem(request):
    """Enough combinations that sets are kept; the last values of each attribute are rare."""
    rng = np.random.default_rng(1)
    drawn = [rng.integers(0, card, (2, 40_000)).min(axis=0) for card in CARDS]
    codes = np.unique(np.stack(drawn, axis=1), axis=0)
    codes = codes[np.sort(rng.choice(len(codes), COMBINATIONS, replace=False))]
    counts = rng.integers(1, 4, COMBINATIONS)
    coded = [_hierarchy(j, card, codes[:, j], counts) for j, card in enumerate(CARDS)]
    return LatticeProblem.of(
        coded,
        FrequencySet(tuple(h.attribute for h in coded), codes, counts),
        models=(KAnonymity(K),),
        objective=OBJECTIVES["loss"],
        loss=OBJECTIVES["loss"],
        suppression=request.param,
    )


def _hierarchy(j, card, codes, counts):
    labels = [f"{v:02d}" for v in range(card)]
    rows = [(label, f"{v // 3}", f"{v // 9}-", "*") for v, label in enumerate(labels)]
    found = np.bincount(codes, weights=counts, minlength=card)
    return CodedHierarchy.of(
        Hierarchy.from_rows(f"a{j}", rows), ValueCounts(tuple(labels), tuple(map(int, found)))
    )


def counted(problem, node):
    """Count the classes of a node from the records: class of each combination, and sizes."""
    levels = [h.groups[level] for h, level in zip(problem.hierarchies, node, strict=True)]
    columns = [groups[problem.base.codes[:, j]] for j, groups in enumerate(levels)]
    _, class_of = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    return class_of.ravel(), np.bincount(class_of.ravel(), problem.base.counts).astype(int)


def penalty(problem, node, rows):
    """Add up what is lost on top of generalizing when the records of some rows are suppressed."""
    costs, suppressed = problem.costs(problem.loss)
    counts, codes = problem.base.counts[rows], problem.base.codes[rows]
    lost = ((suppressed[j] - costs[j][l])[codes[:, j]] @ counts for j, l in enumerate(node))
    return sum(lost) / problem.records


def test_every_verdict_is_that_of_the_records(problem):
    frame = Frame(problem)

    task = CompiledSearch(frame, 64 << 20).classify(np.arange(problem.nodes), silent)

    sizes = [counted(problem, frame.node(number))[1] for number in range(problem.nodes)]
    safe = [each[each < K].sum() <= problem.budget for each in sizes]
    assert (task.state == SAFE).tolist() == safe
    assert task.stats[KEPT] > 0


@pytest.mark.parametrize("megabytes", [1, 64])
def test_every_measure_is_that_of_the_records(problem, megabytes):
    frame = Frame(problem)
    search = CompiledSearch(frame, megabytes << 20)
    levels = levels_of(problem, problem.loss)

    for number in range(problem.nodes):
        found = search.measure(number, levels)

        class_of, sizes = counted(problem, frame.node(number))
        small, large = sizes[sizes < K], sizes[sizes >= K]
        lost = penalty(problem, frame.node(number), np.flatnonzero(sizes[class_of] < K))
        assert (found.classes, found.outliers) == (sizes.size, small.sum())
        assert (found.small, found.smallest) == (small.size, min(large, default=0))
        assert (found.squares, found.all_squares) == ((large**2).sum(), (sizes**2).sum())
        assert found.penalty == pytest.approx(lost)
    assert search.pool.used[0] > 1
