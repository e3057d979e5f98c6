"""Techniques that give equal values equal results."""

from __future__ import annotations

from celosia.core.technique import TechniqueContext, ValueTechnique
from celosia.core.values import CellArray, Cells, cell_array


def relabelled(technique: ValueTechnique, cells: Cells, context: TechniqueContext) -> Cells:
    """Relabel the distinct values of the technique's column; nulls stay null."""
    column = cells.column(technique.column)
    distinct = list(dict.fromkeys(cell for cell in column if cell is not None))
    labels = dict(zip(distinct, technique.relabel(distinct, context), strict=True))
    return cells.with_columns({technique.column: _looked_up(column, labels)})


def _looked_up(column: CellArray, labels: dict[str, str | None]) -> CellArray:
    return cell_array(None if cell is None else labels[cell] for cell in column)
