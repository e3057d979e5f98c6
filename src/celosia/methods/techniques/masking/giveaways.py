"""What a mask gives away all the same: by the length of values, or by their check digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from celosia.methods.techniques.masking.checksums import CHECKSUMS, Checksum
from celosia.text.messages import Message

LOOKED_AT = 2_000
"""Distinct values of which the checks are tried, evenly spread."""
FEW = 100
"""So many candidates or fewer can be tried one by one."""
MAY_FAIL = 0.1
"""Share of typing errors that a column of checked numbers may have."""


def giveaways(
    column: str,
    values: Sequence[str],
    masked: Sequence[str],
    symbol: str,
    evened_by: Message,
) -> tuple[Message, ...]:
    """Warn where the number of symbols differs, and where a check leaves few candidates.

    `evened_by` says what makes all masks of the kind equally long.
    """
    lengths = _lengths(column, masked, symbol, evened_by)
    step = -(-len(values) // LOOKED_AT) or 1
    found = _checks(column, values[::step], masked[::step], symbol)
    return (*lengths, *found)


def hidden_places(value: str, masked: str, symbol: str) -> range | list[int]:
    """Find the characters of a value that its mask hides, even where lengths differ.

    >>> hidden_places("117438", "11xxxx", "x"), hidden_places("Guillermo", "G***", "*")
    ([2, 3, 4, 5], range(1, 9))
    """
    if len(value) == len(masked):
        return [i for i, sign in enumerate(masked) if sign == symbol]
    first = masked.find(symbol)
    if first < 0:
        return range(0)
    return range(first, len(value) - (len(masked) - 1 - masked.rindex(symbol)))


def _lengths(
    column: str, masked: Sequence[str], symbol: str, evened_by: Message
) -> Iterable[Message]:
    counts = Counter(text.count(symbol) for text in masked)
    if len(counts) < 2:
        return
    alone = sum(n == 1 for n in counts.values())
    yield Message(
        "techniques.masked-values-keep-length-different",
        column=column,
        number=len(counts),
        alone=alone,
        evened_by=evened_by,
    )


def _checks(
    column: str, values: Sequence[str], masked: Sequence[str], symbol: str
) -> Iterable[Message]:
    for check in CHECKSUMS:
        checked = [
            (value, hidden)
            for value, mask in zip(values, masked, strict=True)
            if check.holds(value) and (hidden := hidden_places(value, mask, symbol))
        ]
        if checked and len(checked) >= (1 - MAY_FAIL) * len(values):
            yield from _few_candidates(column, check, checked)


def _few_candidates(
    column: str, check: Checksum, checked: Sequence[tuple[str, Sequence[int]]]
) -> Iterable[Message]:
    remaining = [check.candidates(value, hidden) for value, hidden in checked]
    few = sum(count <= FEW for count in remaining)
    if not few:
        return
    least = min(remaining)
    without = check.unchecked(*checked[remaining.index(least)])
    yield Message(
        "techniques.gives-masked-values-away-leaves",
        check=check.name,
        column=column,
        least=least,
        without=without,
        few=FEW,
        few2=few,
        number=len(checked),
    )
