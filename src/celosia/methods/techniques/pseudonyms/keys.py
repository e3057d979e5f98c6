"""The key of each attribute, derived from the one secret."""

from __future__ import annotations

from celosia.domain.technique import TechniqueContext
from celosia.errors import MissingExtraError, ParameterError

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
