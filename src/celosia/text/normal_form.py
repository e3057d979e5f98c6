"""When two texts are one value: a normal form for classes, diversity and closeness.

Texts are compared in Unicode's composed form (NFC), without regard to case and to blanks around
or repeated within them; numbers by their value, so that 1, 1.0 and 1,00 are one. A number with an
idle zero in front is a code (00070 is not 70), and codes are texts. Dates are compared by day, and
midnight is no time: 2020-1-5, 2020/01/05 and 2020-01-05 00:00:00 are one. The form of a text
depends on nothing but the text: search, verification and every engine find the same. Which day
05/01/2020 is, the text does not say: whoever knows its column asks for the `form_of_column`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Context
from functools import lru_cache, partial
from unicodedata import normalize

from celosia.text.days import ISO, formats_of, read_moment
from celosia.text.numerals import BLANKS, COMMA, as_decimal, is_code

SHORT = 60
"""Longer texts than this are no numbers to compare."""

_EXACT = Context(prec=SHORT)
"""Keeps every digit of a text that short; Python's usual 28 would make two long numbers one."""
_TIME = re.compile("[ T]([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:[.]0{1,9})?)?")
_MIDNIGHT = re.compile("[ T]0{1,2}:00(?::00(?:[.]0{1,9})?)?")
_YEAR_FIRST = re.compile("([0-9]{4})([-/.])([0-9]{1,2})[-/.]([0-9]{1,2})")
_YEAR_LAST = re.compile("([0-9]{1,2})([-/.])([0-9]{1,2})([-/.])([0-9]{4})")

Form = Callable[[str], str]
"""What tells when texts are one value: all of them that it gives the same."""


def normal_form(text: str) -> str:
    """Give what all variants of a value share.

    >>> {normal_form(text) for text in ("HIV", "hiv", "HIV ")}
    {'hiv'}
    >>> [normal_form(text) for text in ("1", "1.0", "1,00", "00070", "70")]
    ['1', '1', '1', '00070', '7E+1']
    >>> {normal_form(text) for text in ("2020-01-05", "2020-1-5", "2020/01/05 00:00:00")}
    {'2020-01-05'}
    >>> {normal_form(text) for text in ("2020-01-05 8:30", "2020-01-05T08:30:00")}
    {'2020-01-05 08:30:00'}
    """
    if len(text) <= SHORT and (day := _day(text)) is not None:
        return day
    number = None if len(text) > SHORT or is_code(text) else as_decimal(text, COMMA)
    if number is not None:
        return str(number.normalize(_EXACT))
    return " ".join(normalize("NFC", normalize("NFC", text).casefold()).split())


def form_of_column(texts: Iterable[str], format: str | None = None) -> Form:
    """Give the normal form of a column: its dates by day, where their format is known.

    It is known if it was declared (`format`), or if it is the only one that all dates have besides
    those that begin with the year.

    >>> form = form_of_column(["2020-01-05", "31/01/2020", "05/01/2020"])
    >>> form("05/01/2020"), form("2020-01-05"), form("5/1/2020 00:00")
    ('2020-01-05', '2020-01-05', '2020-01-05')
    >>> form_of_column(["05/01/2020"])("05/01/2020")
    '5/1/2020'
    """
    if format is None:
        others = [text for text in map(_without_midnight, texts) if not _is_year_first(text)]
        found = formats_of(others) if others else ()
        format = found[0] if len(found) == 1 else None
    return normal_form if format in (None, ISO) else partial(_by_day, format)


def _by_day(format: str, text: str) -> str:
    moment = read_moment(text, format) or read_moment(_without_midnight(text), format)
    return normal_form(text if moment is None else moment.isoformat(sep=" "))


def _day(text: str) -> str | None:
    """Give the form of a date; of one that ends in the year, as it is written without idle zeros.

    Whether the day or the month comes first, the latter does not say.
    """
    cell = text.strip(BLANKS)
    if not cell[:1].isdigit():  # most texts, at little cost
        return None
    if match := _YEAR_FIRST.match(cell):
        if read_moment("-".join(match.group(1, 3, 4))) is None or cell[match.end(3)] != match[2]:
            return None
        day = f"{match[1]}-{int(match[3]):02}-{int(match[4]):02}"
    elif (match := _YEAR_LAST.match(cell)) and match[2] == match[4]:
        day = f"{int(match[1])}{match[2]}{int(match[3])}{match[2]}{match[5]}"
    else:
        return None
    rest = cell[match.end() :]
    if not rest or _MIDNIGHT.fullmatch(rest):
        return day
    time = _TIME.fullmatch(rest)
    return time and f"{day} {int(time[1]):02}:{time[2]}:{time[3] or '00'}"


def _is_year_first(text: str) -> bool:
    return _YEAR_FIRST.fullmatch(text.strip(BLANKS)) is not None and _day(text) is not None


def _without_midnight(text: str) -> str:
    """Leave out a time that says nothing.

    >>> _without_midnight("05/01/2020 00:00:00"), _without_midnight("05/01/2020 08:30")
    ('05/01/2020', '05/01/2020 08:30')
    """
    found = _MIDNIGHT.search(text)
    return text[: found.start()] if found and not text[found.end() :].strip(BLANKS) else text


def spellings(counted: Iterable[tuple[str, int]], form: Form = normal_form) -> list[Counter[str]]:
    """List, for each value with several spellings, how many records have which.

    >>> spellings([("HIV", 5), ("flu", 4), ("hiv", 2)])
    [Counter({'HIV': 5, 'hiv': 2})]
    """
    spelled: dict[str, Counter[str]] = {}
    for text, records in counted:
        spelled.setdefault(form(text), Counter())[text] += records
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


def listed_as(texts: Iterable[str], listed: Iterable[str]) -> dict[str, str]:
    """Find texts in a list that need not spell them alike; give how it spells those it has.

    Of several texts that are one value, each is its own here: they are compared as written.

    >>> listed_as(["HIV", "flu"], ["hiv", "ulcer"]), listed_as(["HIV", "hiv"], ["hiv"])
    ({'HIV': 'hiv'}, {'hiv': 'hiv'})
    """
    texts, own = list(texts), set(listed)
    forms = Counter(map(normal_form, texts))
    spelled = {form: text for text in sorted(own) if forms[form := normal_form(text)] == 1}
    found = {text: text if text in own else spelled.get(normal_form(text)) for text in texts}
    return {text: known for text, known in found.items() if known is not None}


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
