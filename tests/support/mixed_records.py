"""Records with every kind of attribute, nulls and weights, and what any grouping must satisfy."""

from __future__ import annotations

from typing import Any

import numpy as np

from celosia.core.counts import CodedHierarchy
from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts
from celosia.errors import Cancelled
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.kernels.coded_records import Records
from tests.support.grouped_records import problem_of

CITIES = [
    ["Avila", "Castile", "*"],
    ["Soria", "Castile", "*"],
    ["Zamora", "Castile", "*"],
    ["Lugo", "Galicia", "*"],
    ["Vigo", "Galicia", "*"],
    [None, "*", "*"],
]


def cities(cells, weight: float = 1.0) -> Attribute:
    """A place published as city, region or nothing."""
    held = [row for row in CITIES if row[0] in set(cells)]
    coded = CodedHierarchy.of(Hierarchy.from_rows("city", held), ValueCounts.of(list(cells)))
    return Attribute.hierarchical(coded, weight=weight)


def mixed_problem(n: int, seed: int):
    """A number and a category with nulls, and a place; they weigh 1, 2 and 0.5."""
    draw = np.random.default_rng(seed)
    columns = {
        "age": [None if x < 0 else f"{x:.1f}" for x in draw.integers(-3, 40, n) / 2],
        "job": [None if x == 5 else f"job {x}" for x in draw.integers(0, 6, n)],
        "city": [CITIES[x][0] for x in draw.integers(0, 5, n)],
    }
    ages, jobs = ValueCounts.of(columns["age"]), ValueCounts.of(columns["job"])
    attributes = {
        "age": Attribute.numeric("age", ages, {text: float(text) for text in ages.texts}),
        "job": Attribute.nominal("job", jobs, weight=2.0),
        "city": cities(columns["city"], weight=0.5),
    }
    return problem_of(columns, attributes=attributes)


def mixed(n: int, seed: int) -> Records:
    return mixed_problem(n, seed).records


def assert_groups(group_of: np.ndarray, n: int, k: int) -> None:
    """Every record has a group, numbers have no gaps, and every group has at least k records."""
    assert group_of.shape == (n,)
    assert group_of.dtype == np.int64
    assert group_of.min() == 0
    sizes = np.bincount(group_of)
    assert sizes.min() >= min(k, n)
    if n < 2 * k:
        assert sizes.size == 1


def stop_at_once(stage: str, share: float) -> None:
    raise Cancelled("stopped")


def as_python(kernel: Any) -> Any:
    """Give the Python function that a kernel is made of; under NUMBA_DISABLE_JIT=1 it is one."""
    return getattr(kernel, "py_func", kernel)
