"""What codes look like, and amounts do not."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from celosia.text.numerals import is_integer

_SHAPES = str.maketrans({**dict.fromkeys("0123456789", "9")})
_LETTER = re.compile(r"[^\W\d_]")
_HEX = re.compile(r"[0-9a-fA-F]{8,}")
_SIGN = re.compile(r"\S{3,64}")
MOST_LOOKED_AT = 2_000
ALIKE = 0.9
"""Share of the values that must have one of few shapes; an estimate."""
FEW_SHAPES = 4
LONG = 7
"""Digits from which on whole numbers of one length are codes, no salaries; an estimate."""
DENSE = 0.5
"""Share of the numbers between the least and the greatest that a running number uses, after some
were dropped; an estimate."""
NUMBERS_FROM = 50


def look_like_codes(texts: Sequence[str]) -> bool:
    """Tell whether values look as if somebody had given them out: `P00332`, a hash, a number.

    >>> look_like_codes(["P00332", "P00117"]), look_like_codes(["A-12-99", "C-07-15"])
    (True, True)
    >>> look_like_codes(["asma", "gripe"]), look_like_codes(["12.50", "7.25"])
    (False, False)
    """
    looked = _spread(texts)
    if not looked:
        return False
    if all(text.isascii() and text.isdigit() for text in looked):
        return digits_look_like_codes(texts)
    signs = sum(bool(_SIGN.fullmatch(text)) and any(map(str.isdigit, text)) for text in looked)
    if signs < ALIKE * len(looked):
        return False
    hashes = sum(_HEX.fullmatch(text.replace("-", "")) is not None for text in looked)
    if hashes >= ALIKE * len(looked) or sum("@" in text for text in looked) >= ALIKE * len(looked):
        return True
    lettered = sum(_LETTER.search(text) is not None for text in looked)
    return lettered >= ALIKE * len(looked) and _few_shapes(looked)


def digits_look_like_codes(texts: Sequence[str]) -> bool:
    """Tell whether digits are codes: with idle zeros, of one great length, or running numbers.

    >>> digits_look_like_codes(["00332", "00117"]), digits_look_like_codes(["1200", "950"])
    (True, False)
    >>> digits_look_like_codes([str(i) for i in range(1, 200)])
    True
    """
    if any(len(text) > 1 and text.startswith("0") for text in texts):
        return True
    lengths = {len(text) for text in texts}
    if len(lengths) == 1 and lengths.pop() >= LONG:
        return True
    if len(texts) < NUMBERS_FROM or max(map(len, texts)) > 18:
        return False
    numbers = np.array([int(text) for text in texts])
    return len(texts) >= DENSE * float(numbers.max() - numbers.min() + 1)


def _few_shapes(texts: Sequence[str]) -> bool:
    shapes: dict[str, int] = {}
    for text in texts:
        shape = _LETTER.sub("A", text.translate(_SHAPES))
        shapes[shape] = shapes.get(shape, 0) + 1
    most = sorted(shapes.values(), reverse=True)[:FEW_SHAPES]
    return sum(most) >= ALIKE * len(texts)


def _spread(texts: Sequence[str]) -> list[str]:
    step = max(1, len(texts) // MOST_LOOKED_AT)
    return [text.strip() for text in texts[::step] if text.strip()]


_EPOCHS = ((946_684_800, 2_000_000_000), (946_684_800_000, 2_000_000_000_000))
"""From 2000 to 2033, in seconds and in milliseconds since 1970."""


def are_epochs(texts: Sequence[str]) -> bool:
    """Tell whether whole numbers are moments as computers count them, of this century.

    >>> are_epochs(["1700000000", "1700003600"]), are_epochs(["1700000000", "12"])
    (True, False)
    """
    looked = _spread(texts)
    if not looked or not all(text.isascii() and text.isdigit() for text in looked):
        return False
    return any(all(low <= int(text) < high for text in looked) for low, high in _EPOCHS)


_PERIOD = re.compile(r"(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2]|[QqTt][1-4])")
_GIVEN = re.compile(r"[^\W\d_]{1,4}[-_/.]?\d+")
_ORDINAL = re.compile(r"\d{1,2} ?(?:\.?[ªº]|st|nd|rd|th|er|do|to)")


def are_periods(texts: Sequence[str]) -> bool:
    """Tell whether values are months or quarters of a year.

    >>> are_periods(["2024-01", "2023/12", "2024-Q2"]), are_periods(["2024-13", "1000-2000"])
    (True, False)
    """
    return bool(texts) and all(_PERIOD.fullmatch(text.strip()) for text in texts)


def name_places_in_a_list(texts: Sequence[str]) -> bool:
    """Tell whether values are places in somebody's list, and so neither amounts nor marks.

    >>> name_places_in_a_list(["CC100", "CC210"]), name_places_in_a_list(["1ª", "2ª"])
    (True, True)
    >>> name_places_in_a_list(["<=50K", ">50K"]), name_places_in_a_list(["7.5", "10"])
    (False, False)
    """
    looked = [text.strip() for text in texts]
    return any(bool(looked) and all(map(look.fullmatch, looked)) for look in (_GIVEN, _ORDINAL))


SKEWED = 1.5
"""How much wider the upper part (median to ninth tenth) is than the lower (first tenth to median)
in amounts: 2.2 where logarithms spread by 0.6, as costs do, and 1 in numbers given out, with an
error that falls with the root of how many there are (`UNSURE` times, so that one in thousands of
such columns is mistaken)."""
UNSURE = 4.0
ROUND = 0.35
"""Share of multiples of ten, a tenth by chance, from which on people rounded; an estimate."""


def look_like_amounts(texts: Sequence[str]) -> bool:
    """Tell whether whole numbers are amounts: many small and few great ones, or rounded ones.

    >>> look_like_amounts([str(i**3) for i in range(1, 60)])
    True
    >>> look_like_amounts([str(100_000 + 7 * i) for i in range(60)])
    False
    """
    looked = [int(text) for text in _spread(texts) if is_integer(text) and len(text) <= 18]
    if len(looked) < NUMBERS_FROM or digits_look_like_codes(texts):
        return False
    numbers = np.array(looked, np.float64)
    low, middle, high = np.quantile(numbers, (0.1, 0.5, 0.9))
    if high - middle >= (SKEWED + UNSURE / len(looked) ** 0.5) * (middle - low):
        return True
    return float((numbers % 10 == 0).mean()) >= ROUND
