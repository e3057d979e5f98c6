"""Tables with the cells of one column looked up: pseudonyms for others, or for who is behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from celosia.domain.recoding import Recoding
from celosia.domain.schema import Column
from celosia.domain.table import Table
from celosia.errors import DataError


def write_relabelled(
    table: Table, column: str, labels: Mapping[str, str], target: str | Path
) -> int:
    """Write a table where it lives with other labels in a column; give the number of records.

    Nulls stay null. Nothing is written if a cell has no label, and what had the target's name
    before stays until the new table is whole. Rows come in the order of a release.
    """
    counted = table.relation.values(column)
    cells = dict(zip(counted.values, counted.counts, strict=True))
    unknown = sum(count for cell, count in cells.items() if cell is not None and cell not in labels)
    if unknown:
        raise DataError(
            f"Column '{column}': {unknown} of {table.records} cells hold no pseudonym of the "
            "vault. Check that table and vault belong together."
        )
    found = {cell: None if cell is None else labels[cell] for cell in cells}
    others = tuple(declared for declared in table.declared if declared.name != column)
    draft = table.relation.draft(
        Recoding((), table.columns, {column: found}),
        str(target),
        replace(table.declared, columns=(*others, Column(column))),
        seed=0,
    )
    try:
        draft.publish()
    finally:
        draft.discard()
    return draft.records
