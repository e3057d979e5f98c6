"""Chance that whoever has the original table can repeat, and whoever has the release cannot."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256

from celosia.domain.cells import Cells
from celosia.domain.chance import Chance


@dataclass(frozen=True, slots=True)
class Randomness:
    """Draws that depend on the seed, on the table as it came, and on the key if there is one.

    A seed stands in the recipe and in the certificate: noise drawn from it alone could be taken
    away again by anybody. The table itself is what the reader of a release does not have.
    """

    secret: bytes

    @classmethod
    def of(cls, seed: int, cells: Cells, key: bytes | None = None) -> Randomness:
        """Derive the secret from the seed and every cell of the table, in their order."""
        digest = hmac.new(key or b"celosia", f"seed {seed}".encode(), sha256)
        for name, column in cells.columns.items():
            digest.update(f"\x1dcolumn {len(name)} {name}".encode())
            for cell in column:
                digest.update(b"\x1e" if cell is None else f"\x1f{len(cell)} {cell}".encode())
        return cls(digest.digest())

    def part(self, purpose: str) -> Randomness:
        """Give chance for one step, of which other steps know nothing."""
        return Randomness(hmac.digest(self.secret, f"part {purpose}".encode(), "sha256"))

    def generator(self, purpose: str) -> Chance:
        """Give a generator for one purpose; two purposes never share their draws.

        >>> chance = Randomness(b"secret")
        >>> chance.generator("noise age").random(1) == chance.generator("noise age").random(1)
        array([ True])
        >>> chance.generator("noise age").random(1) == chance.generator("noise pay").random(1)
        array([False])
        """
        return Chance(hmac.digest(self.secret, purpose.encode(), "sha256"))
