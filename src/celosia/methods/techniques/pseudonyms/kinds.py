"""Every technique that makes pseudonyms."""

from __future__ import annotations

from typing import TypeAlias

from celosia.methods.techniques.pseudonyms.fake_values import FakeValue
from celosia.methods.techniques.pseudonyms.format_preserving import FormatPreservingPseudonym
from celosia.methods.techniques.pseudonyms.keyed import KeyedPseudonym
from celosia.methods.techniques.pseudonyms.random import RandomPseudonym

Keyed: TypeAlias = KeyedPseudonym | FormatPreservingPseudonym
"""Those that need a secret key."""
Pseudonym: TypeAlias = Keyed | RandomPseudonym | FakeValue
