"""What a free text holds of persons: counted by kind, never shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from celosia.core.values import ValueCounts
from celosia.proposals.names import plain
from celosia.proposals.number_kinds import is_dni, is_iban, is_nie, is_phone
from celosia.text.messages import Message
from celosia.text.personal_names import ENGLISH_GIVEN, MEN, SURNAMES, WOMEN

INSIDE: Mapping[str, Message] = {
    "names": Message("proposals.inside-names"),
    "phones": Message("proposals.inside-phones"),
    "emails": Message("proposals.inside-emails"),
    "official": Message("proposals.inside-official"),
    "accounts": Message("proposals.inside-accounts"),
}
"""What is looked for in texts."""
MOST_TEXTS = 20_000
"""Different texts looked at, evenly spread: about a second."""

_EMAIL = re.compile(r"[^@\s,;:()<>]+@[^@\s,;:()<>]+\.[A-Za-z]{2,}")
_PHONE = re.compile(r"(?<![\w.])\+?\d[\d .()/-]{7,16}\d(?!\w)")
_OFFICIAL = re.compile(r"\b(?:[XYZxyz][ .-]?)?\d{1,3}[.]?\d{3}[.]?\d{1,3}[ .-]?[A-Za-z]\b")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){3,7}(?: ?[0-9A-Z]{1,3})?\b")
_TITLED = re.compile(r"\b(?:Sr|Sra|Srta|Dr|Dra|D|Dña|Mr|Mrs|Ms|Miss)\b\.? +[A-ZÁÉÍÓÚÑ]\w+")
_CAPITAL = re.compile(r"\b[A-ZÁÉÍÓÚÑ][\w'-]+")


def found_inside(text: str) -> frozenset[str]:
    """Tell which kinds of things about persons a text holds.

    >>> sorted(found_inside("Llamar a Ana Ruiz al 612 345 678"))
    ['names', 'phones']
    >>> sorted(found_inside("DNI 12345678Z, ana@salud.es")), found_inside("dolor desde el lunes")
    (['emails', 'official'], frozenset())
    """
    found = set()
    if _EMAIL.search(text):
        found.add("emails")
    if any(is_phone(match[0]) for match in _PHONE.finditer(text)):
        found.add("phones")
    if any(is_dni(m[0]) or is_nie(m[0]) for m in _OFFICIAL.finditer(text)):
        found.add("official")
    if any(is_iban(match[0]) for match in _IBAN.finditer(text)):
        found.add("accounts")
    if _TITLED.search(text) or _has_name(text):
        found.add("names")
    return frozenset(found)


def count_inside(values: ValueCounts) -> dict[str, int]:
    """Count the cells of a column that hold each kind of thing, of those looked at."""
    known = [(v, n) for v, n in zip(values.values, values.counts, strict=True) if v is not None]
    step = max(1, len(known) // MOST_TEXTS)
    counted = dict.fromkeys(INSIDE, 0)
    for text, number in known[::step]:
        for kind in found_inside(text):
            counted[kind] += number
    return {kind: number for kind, number in counted.items() if number}


def _has_name(text: str) -> bool:
    """Tell whether a given name stands beside a surname, or another given name."""
    words = [plain(match[0]) for match in _CAPITAL.finditer(text)]
    given, surnames = _vocabularies()
    return any(a in given and (b in surnames or b in given) for a, b in pairwise(words))


@cache
def _vocabularies() -> tuple[frozenset[str], frozenset[str]]:
    given = ",".join((WOMEN, MEN, ENGLISH_GIVEN)).replace(" ", ",")
    return frozenset(map(plain, given.split(","))), frozenset(map(plain, SURNAMES.split(",")))
