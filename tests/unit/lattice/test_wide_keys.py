"""Keys beyond 32 bits and beyond 64 bits: no two classes are ever taken for one."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.lattice_problems import problem

from celosia.core.hierarchy import Hierarchy
from celosia.methods.lattice import find_all, find_best
from celosia.methods.lattice.compiled import CompiledSearch, countable
from celosia.methods.lattice.lattice_problem import Frame


def wide_problem(attributes: int, values: int, rows: int = 400):
    """Attributes of many values with only `*` above; two records of every combination."""
    rng = np.random.default_rng(0)
    cells = [[f"{v:04}" for v in rng.integers(0, values, rows)] for _ in range(attributes)]
    table = [list(row) for row in zip(*cells, strict=True)] * 2
    hierarchies = [
        Hierarchy.from_rows(f"q{j:02}", [(f"{v:04}", "*") for v in range(values)])
        for j in range(attributes)
    ]
    return problem(table, hierarchies, k=2)


@pytest.mark.parametrize(
    ("attributes", "word", "packed"),
    [(3, np.uint32, True), (7, np.uint64, True), (11, None, False)],
    ids=["32 bits", "64 bits", "beyond"],
)
def test_every_width_gives_the_same_verdict(attributes, word, packed):
    asked = wide_problem(attributes, values=60)

    found = find_best(asked)

    assert countable(asked) is packed
    if packed:
        compiled = CompiledSearch(Frame(asked), cache_bytes=1 << 26)
        assert compiled.scratch.keys.dtype == word
    assert found.optimum.node == (0,) * attributes
    assert found.optimum.classes == 400
    assert found.optimum.min_class == 2


def test_attributes_of_more_than_65536_values_are_packed_wider():
    rows = [[f"{i:06}", "x"] for i in range(70_000)] * 2
    many = Hierarchy.from_rows("id", [(f"{i:06}", f"{i:06}"[:2], "*") for i in range(70_000)])
    one = Hierarchy.from_rows("c", [("x", "*")])

    found = find_all(problem(rows, [many, one], k=3))

    assert {candidate.node for candidate in found.candidates} == {(1, 0), (1, 1), (2, 0), (2, 1)}
