"""When two texts are one value: a normal form for diversity and closeness.

Texts are compared in Unicode's composed form (NFC), without regard to case and to blanks around
or repeated within them; numbers by their value, so that 1, 1.0 and 1,00 are one. A number with an
idle zero in front is a code (00070 is not 70), and codes are texts. The form of a text depends on
nothing but the text: search, verification and every engine find the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from unicodedata import normalize

from celosia.text.numerals import COMMA, as_decimal, is_code

SHORT = 60
"""Longer texts than this are no numbers to compare."""


def normal_form(text: str) -> str:
    """Give what all variants of a value share.

    >>> {normal_form(text) for text in ("HIV", "hiv", "HIV ")}
    {'hiv'}
    >>> [normal_form(text) for text in ("1", "1.0", "1,00", "00070", "70")]
    ['1', '1', '1', '00070', '7E+1']
    """
    number = None if len(text) > SHORT or is_code(text) else as_decimal(text, COMMA)
    if number is not None:
        return str(number.normalize())
    return " ".join(normalize("NFC", normalize("NFC", text).casefold()).split())


def spellings(counted: Iterable[tuple[str, int]]) -> list[Counter[str]]:
    """List, for each value with several spellings, how many records have which.

    >>> spellings([("HIV", 5), ("flu", 4), ("hiv", 2)])
    [Counter({'HIV': 5, 'hiv': 2})]
    """
    spelled: dict[str, Counter[str]] = {}
    for text, records in counted:
        spelled.setdefault(normal_form(text), Counter())[text] += records
    return [found for found in spelled.values() if len(found) > 1]


def commonest(spelled: Counter[str]) -> str:
    """Give the spelling that most records have; of several, the first in the order of texts.

    >>> commonest(Counter({"hiv": 2, "HIV": 2, "Hiv": 1}))
    'HIV'
    """
    return min(spelled, key=lambda text: (-spelled[text], text))


def representatives(texts: Iterable[str]) -> dict[str, str]:
    """Give each text the first, in the order of texts, of those that are the same value.

    >>> representatives(["hiv", "flu", "HIV"])
    {'HIV': 'HIV', 'flu': 'flu', 'hiv': 'HIV'}
    """
    first: dict[str, str] = {}
    return {text: first.setdefault(normal_form(text), text) for text in sorted(texts)}


class AsWritten(tuple[str, ...]):
    """The labels of a column that is compared as it is written: each text is a value of its own."""

    __slots__ = ()


def compared(texts: Iterable[str], as_written: bool) -> tuple[str, ...]:
    """Give labels that say how they are to be compared: by their normal form, or as written.

    >>> one_of_each(compared(["v1", "V1"], as_written=True))
    (('v1', 'V1'), (0, 1))
    """
    return AsWritten(texts) if as_written else tuple(texts)


def one_of_each(labels: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Give the labels that are different values, and which of them each label is.

    >>> one_of_each(("a", "b")), one_of_each(("a", "A"))
    ((('a', 'b'), (0, 1)), (('a',), (0, 0)))
    """
    return one_each(labels) or (labels, tuple(range(len(labels))))


def one_each(labels: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """Give the labels that are different values, and which of them each label is.

    Gives None where all are different, as they mostly are, and as those are that are `AsWritten`.

    >>> one_each(("a", "b", "A"))
    (('a', 'b'), (0, 1, 0))
    """
    # asked before the cache, for which equal tuples are one
    return None if isinstance(labels, AsWritten) else _one_each(tuple(labels))


@lru_cache(maxsize=32)
def _one_each(labels: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    place: dict[str, int] = {}
    kept: list[str] = []
    places = []
    for label in labels:
        form = normal_form(label)
        if form not in place:
            place[form] = len(kept)
            kept.append(label)
        places.append(place[form])
    return None if len(kept) == len(labels) else (tuple(kept), tuple(places))
