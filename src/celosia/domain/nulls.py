"""What a missing value means when records are compared."""

from __future__ import annotations

from enum import StrEnum


class NullPolicy(StrEnum):
    """How nulls in quasi-identifiers are compared; named in every result."""

    VALUE = "value"
    """A null is a value of its own (default)."""
    WILDCARD = "wildcard"
    """A null matches anything."""
    EXCLUDED = "excluded"
    """Records with a null quasi-identifier are left out, of the count and of the release."""
