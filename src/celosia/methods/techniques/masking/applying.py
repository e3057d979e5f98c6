"""A mask over a column, with its warnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from celosia.domain.cells import Cells, cell_array
from celosia.domain.technique import Applied, TechniqueContext
from celosia.methods.techniques.masking.giveaways import giveaways
from celosia.text.messages import Message

BY_SYMBOLS: Final = Message("techniques.by-symbols")
BY_OTHER_MASK: Final = Message("techniques.by-other-mask")


class Mask(Protocol):
    """A technique that masks the values of a column by a symbol."""

    @property
    def column(self) -> str:
        """The column that it masks."""
        ...

    @property
    def symbol(self) -> str:
        """What stands for a masked character."""
        ...

    @property
    def evened_by(self) -> Message:
        """What makes all masks equally long."""
        ...

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Mask the distinct values."""
        ...


def masked_column(mask: Mask, cells: Cells, context: TechniqueContext) -> Applied:
    """Mask a column, and warn of what length or a checksum gives away; nulls stay null."""
    column = cells.column(mask.column).tolist()
    values = [value for value in dict.fromkeys(column) if value is not None]
    labels = mask.relabel(values, context)
    known = dict(zip(values, labels, strict=True))
    changed = cell_array(map(known.get, column))
    warnings = giveaways(mask.column, values, labels, mask.symbol, mask.evened_by)
    return Applied(cells.with_columns({mask.column: changed}), warnings)
