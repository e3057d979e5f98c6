"""The search's arrays stay within the cache budget, whatever it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from celosia.core.counts import CodedHierarchy, FrequencySet
from celosia.core.hierarchy import Hierarchy
from celosia.core.objective import OBJECTIVES
from celosia.core.progress import silent
from celosia.core.values import ValueCounts
from celosia.methods.lattice import LatticeProblem
from celosia.methods.lattice.compiled import CompiledSearch
from celosia.methods.lattice.lattice_problem import Frame
from celosia.methods.lattice.safe_nodes import subset_order
from celosia.methods.lattice.search import DEFAULT_CACHE
from celosia.models import KAnonymity

MB = 1 << 20
COMBINATIONS = 50_000
CARDS = (40, 30, 20, 12, 8)


def hierarchy_of(name: str, card: int, counts: Any) -> CodedHierarchy:
    labels = [f"{v:02d}" for v in range(card)]
    rows = [(label, f"{v // 4}", f"{v // 16}-", "*") for v, label in enumerate(labels)]
    found = ValueCounts(tuple(labels), tuple(int(n) for n in counts))
    return CodedHierarchy.of(Hierarchy.from_rows(name, rows), found)


@pytest.fixture(scope="module")
def problem() -> LatticeProblem:
    rng = np.random.default_rng(0)
    keys = np.sort(rng.choice(int(np.prod(CARDS)), COMBINATIONS, replace=False))
    codes = np.stack(np.unravel_index(keys, CARDS), axis=1)
    counts = rng.integers(1, 4, COMBINATIONS)
    coded = [
        hierarchy_of(f"a{j}", card, np.bincount(codes[:, j], weights=counts, minlength=card))
        for j, card in enumerate(CARDS)
    ]
    return LatticeProblem.of(
        coded,
        FrequencySet(tuple(h.attribute for h in coded), codes, counts),
        models=(KAnonymity(5),),
        objective=OBJECTIVES["loss"],
        loss=OBJECTIVES["loss"],
        suppression=0.04,
    )


def nbytes(arrays: Iterable[Any]) -> int:
    return sum(array.nbytes for array in arrays)


def own_bytes(search: CompiledSearch, task: Iterable[Any]) -> int:
    """Add up all that the search allocated, without its packed copy of the base set."""
    base = int(search.pool.size[0])
    share = base * (search.pool.packed[:, :1].nbytes + search.pool.counts.itemsize)
    parts = (search.pool, search.scratch, search.levels, search.packing, search.lattice, task)
    return sum(map(nbytes, parts)) - share


@pytest.mark.parametrize("megabytes", [2, 4, 8, 32, 512])
def test_the_search_stays_within_its_cache(problem: LatticeProblem, megabytes: int) -> None:
    frame = Frame(problem)
    search = CompiledSearch(frame, megabytes * MB)

    task = search.classify(subset_order(frame.lattice), silent)

    assert own_bytes(search, task) <= megabytes * MB


def test_every_cache_gives_the_same_answer(problem: LatticeProblem) -> None:
    frame = Frame(problem)
    order = subset_order(frame.lattice)

    small = CompiledSearch(frame, 2 * MB).classify(order, silent).state
    large = CompiledSearch(frame, DEFAULT_CACHE).classify(order, silent).state

    assert (small == large).all()
    assert 0 < np.count_nonzero(large == 1) < large.size


def test_a_larger_cache_keeps_more(problem: LatticeProblem) -> None:
    frame = Frame(problem)

    small = CompiledSearch(frame, 2 * MB).pool.counts.size
    large = CompiledSearch(frame, DEFAULT_CACHE).pool.counts.size

    assert small < large
