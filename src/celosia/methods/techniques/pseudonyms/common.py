"""What every kind of pseudonym shares: its label as personal data, and its table of identities."""

from __future__ import annotations

from typing import Final

from celosia.domain.cells import Cells
from celosia.domain.technique import Applied, Identities, TechniqueContext, ValueTechnique
from celosia.errors import DataError
from celosia.methods.techniques.valuewise import relabelled
from celosia.text.messages import Message

PERSONAL_DATA: Final = Message("techniques.personal-data")
"""The label of everything that was pseudonymized, in certificates, reports and on the screen."""

NAMES_PEOPLE: Final = Message("techniques.names-people")
"""The label of a table whose pseudonyms were reversed."""


def pseudonymized(technique: ValueTechnique, cells: Cells, context: TechniqueContext) -> Applied:
    """Put pseudonyms in the place of a column's values, and keep which stands for which."""
    changed = relabelled(technique, cells, context)
    before, after = cells.column(technique.column), changed.column(technique.column)
    pseudonyms = {
        value: pseudonym
        for value, pseudonym in zip(before, after, strict=True)
        if value is not None
    }
    return Applied(changed, (PERSONAL_DATA,), (Identities(technique.column, pseudonyms),))


def check_distinct(column: str, pseudonyms: list[str], advice: Message) -> None:
    """Make sure that no two values got the same pseudonym; `advice` says what to do if they did."""
    repeated = len(pseudonyms) - len(set(pseudonyms))
    if repeated:
        raise DataError(
            "techniques.column-distinct-values-would-share",
            column=column,
            repeated=repeated,
            number=len(pseudonyms),
            advice=advice,
        )
