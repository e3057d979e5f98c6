"""Techniques done again, to know what became of each value."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

import numpy as np

from celosia.api.transforming import TechniqueRun
from celosia.domain.cells import Cells, cell_array
from celosia.domain.ports import Whole
from celosia.domain.randomness import Randomness
from celosia.domain.table import Table
from celosia.domain.values import Value
from celosia.recipe import Recipe

PLACE: Final = "\0place"
"""A column for the place of each record; no table has this name."""


def relabelled_values(
    table: Table, recipe: Recipe, key: bytes | None
) -> dict[str, dict[Value, Value]]:
    """Give what techniques make of each value of the quasi-identifiers they change by value.

    The chance of fake values depends on all records, so with them everything is done again.
    """
    by_record = {
        name
        for technique in recipe.techniques
        if not technique.by_value
        for name in technique.changes
    }
    by_value = [
        technique
        for technique in recipe.techniques
        if technique.by_value
        and technique.changes[0] in recipe.quasi_identifiers
        and technique.changes[0] not in by_record
    ]
    columns = {technique.changes[0] for technique in by_value}
    run = TechniqueRun.on(table, recipe, key)
    drawn = any(technique.depends_on_all for technique in by_value)
    if drawn and isinstance(table.relation, Whole):
        return _replayed(run, table.relation.rows(), columns)
    return {n: dict(labels) for n, labels in run.on_values(table, columns).labels.items()}


def _replayed(
    run: TechniqueRun, cells: Cells, columns: AbstractSet[str]
) -> dict[str, dict[Value, Value]]:
    """Give what each value of some columns became; one without a record left is as it was."""
    random = Randomness.of(run.recipe.seed, cells, run.key)
    numbered = cells.with_columns({PLACE: cell_array(map(str, range(cells.records)))})
    after = run.all_applied(numbered, random)
    kept = cells.taken(after.column(PLACE).astype(np.int64))
    return {
        name: {
            **{value: value for value in cells.column(name).tolist()},
            **dict(zip(kept.column(name).tolist(), after.column(name).tolist(), strict=True)),
        }
        for name in sorted(columns)
    }
