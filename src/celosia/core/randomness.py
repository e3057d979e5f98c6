"""Chance that whoever has the original table can repeat, and whoever has the release cannot."""

from __future__ import annotations

import hmac
from hashlib import sha256, shake_256

import numpy as np

from celosia.core.values import Cells, FloatArray, IntArray

_BLOCK = 4096
"""Bytes that are asked of the source at once: a call for each number would cost more than it."""
_WORD = 8


def seeded(seed: int) -> np.random.Generator:
    """Give the numbers that a search, an attack or an example draws: same seed, same bytes.

    They choose among answers that are judged afterwards. What is added to a record, or takes its
    place, is drawn from `Randomness`: whoever reads the seed in a recipe must not foretell it.

    >>> int(seeded(1).integers(100)) == int(seeded(1).integers(100))
    True
    """
    return np.random.default_rng(seed)


class Randomness:
    """Numbers out of SHAKE-256, keyed with a secret; each purpose has a part of its own.

    Whoever knows the noise of a hundred records learns nothing about that of the others. Usual
    generators do not promise that: the state of PCG64 has been found from its output (Bouillaguet,
    Martinez and Sauvage, IACR Trans. Symmetric Cryptology 2020(3)).

    References: FIPS 202, section 6.2 (SHAKE-256); Box and Muller, Ann. Math. Statist. 29(2), 1958.

    >>> one, other = Randomness(b"secret"), Randomness(b"secret")
    >>> one.integers(1, 7, 5).tolist() == other.integers(1, 7, 5).tolist()
    True
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._blocks = 0
        self._left = b""

    @classmethod
    def of(cls, seed: int, cells: Cells, key: bytes | None = None) -> Randomness:
        """Derive the secret from the seed, every cell of the table in their order, and the key.

        A seed stands in the recipe and in the certificate: noise drawn from it alone could be taken
        away again by anybody. The table itself is what the reader of a release does not have.
        """
        digest = hmac.new(key or b"celosia", f"seed {seed}".encode(), sha256)
        for name, column in cells.columns.items():
            digest.update(f"\x1dcolumn {len(name)} {name}".encode())
            for cell in column:
                digest.update(b"\x1e" if cell is None else f"\x1f{len(cell)} {cell}".encode())
        return cls(digest.digest())

    def step(self, name: str) -> Randomness:
        """Give what one step of a recipe draws from, of which other steps know nothing."""
        return self.part(f"part {name}")

    def part(self, purpose: str) -> Randomness:
        """Give what is drawn for one purpose, from its beginning; two never share their draws.

        >>> drawn = Randomness(b"secret")
        >>> drawn.part("noise age").random(1) == drawn.part("noise age").random(1)
        array([ True])
        >>> drawn.part("noise age").random(1) == drawn.part("noise pay").random(1)
        array([False])
        """
        return Randomness(hmac.digest(self.secret, purpose.encode(), "sha256"))

    def raw(self, size: int) -> bytes:
        """Give some bytes of the stream, each as likely as any other."""
        if size >= _BLOCK:
            return self._block(size)
        if size > len(self._left):
            self._left += self._block(_BLOCK)
        drawn, self._left = self._left[:size], self._left[size:]
        return drawn

    def random(self, size: int) -> FloatArray:
        """Draw numbers from 0 up to, and without, 1."""
        return (self._words(size) >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def standard_normal(self, *shape: int) -> FloatArray:
        """Draw numbers with mean 0 and variance 1, independent of each other."""
        size = int(np.prod(shape))
        pairs = -(-size // 2)
        far = np.sqrt(-2 * np.log1p(-self.random(pairs)))
        turn = 2 * np.pi * self.random(pairs)
        return np.concatenate([far * np.cos(turn), far * np.sin(turn)])[:size].reshape(shape)

    def integers(self, low: int, high: int, size: int) -> IntArray:
        """Draw whole numbers from `low` up to, and without, `high`, each as likely as the next."""
        if not size:
            return np.zeros(0, np.int64)
        span, words = high - low, self._words(size)
        assert 0 < span <= 2**63, "a word has room for no more"
        whole = 2**64 - 2**64 % span
        while whole < 2**64 and (beyond := np.flatnonzero(words >= np.uint64(whole))).size:
            words[beyond] = self._words(beyond.size)
        return low + (words % np.uint64(span)).astype(np.int64)

    def below(self, high: int) -> int:
        """Draw one whole number from 0 up to, and without, `high`."""
        return int(self.integers(0, high, 1)[0])

    def weighted(self, shares: FloatArray, size: int) -> IntArray:
        """Draw places of a list of shares, each with a chance in proportion to its share."""
        reached = np.cumsum(shares)
        drawn = np.searchsorted(reached, self.random(size) * reached[-1], side="right")
        return np.asarray(drawn, np.int64)

    def permutation(self, size: int) -> IntArray:
        """Give the numbers below `size` in an order of which each is as likely as the next."""
        return np.argsort(self._words(size), kind="stable").astype(np.int64)

    def _words(self, size: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        return np.frombuffer(self.raw(size * _WORD), "<u8").astype(np.uint64)

    def _block(self, size: int) -> bytes:
        """Give the beginning of a stream of its own: no two blocks overlap."""
        self._blocks += 1
        return shake_256(self.secret + self._blocks.to_bytes(8, "big")).digest(size)
