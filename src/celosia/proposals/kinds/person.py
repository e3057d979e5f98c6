"""Age, sex and diagnosis."""

from __future__ import annotations

import re
from collections.abc import Collection

from celosia.proposals import vocabulary
from celosia.proposals.tokens import plain

_AGE = re.compile(r"(?:\d|[1-9]\d|1[01]\d|120)(?:\.0)?")
_ICD10 = re.compile(r"[A-Z]\d[0-9AB](?:\.?[0-9A-Z]{1,4})?(?:[ :-].*)?", re.DOTALL)
_WORDS = frozenset(vocabulary.SEXES.split(","))
_PAIRS = tuple(frozenset(pair) for pair in ("hm", "vm", "vh", "mf"))
_LETTERS = frozenset("hmvf")
_OTHERS = frozenset(vocabulary.OTHER_SEXES.split(","))
_CODES = frozenset("01239")
_MOST_VALUES = 8


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
