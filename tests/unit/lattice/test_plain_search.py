"""The search in numpy and the search of the kernels settle the same nodes, and find the same."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.lattice_problems import problem

from celosia.core.hierarchy import Hierarchy
from celosia.core.progress import silent
from celosia.methods.lattice import plain_search
from celosia.methods.lattice.compiled import CompiledSearch, new_task, rules_of
from celosia.methods.lattice.kernels.lattice_arrays import CHECKS, KEPT, SCANNED, SWEEPS
from celosia.methods.lattice.lattice_problem import Frame
from celosia.methods.lattice.plain_search import NodeSearch, PlainSearch
from celosia.methods.lattice.safe_nodes import subset_order

pytestmark = pytest.mark.kernels

CACHE = 64 << 20
UNLIMITED = 1 << 60
CARDS = (12, 9, 6, 3)


def asked(records: int, suppression: float, objective: str = "loss", seed: int = 7):
    """Skewed columns under three-level hierarchies: some values are rare."""
    rng = np.random.default_rng(seed)
    codes = [np.minimum(rng.geometric(0.3, records) - 1, card - 1) for card in CARDS]
    rows = [[f"{j}{code:02d}" for j, code in enumerate(row)] for row in zip(*codes, strict=True)]
    hierarchies = [
        Hierarchy.from_rows(f"a{j}", [(f"{j}{v:02d}", f"{j}-{v // 3}", "*") for v in range(card)])
        for j, card in enumerate(CARDS)
    ]
    return Frame(problem(rows, hierarchies, 4, suppression, objective))


def plainly(frame, optimize, most=UNLIMITED):
    order = frame.preference if optimize else subset_order(frame.lattice)
    task = new_task(frame, order)
    done = PlainSearch(frame, task, rules_of(frame.problem, optimize)).run(most, silent)
    return task, done


@pytest.mark.parametrize("suppression", [0.0, 0.03, 0.2])
def test_both_classify_every_node_alike(suppression):
    frame = asked(400, suppression)

    plain, done = plainly(frame, optimize=False)
    compiled = CompiledSearch(frame, CACHE).classify(subset_order(frame.lattice), silent)

    assert done
    assert plain.state.tolist() == compiled.state.tolist()
    assert 0 < np.count_nonzero(plain.state == 1) < plain.state.size


@pytest.mark.parametrize("objective", ["loss", "height"])
@pytest.mark.parametrize("suppression", [0.0, 0.03, 0.2])
def test_both_find_the_same_best_node(suppression, objective):
    frame = asked(400, suppression, objective)

    plain, done = plainly(frame, optimize=True)
    compiled = CompiledSearch(frame, CACHE).optimize(frame.preference, silent)

    assert done
    assert plain.leader[0] == compiled.leader[0]
    assert plain.best[0] == pytest.approx(compiled.best[0])


@pytest.mark.parametrize("optimize", [False, True])
def test_the_kernels_go_on_where_the_plain_search_stops(optimize, monkeypatch):
    frame = asked(400, 0.03)
    whole, _ = plainly(frame, optimize)
    begun, done = plainly(frame, optimize, most=1)
    assert not done
    monkeypatch.setattr(plain_search, "MOST_ENTRIES", 1)
    search = NodeSearch(frame, CACHE)

    if optimize:
        found = search.optimize(frame.preference, silent)
    else:
        found = search.classify(subset_order(frame.lattice), silent)

    assert found.stats[CHECKS] > begun.stats[CHECKS] > 0
    assert found.leader[0] == whole.leader[0]
    assert optimize or found.state.tolist() == whole.state.tolist()


@pytest.mark.parametrize("suppression", [0.0, 0.03, 0.2])
def test_keys_too_wide_for_a_table_change_no_verdict(suppression, monkeypatch):
    frame = asked(400, suppression)
    expected, _ = plainly(frame, optimize=False)
    monkeypatch.setattr(plain_search, "DENSE", 4)
    monkeypatch.setattr(plain_search, "HASH_BITS", 6)

    found, _ = plainly(frame, optimize=False)

    assert found.state.tolist() == expected.state.tolist()


@pytest.mark.parametrize("suppression", [0.0, 0.03])
def test_sets_that_are_kept_save_work_and_change_no_verdict(suppression, monkeypatch):
    frame = asked(400, suppression)
    expected, _ = plainly(frame, optimize=False)
    monkeypatch.setattr(plain_search, "WORTH_KEEPING", 10)

    found, _ = plainly(frame, optimize=False)

    assert found.state.tolist() == expected.state.tolist()
    assert found.stats[KEPT] > expected.stats[KEPT] == 0
    assert found.stats[SCANNED] < expected.stats[SCANNED]


def test_only_a_search_without_suppression_sweeps():
    strict, _ = plainly(asked(400, 0.0), optimize=False)
    lenient, _ = plainly(asked(400, 0.03), optimize=False)

    assert strict.stats[SWEEPS] > lenient.stats[SWEEPS] == 0


def test_a_large_table_goes_to_the_kernels_at_once(monkeypatch):
    monkeypatch.setattr(plain_search, "MOST_COMBINATIONS", 1)
    monkeypatch.setattr(plain_search, "PlainSearch", None)
    frame = asked(60, 0.03)

    found = NodeSearch(frame, CACHE).classify(subset_order(frame.lattice), silent)

    assert (found.state > 0).all()
