"""What a mask gives away all the same: by the length of values, or by their check digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from celosia.domain.language import Sentence
from celosia.methods.techniques.masking.checksums import CHECKSUMS, Checksum

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
    evened_by: Sentence,
) -> tuple[Sentence, ...]:
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
    column: str, masked: Sequence[str], symbol: str, evened_by: Sentence
) -> Iterable[Sentence]:
    counts = Counter(text.count(symbol) for text in masked)
    if len(counts) < 2:
        return
    alone = sum(n == 1 for n in counts.values())
    yield Sentence(
        f"The masked values of '{column}' keep their length: {len(counts)} different lengths, "
        f"{alone} of them of a single value. Whoever knows how long a value is can pick it out; "
        f"{evened_by.en}.",
        f"Los valores enmascarados de «{column}» conservan su longitud: {len(counts)} longitudes "
        f"distintas, {alone} de ellas de un solo valor. Quien sepa cuánto mide un valor puede "
        f"reconocerlo; {evened_by.es}.",
    )


def _checks(
    column: str, values: Sequence[str], masked: Sequence[str], symbol: str
) -> Iterable[Sentence]:
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
) -> Iterable[Sentence]:
    remaining = [check.candidates(value, hidden) for value, hidden in checked]
    few = sum(count <= FEW for count in remaining)
    if not few:
        return
    least = min(remaining)
    without = check.unchecked(*checked[remaining.index(least)])
    yield Sentence(
        f"The {check.name.en} gives masked values of '{column}' away: it leaves {least} of "
        f"{without} candidates in the worst case, and {FEW} or fewer for {few} of the "
        f"{len(checked)} values looked at. Mask more characters, the check among them.",
        f"Valores enmascarados de «{column}» se delatan por su control ({check.name.es}): deja "
        f"{least} de {without} candidatos en el peor caso, y {FEW} o menos en {few} de los "
        f"{len(checked)} valores examinados. Enmascare más caracteres, también el control.",
    )
