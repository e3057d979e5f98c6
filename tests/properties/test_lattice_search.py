"""Every search finds what brute force finds, whatever the table, hierarchies, k and limit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from tests.support.brute_force import BruteForce
from tests.support.lattice_problems import problem

from celosia.core.hierarchy import Hierarchy
from celosia.core.objective import OBJECTIVES
from celosia.errors import NotAchievable
from celosia.methods.lattice import (
    evaluation as lattice_evaluation,
    find_all,
    find_best,
    plain_search,
)
from celosia.models import DistinctLDiversity, KAnonymity

ATTRIBUTES = "abc"


@pytest.fixture(autouse=True, scope="module", params=["in numpy", "with the kernels"])
def way(request):
    """Search small tables as they are, and with the kernels that large ones need."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "with the kernels":
            patch.setattr(plain_search, "MOST_COMBINATIONS", 0)
            patch.setattr(lattice_evaluation, "MOST_JUDGED", 0)
        yield


@st.composite
def hierarchies(draw: st.DrawFn, name: str) -> Hierarchy:
    """A nested hierarchy over three to five values, with or without a single root."""
    values = [f"{name}{i}" for i in range(draw(st.integers(2, 5)))]
    levels = [values]
    while len(set(levels[-1])) > 1 and draw(st.booleans()):
        below = sorted(set(levels[-1]))
        up = {label: draw(st.sampled_from(below[: (len(below) + 1) // 2])) for label in below}
        levels.append([up[label] + "'" for label in levels[-1]])
    if draw(st.booleans()):
        levels.append(["*"] * len(values))
    return Hierarchy(name, tuple(map(tuple, levels)))


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    width = draw(st.integers(1, 3))
    found = [draw(hierarchies(name)) for name in ATTRIBUTES[:width]]
    row = st.tuples(*(st.sampled_from(h.values) for h in found))
    rows = draw(st.lists(row, min_size=1, max_size=25))
    return {"rows": rows, "hierarchies": found}


def brute(
    table: dict[str, Any], k: int, budget: int, values: list[str] | None = None, l: int = 1
) -> BruteForce:
    paths = [{row[0]: row for row in h.rows} for h in table["hierarchies"]]
    return BruteForce(table["rows"], paths, k, budget, values, l)


@settings(max_examples=150)
@given(table=tables(), k=st.integers(1, 5), suppression=st.sampled_from([0.0, 0.1, 0.3]))
def test_incognito_finds_exactly_the_safe_nodes(table, k, suppression):
    asked = problem(table["rows"], table["hierarchies"], k, suppression)
    expected = brute(table, k, asked.budget).safe()

    if not expected:
        with pytest.raises(NotAchievable):
            find_all(asked)
        return
    found = find_all(asked)

    assert {candidate.node for candidate in found.candidates} == expected
    minimal = {node for node in expected if not any(below in expected for below in _below(node))}
    assert {c.node for c in found.candidates if c.minimal} == minimal


@settings(max_examples=100)
@given(
    table=tables(),
    k=st.integers(1, 4),
    suppression=st.sampled_from([0.0, 0.2]),
    minimize=st.sampled_from(sorted(OBJECTIVES)),
)
def test_the_optimum_is_the_best_of_all(table, k, suppression, minimize):
    asked = problem(table["rows"], table["hierarchies"], k, suppression, minimize)
    exact = brute(table, k, asked.budget)
    safe = exact.safe()
    if not safe:
        return
    best = min(exact.score(node, minimize) for node in safe)

    alone, among_all = find_best(asked).optimum, find_all(asked).optimum

    assert alone.score == pytest.approx(best)
    assert exact.score(alone.node, minimize) == pytest.approx(best)
    assert among_all.node == alone.node
    assert alone.loss == pytest.approx(exact.score(alone.node, "loss"))
    assert alone.suppressed == len(exact.rejected(alone.node))


@settings(max_examples=60)
@given(
    table=tables(),
    l=st.integers(2, 3),
    suppression=st.sampled_from([0.0, 0.2]),
    data=st.data(),
)
def test_l_diversity_joins_k_anonymity(table, l, suppression, data):
    cell = st.sampled_from("xyz")
    size = len(table["rows"])
    cells = data.draw(st.lists(cell, min_size=size, max_size=size))
    asked = problem(
        table["rows"],
        table["hierarchies"],
        suppression=suppression,
        models=(KAnonymity(2), DistinctLDiversity("dx", l)),
        sensitive_cells={"dx": cells},
    )
    exact = brute(table, 2, asked.budget, cells, l)
    safe = exact.safe()
    if not safe:
        return

    found = find_all(asked)

    assert {candidate.node for candidate in found.candidates} == safe
    assert find_best(asked).optimum.node == found.optimum.node


@settings(max_examples=60)
@given(table=tables(), k=st.integers(1, 4), suppression=st.sampled_from([0.0, 0.2]))
def test_best_effort_on_a_small_lattice_is_exact(table, k, suppression):
    asked = problem(table["rows"], table["hierarchies"], k, suppression)
    if not brute(table, k, asked.budget).safe():
        return

    found = find_best(asked, cache_bytes=0, seconds=30)

    assert found.exact
    assert found.gap == 0
    assert found.optimum.score == pytest.approx(find_best(asked).optimum.score)


@settings(max_examples=60)
@given(table=tables(), k=st.integers(1, 4), data=st.data())
def test_the_order_of_rows_and_columns_changes_no_decision(table, k, data):
    asked = problem(table["rows"], table["hierarchies"], k, 0.2)
    if not brute(table, k, asked.budget).safe():
        return
    rows = data.draw(st.permutations(table["rows"]))
    columns = data.draw(st.permutations(range(len(table["hierarchies"]))))
    permuted = problem(
        [[row[j] for j in columns] for row in rows],
        [table["hierarchies"][j] for j in columns],
        k,
        0.2,
    )

    first, second = find_best(asked), find_best(permuted)

    assert dict(zip(first.attributes, first.optimum.node, strict=True)) == dict(
        zip(second.attributes, second.optimum.node, strict=True)
    )
    assert first.optimum.score == second.optimum.score


def _below(node):
    return [(*node[:j], level - 1, *node[j + 1 :]) for j, level in enumerate(node) if level > 0]
