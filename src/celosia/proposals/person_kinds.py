"""Age, sex, diagnosis, where a person lives, dates and years."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date

from celosia.proposals import names
from celosia.proposals.names import plain

_AGE = re.compile(r"(?:\d|[1-9]\d|1[01]\d|120)(?:\.0)?")
_ICD10 = re.compile(r"[A-Z]\d[0-9AB](?:\.?[0-9A-Z]{1,4})?(?:[ :-].*)?", re.DOTALL)
_WORDS = frozenset(names.SEXES.split(","))
_PAIRS = tuple(frozenset(pair) for pair in ("hm", "vm", "vh", "mf"))
_LETTERS = frozenset("hmvf")
_OTHERS = frozenset(names.OTHER_SEXES.split(","))
_CODES = frozenset("01239")
_MOST_VALUES = 8
"""Words that a column of sexes may have, with the spellings of none and other: four
meanings, with two spellings each."""


def is_age(text: str) -> bool:
    """Tell whether the text is a whole number from 0 to 120.

    >>> is_age("37"), is_age("121"), is_age("3.5")
    (True, False, False)
    """
    return bool(_AGE.fullmatch(text))


def is_sex(text: str) -> bool:
    """Tell whether the text is a word for a sex or gender in Spanish or English.

    >>> is_sex("Mujer"), is_sex("FEMALE"), is_sex("No binario"), is_sex("rojo")
    (True, True, True, False)
    """
    word = plain(text)
    return word in _WORDS or word in _LETTERS or word in _OTHERS


def may_be_sexes(texts: Collection[str], hinted: bool) -> bool:
    """Tell whether few values, taken together, are sexes.

    Letters need their partner: `M` and `F` are sexes, `V` and `F` may be true and false. With a
    name that says so, the codes of health registers (1, 2, 9) are accepted too.

    >>> may_be_sexes(["H", "M"], hinted=False), may_be_sexes(["V", "F"], hinted=False)
    (True, False)
    >>> may_be_sexes(["1", "2"], hinted=True)
    True
    """
    if not 0 < len(texts) <= _MOST_VALUES:
        return False
    words = {plain(text) for text in texts}
    if hinted:
        return words <= _CODES or all(map(is_sex, words))
    known = words - _OTHERS
    return bool(known) and (known <= _WORDS or known in _PAIRS)


def is_icd10(text: str) -> bool:
    """Tell whether the text may be a code of ICD-10 (CIE-10), alone or before its title.

    References: WHO, ICD-10; Ministerio de Sanidad, CIE-10-ES Diagnósticos.

    >>> is_icd10("I21.9"), is_icd10("I21.9 Infarto agudo"), is_icd10("Infarto")
    (True, True, False)
    """
    return bool(_ICD10.fullmatch(text))


_CHAPTERS = 3
"""First letters that make codes of diagnoses likely without a name; an estimate."""


def may_be_diagnoses(texts: Collection[str]) -> bool:
    """Tell whether codes that fit ICD-10 are of several chapters, or written as it writes them.

    `P00332` and its neighbours fit the pattern and are numbers of patients.

    >>> may_be_diagnoses(["I21.9", "C50.9"]), may_be_diagnoses(["P00332", "P00117"])
    (True, False)
    """
    dotted = sum("." in text for text in texts)
    chapters = {text[:1] for text in texts}
    return 2 * dotted >= len(texts) or len(chapters) >= _CHAPTERS


_POSTCODE = re.compile(r"(?:0[1-9]|[1-4][0-9]|5[0-2])[0-9]{3}")
_PLATE = re.compile(r"[0-9]{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}")
_OLD_PLATE = re.compile(r"[A-Z]{1,2}[ -][0-9]{4}[ -][A-Z]{1,2}")
_DEGREES = re.compile(r"[+-]?[0-9]{1,3}[.,][0-9]{4,}")
_PAIR = re.compile(r"\(?([+-]?[0-9]{1,2}\.[0-9]{3,})\s*[,; ]\s*([+-]?[0-9]{1,3}\.[0-9]{3,})\)?")


def is_postcode(text: str) -> bool:
    """Tell whether the text may be a Spanish postcode, 01000 to 52999.

    >>> is_postcode("08001"), is_postcode("53000"), is_postcode("8001")
    (True, False, False)
    """
    return bool(_POSTCODE.fullmatch(text))


def is_plate(text: str) -> bool:
    """Tell whether the text is a Spanish number plate, of today or of before 2000.

    References: Real Decreto 2822/1998, anexo XVIII.

    >>> is_plate("1234 BCD"), is_plate("M-1234-AB"), is_plate("1234 AEI")
    (True, True, False)
    """
    plate = text.upper()
    return bool(_PLATE.fullmatch(plate) or _OLD_PLATE.fullmatch(plate))


def is_coordinate_pair(text: str) -> bool:
    """Tell whether the text is a latitude and a longitude in decimal degrees.

    >>> is_coordinate_pair("40.41678, -3.70379"), is_coordinate_pair("95.000, 3.000")
    (True, False)
    """
    pair = _PAIR.fullmatch(text)
    return pair is not None and abs(float(pair[1])) <= 90 and abs(float(pair[2])) <= 180


def is_degrees(text: str) -> bool:
    """Tell whether the text may be one coordinate: within ±180, with four decimals or more.

    >>> is_degrees("-3.70379"), is_degrees("-3.7"), is_degrees("200.12345")
    (True, False, False)
    """
    return bool(_DEGREES.fullmatch(text)) and abs(float(text.replace(",", "."))) <= 180


_CLOCK = r"(?:[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})" + _CLOCK)
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})" + _CLOCK)
_YEAR = re.compile(r"(?:18[89]|19[0-9]|20[0-9])[0-9]")
_BIRTH_SPAN = 40
_FIRST_BIRTH = 1890


def year_of(text: str) -> int | None:
    """Read the year of a date, or nothing if the text is no date of the calendar.

    Day and month may come in either order, as both are written in Spain and abroad.

    >>> year_of("1980-02-29"), year_of("29/02/1980 10:30"), year_of("1981-02-29")
    (1980, 1980, None)
    """
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day = int(match[1]), int(match[3]), int(match[4])
        return year if _exists(year, month, day) else None
    if match := _YEAR_LAST.fullmatch(text):
        year, month, day = int(match[4]), int(match[3]), int(match[1])
        return year if _exists(year, month, day) or _exists(year, day, month) else None
    return None


def is_date(text: str) -> bool:
    """Tell whether the text is a date, with or without the time of day.

    >>> is_date("2024-12-31"), is_date("31.12.2024"), is_date("2024-13-45")
    (True, True, False)
    """
    return year_of(text) is not None


def is_year(text: str) -> bool:
    """Tell whether the text may be a year from 1880 to 2099.

    >>> is_year("1975"), is_year("3000")
    (True, False)
    """
    return bool(_YEAR.fullmatch(text))


def may_be_births(texts: Iterable[str]) -> bool:
    """Tell whether dates are spread over generations, as births are and visits are not.

    >>> may_be_births(["1931-05-01", "2003-08-15"]), may_be_births(["2022-05-01", "2024-08-15"])
    (True, False)
    """
    years = [year for text in texts if (year := year_of(text)) is not None]
    return bool(years) and min(years) >= _FIRST_BIRTH and max(years) - min(years) >= _BIRTH_SPAN


def _exists(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
