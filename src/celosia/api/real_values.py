"""Which texts are values of a table: those are nobody's invention."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from celosia.domain.coding import Codebook
from celosia.domain.table import Table
from celosia.domain.technique import RealValues


def real_values(table: Table) -> RealValues:
    """Give what finds, among some texts, those that are a value of any column of a table.

    The records stay where they are: the texts go there, and counts come back.
    """

    def found(texts: AbstractSet[str]) -> set[str]:
        asked = tuple(sorted(texts))
        if not asked:
            return set()
        counted = (table.relation.count([Codebook(name, asked)]) for name in table.columns)
        return {asked[code] for counts in counted for code in counts.codes[:, 0]}

    return found
