"""What every kind of pseudonym shares: its label as personal data, and its table of identities."""

from __future__ import annotations

from typing import Final

from celosia.domain.cells import Cells
from celosia.domain.language import Sentence
from celosia.domain.technique import Applied, Identities, TechniqueContext, ValueTechnique
from celosia.errors import DataError
from celosia.methods.techniques.valuewise import relabelled

PERSONAL_DATA: Final = Sentence(
    "This table holds pseudonyms, so it is still personal data: whoever has the key or the "
    "identity vault can say who each person is, and the other columns may tell it without them "
    "(GDPR, article 4(5) and recital 26).",
    "Esta tabla lleva seudónimos, así que siguen siendo datos personales: quien tenga la clave o "
    "la bóveda de identidades puede decir quién es cada persona, y las demás columnas pueden "
    "decirlo sin ellas (RGPD, artículo 4.5 y considerando 26).",
)
"""The label of everything that was pseudonymized, in certificates, reports and on the screen."""

NAMES_PEOPLE: Final = Sentence(
    "This table names the people again: it is personal data, and as secret as the original.",
    "Esta tabla vuelve a nombrar a las personas: son datos personales, tan secretos como los "
    "originales.",
)
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


def check_distinct(column: str, pseudonyms: list[str], advice: str) -> None:
    """Make sure that no two values got the same pseudonym; `advice` says what to do if they did."""
    repeated = len(pseudonyms) - len(set(pseudonyms))
    if repeated:
        raise DataError(
            f"Column '{column}': {repeated} of {len(pseudonyms)} distinct values would share "
            f"their pseudonym with another one. {advice}"
        )
