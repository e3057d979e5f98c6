"""Draws from a stream that nobody can continue or wind back, however much of it is known."""

from __future__ import annotations

from hashlib import shake_256

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray

_BLOCK = 4096
_WORD = 8


class Chance:
    """Numbers out of SHAKE-256, keyed with a secret.

    Whoever knows the noise of a hundred records learns nothing about that of the others. Usual
    generators do not promise that: the state of PCG64 has been found from its output (Bouillaguet,
    Martinez and Sauvage, IACR Trans. Symmetric Cryptology 2020(3)).

    References: FIPS 202, section 6.2 (SHAKE-256); Box and Muller, Ann. Math. Statist. 29(2), 1958.

    >>> Chance(b"secret").integers(1, 7, 5).tolist() == Chance(b"secret").integers(1, 7, 5).tolist()
    True
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._blocks = 0
        self._left = b""

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
        return shake_256(self._secret + self._blocks.to_bytes(8, "big")).digest(size)
