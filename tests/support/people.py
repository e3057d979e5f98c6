"""Whom the vaults of these tests know, and what opens them."""

from __future__ import annotations

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.vault.cipher import Cost

QUICK = Cost(memory_kib=19_456, passes=2, lanes=1)
SECRET = b"correct horse battery staple"
OTHER = b"another passphrase altogether"
CONTEXT = TechniqueContext(Randomness(b"chance"), key=bytes(range(32)))
PEOPLE = {f"Persona Número {number}": f"{734_211 + number}" for number in range(40)}
