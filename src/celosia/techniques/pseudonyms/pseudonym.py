"""What every kind of pseudonym shares: its label as personal data, its identities, its key."""

from __future__ import annotations

from typing import Final

from celosia.core.technique import Applied, Identities, TechniqueContext, ValueTechnique, relabelled
from celosia.core.values import Cells
from celosia.errors import DataError, MissingExtraError, ParameterError
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


_SHORTEST = 16
_BYTES = 32


def attribute_key(
    context: TechniqueContext, technique: str, attribute: str, salt: bytes | None = None
) -> bytes:
    """Derive the key of one technique on one attribute, unrelated to every other.

    A `salt` makes it a key that nobody can derive again without that salt.

    References: Krawczyk and Eronen, RFC 5869, 2010 (HKDF).
    """
    try:
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    except ImportError:
        raise MissingExtraError(
            "techniques.technique-needs-cryptography-pip-install", technique=technique
        ) from None
    secret = context.needed_key(technique)
    if len(secret) < _SHORTEST:
        raise ParameterError(
            "techniques.key-bytes-can-guessed-trying", length=len(secret), least=_SHORTEST
        )
    purpose = f"celosia 1\0{technique}\0{attribute}".encode()
    return HKDF(SHA256(), _BYTES, salt, purpose).derive(secret)
