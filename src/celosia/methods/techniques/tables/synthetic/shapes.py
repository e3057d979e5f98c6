"""The shape of a text, and new texts of the same shape."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase, digits

from celosia.domain.randomness import Randomness

UPPER, LOWER, DIGIT = "A", "a", "9"
SOME = "\ue000"
"""Stands for small letters, as many as chance will have it; no text of people holds it."""
_DRAWN = {UPPER: ascii_uppercase, LOWER: ascii_lowercase, DIGIT: digits}
_SIDES = len(ascii_lowercase) * len(digits)
_LETTERS = re.compile(f"{LOWER}{{2,}}")


def shape(text: str) -> str:
    """Replace each letter and digit by its kind; other characters are the format, and stay.

    >>> shape("Ana-María 42, 3ºB")
    'Aaa-Aaaaa 99, 9aA'
    """
    return "".join(map(_kind, text))


def usable_shapes(texts: Sequence[str], least: int) -> list[str]:
    """Give the shapes that at least so many texts have; where those are few, all, but blurred.

    The shape of one person's name would tell its length: without common shapes, runs of small
    letters become `SOME`.

    >>> usable_shapes(["12345678Z", "87654321X"], least=2)
    ['99999999A']
    >>> usable_shapes(["Ana Gil", "Luz Roa"], least=5)
    ['A\ue000 A\ue000']
    """
    counts = Counter(map(shape, texts))
    common = {kind: n for kind, n in counts.items() if n >= least}
    if sum(common.values()) * 2 >= len(texts):
        return sorted(common)
    return sorted({_LETTERS.sub(SOME, kind) for kind in counts})


def filled(pattern: str, rng: Randomness) -> str:
    """Draw a text of a shape.

    >>> shape(filled("A99 aa", Randomness(b"")))
    'A99 aa'
    """
    lengths = iter(rng.integers(2, 9, pattern.count(SOME)).tolist())
    kinds = "".join(LOWER * next(lengths) if kind == SOME else kind for kind in pattern)
    dice = rng.integers(0, _SIDES, len(kinds)).tolist()
    return "".join(_drawn(kind, roll) for kind, roll in zip(kinds, dice, strict=True))


def _kind(character: str) -> str:
    if character.isdecimal():
        return DIGIT
    if character.isalpha():
        return UPPER if character.isupper() else LOWER
    return character


def _drawn(kind: str, roll: int) -> str:
    letters = _DRAWN.get(kind)
    return kind if letters is None else letters[roll % len(letters)]
