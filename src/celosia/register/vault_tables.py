"""Tables with the cells of one column looked up: pseudonyms for others, or for who is behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from celosia.domain.ports import Draft
from celosia.domain.recoding import Recoding
from celosia.domain.schema import Column
from celosia.domain.table import Table
from celosia.errors import DataError


def relabelled(table: Table, column: str, labels: Mapping[str, str], target: str | Path) -> Draft:
    """Write a table aside, where it lives, with other labels in a column.

    Nulls stay null. Nothing is written if a cell has no label. Rows come in the order of a release.
    """
    counted = table.relation.values(column)
    cells = dict(zip(counted.values, counted.counts, strict=True))
    unknown = sum(count for cell, count in cells.items() if cell is not None and cell not in labels)
    if unknown:
        raise DataError(
            "register.column-cells-hold-no-pseudonym",
            column=column,
            unknown=unknown,
            number=table.records,
        )
    found = {cell: None if cell is None else labels[cell] for cell in cells}
    others = tuple(declared for declared in table.declared if declared.name != column)
    return table.relation.draft(
        Recoding((), table.columns, {column: found}),
        str(target),
        replace(table.declared, columns=(*others, Column(column))),
        seed=0,
    )
