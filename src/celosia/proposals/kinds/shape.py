"""Kinds told from the whole column: row numbers and free text."""

from __future__ import annotations

from collections.abc import Sequence

from celosia.domain.values import ValueCounts

_FEWEST_ROWS = 20
_DENSE = 0.9
_LONG_TEXT = 40
_MANY_WORDS = 6
_MOSTLY_UNIQUE = 0.5


def are_row_numbers(values: ValueCounts) -> bool:
    """Tell whether the values are whole numbers, each once and almost without gaps.

    Fewer than 20 rows prove nothing.

    >>> are_row_numbers(ValueCounts.of([str(i) for i in range(1, 31)]))
    True
    >>> are_row_numbers(ValueCounts.of([str(i * i) for i in range(1, 31)]))
    False
    """
    texts = values.texts
    once = max(values.counts, default=0) == 1
    if not once or len(texts) < _FEWEST_ROWS or not all(map(_is_whole, texts)):
        return False
    numbers = [int(text) for text in texts]
    return len(numbers) >= _DENSE * (max(numbers) - min(numbers) + 1)


def are_free_text(sample: Sequence[str], values: ValueCounts) -> bool:
    """Tell whether the values are sentences, most of them written once.

    >>> notes = [f"Patient number {i} comes with pain in the chest since monday" for i in range(9)]
    >>> are_free_text(notes, ValueCounts.of(notes))
    True
    """
    filled = values.records - values.nulls
    if not sample or len(values.texts) < _MOSTLY_UNIQUE * filled:
        return False
    letters = sum(map(len, sample)) / len(sample)
    words = sum(len(text.split()) for text in sample) / len(sample)
    return letters >= _LONG_TEXT and words >= _MANY_WORDS


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 18
