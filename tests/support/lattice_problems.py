"""Small problems for the searches, without files or engines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from celosia.core.counts import CodedHierarchy, FrequencySet
from celosia.core.hierarchy import Hierarchy
from celosia.core.objective import OBJECTIVES
from celosia.core.values import ValueCounts
from celosia.methods.lattice import LatticeProblem
from celosia.models import KAnonymity


def counted(columns: Sequence[str], books: Sequence[Sequence[str | None]], rows: Any) -> Any:
    """Count coded rows, as an engine does."""
    positions = [{value: code for code, value in enumerate(book)} for book in books]
    codes = np.array(
        [[positions[j][cell] for j, cell in enumerate(row)] for row in rows], np.int64
    ).reshape(-1, len(columns))
    distinct, counts = np.unique(codes, axis=0, return_counts=True)
    return FrequencySet(tuple(columns), distinct, counts.astype(np.int64))


def problem(
    rows: Sequence[Sequence[str | None]],
    hierarchies: Sequence[Hierarchy],
    k: int = 2,
    suppression: float = 0.0,
    minimize: str = "loss",
    **conditions: Any,
) -> LatticeProblem:
    """State a problem over literal rows."""
    coded = [
        CodedHierarchy.of(hierarchy, ValueCounts.of([row[j] for row in rows]))
        for j, hierarchy in enumerate(hierarchies)
    ]
    names = [hierarchy.attribute for hierarchy in hierarchies]
    books = [list(h.hierarchy.values) for h in coded]
    sensitive_cells = conditions.pop("sensitive_cells", {})
    sensitive, labels = {}, {}
    for name, cells in sensitive_cells.items():
        book = sorted(set(cells))
        joined = [(*row, cell) for row, cell in zip(rows, cells, strict=True)]
        sensitive[name,] = counted([*names, name], [*books, book], joined)
        labels[name] = tuple(book)
    return LatticeProblem.of(
        coded,
        counted(names, books, rows),
        sensitive=sensitive,
        models=conditions.pop("models", (KAnonymity(k),)),
        objective=OBJECTIVES[minimize],
        loss=OBJECTIVES["loss"],
        suppression=suppression,
        labels=labels,
        **conditions,
    )
