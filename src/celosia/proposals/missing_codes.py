"""Codes that mean that nothing is known: words for it, and numbers that stand apart."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from celosia.core.values import FloatArray, ValueCounts
from celosia.proposals.names import plain
from celosia.text.numerals import COMMA, as_number

WORDS = frozenset(
    [
        "null",
        "<null>",
        "n/a",
        "na",
        "#n/a",
        "n.a.",
        "nan",
        "nd",
        "n/d",
        "n.d.",
        "s/d",
        "sd",
        "s.d.",
        "sin dato",
        "sin datos",
        "sin informacion",
        "no consta",
        "no informado",
        "no disponible",
        "desconocido",
        "desconocida",
        "se desconoce",
        "ns/nc",
        "ns-nc",
        "ns",
        "nc",
        "no sabe",
        "no contesta",
        "no sabe/no contesta",
        "unknown",
        "not known",
        "not available",
        "not stated",
        "missing",
        "no data",
        "undefined",
        "-",
        "--",
        "---",
        ".",
        "..",
        "?",
        "??",
        "???",
        "(blank)",
        "(en blanco)",
        "vacio",
    ]
)
"""Texts that mean null, without accents and capitals. `none` may mean that there are none."""
SENTINELS = frozenset(
    sign * int(digit * length)
    for sign in (1, -1)
    for digit in "9"
    for length in range(1, 10)
    if sign < 0 or length > 1
) | {-1, -2, -3}
"""Numbers that questionnaires and old systems write for nothing."""
_WRITTEN = frozenset(f"{number}{end}" for number in SENTINELS for end in ("", ".0", ",0", ".00"))
_LONGEST = max(map(len, WORDS)) + 4
NOWHERE = frozenset({"9999-12-31", "31/12/9999", "1900-01-01", "01/01/1900"})
_SHORT = 2
_CODES_BESIDE = 5
"""Other texts of two letters that make `NA` one of them (Navarra, Namibia); an estimate."""
APART = 0.5
"""How far a sentinel lies beyond the others, in their range, to stand out: as far as 99 does among
ages from 0 to 66."""
OFTEN = 10.0
"""How many times as often as a value does on average, if it does not; an estimate."""
FEW = 3
"""Records of a sentinel, at least; one may be true."""


def find_missing_codes(values: ValueCounts) -> Mapping[str, int]:
    """Find the texts that may mean null, with their number of records.

    >>> find_missing_codes(ValueCounts(("31", "45", "s/d"), (10, 12, 3)))
    {'s/d': 3}
    >>> ages = [str(20 + i % 50) for i in range(500)] + ["999"] * 9
    >>> find_missing_codes(ValueCounts.of(ages))
    {'999': 9}
    >>> find_missing_codes(ValueCounts.of(["ES", "FR", "PT", "DE", "IT", "NA"]))
    {}
    """
    known = {v: n for v, n in zip(values.values, values.counts, strict=True) if v is not None}
    # long texts are no codes: a million of them need not be taken apart
    short = [text for text in known if len(text) <= _LONGEST]
    found = {text: known[text] for text in short if _word(text) in WORDS}
    if any(map(_is_short, found)):
        codes = sum(_is_short(text) and text.isupper() for text in short)
        if codes > _CODES_BESIDE:
            found = {text: number for text, number in found.items() if not _is_short(text)}
    if len(found) == len(known):
        return {}
    others = {text: number for text, number in known.items() if text not in found}
    return found | _sentinels(others) | _moments(others)


def _word(text: str) -> str:
    """Take capitals, blanks and, where there may be some, accents away."""
    return text.strip().lower() if text.isascii() else plain(text)


def _is_short(text: str) -> bool:
    word = text.strip()
    return len(word) == _SHORT and word.isalpha()


def _sentinels(known: Mapping[str, int]) -> dict[str, int]:
    """Find numbers that stand apart from the others, or come much too often."""
    if not any(text.strip() in _WRITTEN for text in known):
        return {}
    numbers = _numbers(list(known))
    if numbers is None:
        return {}
    counts = np.fromiter(known.values(), np.int64, len(known))
    suspect = np.isin(numbers, list(SENTINELS))
    rest = numbers[~suspect]
    if rest.size < _CODES_BESIDE:
        return {}
    low, high, usual = float(rest.min()), float(rest.max()), float(counts[~suspect].mean())
    texts = list(known)
    return {
        texts[i]: int(counts[i])
        for i in np.flatnonzero(suspect & (counts >= FEW))
        if _stands_out(float(numbers[i]), int(counts[i]), low, high, usual)
    }


def _numbers(texts: list[str]) -> FloatArray | None:
    """Read a column of numbers; None if some are none. Python itself reads ten times as fast."""
    try:
        numbers = np.array(list(map(float, texts)))
    except ValueError:
        numbers = np.array([as_number(text, COMMA) for text in texts])
    return numbers if np.isfinite(numbers).all() else None


def _stands_out(number: float, records: int, low: float, high: float, usual: float) -> bool:
    if number < 0:
        return low >= 0
    if number > high + APART * max(high - low, 1.0):
        return True
    return number > high - 1 and records >= OFTEN * usual


def _moments(known: Mapping[str, int]) -> dict[str, int]:
    usual = sum(known.values()) / max(len(known), 1)
    return {
        text: known[text]
        for text in NOWHERE & set(known)
        if known[text] >= FEW and (text.count("9999") or known[text] >= OFTEN * usual)
    }
