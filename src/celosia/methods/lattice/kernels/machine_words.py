"""Sums and products of machine words, modulo their width.

Compiled words wrap by themselves. As Python (NUMBA_DISABLE_JIT=1) numpy warns of every scalar that
does, and the tests make errors of warnings, so that one that should not wrap is found: a counter
once did, being a byte in Python and a word in the kernel. What is meant to wrap says so by these.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload


def times(one: Any, other: Any) -> Any:
    """Multiply two words, modulo their width.

    >>> int(times(np.uint32(1 << 31), np.uint32(3)))
    2147483648
    """
    with np.errstate(over="ignore"):
        return one * other


def plus(one: Any, other: Any) -> Any:
    """Add two words, modulo their width.

    >>> int(plus(np.uint64((1 << 64) - 1), np.uint64(3)))
    2
    """
    with np.errstate(over="ignore"):
        return one + other


@overload(times, strict=False)
def _times(one: Any, other: Any) -> Any:
    return lambda one, other: one * other


@overload(plus, strict=False)
def _plus(one: Any, other: Any) -> Any:
    return lambda one, other: one + other
