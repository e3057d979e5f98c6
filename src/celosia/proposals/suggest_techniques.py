"""Which techniques the guide suggests for a column, by what it holds and its role, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from celosia.core.model import UseCase
from celosia.core.schema import Role
from celosia.proposals.detect_kind import Kind
from celosia.proposals.names import name_pattern
from celosia.text.messages import Message

IDENTIFIER = Message("proposals.identifier")
LINKED = Message("proposals.linked")
FAKE = Message("proposals.fake")
RANGES = Message("proposals.ranges")
DATE = Message("proposals.date")
PLACE = Message("proposals.place")
TAXONOMY = Message("proposals.taxonomy")
SPELLING = Message("proposals.spelling")
OTHERS = Message("proposals.others")
OUTLIERS = Message("proposals.outliers")
NOISE = Message("proposals.noise")
SHIFT = Message("proposals.shift")
SWAP = Message("proposals.swap")
MENDS = "one-spelling"
"""What mends values that are spelled in several ways."""
MASK: Mapping[str, Message] = {
    "ip": Message("proposals.mask-ip"),
    "plate": Message("proposals.mask-plate"),
    "vin": Message("proposals.mask-vin"),
    "postcode": Message("proposals.mask-postcode"),
    "email": Message("proposals.mask-email"),
    "card": Message("proposals.mask-card"),
}


@dataclass(frozen=True, slots=True, eq=False)
class SuggestedTechnique:
    """A technique as a recipe writes it, and why."""

    entries: Mapping[str, Any]
    reason: Message
    alternative: bool = False
    """Whether it goes in the place of the first suggestion, and not besides it."""


def suggest_techniques(
    column: str,
    role: Role,
    use_case: UseCase,
    kind: Kind | None = None,
    numeric: bool = False,
    spelled: bool = False,
) -> tuple[SuggestedTechnique, ...]:
    """List what the guide suggests for a column: the first choice, what may follow it, the rest.

    Parameters
    ----------
    kind
        What the column was detected to hold.
    numeric
        Whether its values are quantities.
    spelled
        Whether it spells some value in several ways, which is mended before all else.

    >>> [found.entries["kind"] for found in suggest_techniques(
    ...     "edad", Role.QUASI_IDENTIFIER, UseCase.RETENTION, Kind.AGE)]
    ['intervals', 'uniform-noise']
    """
    if role is Role.IDENTIFIER:
        return _for_identifier(column, use_case, kind)
    mended = (_suggested(MENDS, SPELLING, column=column),) if spelled else ()
    return (*mended, *_for_published(column, role, use_case, kind, numeric))


def _for_published(
    column: str, role: Role, use_case: UseCase, kind: Kind | None, numeric: bool
) -> tuple[SuggestedTechnique, ...]:
    if use_case is UseCase.SYNTHETIC:
        return _for_test_data(column, kind, numeric)
    if role is not Role.QUASI_IDENTIFIER or use_case is UseCase.INTERNAL_DEIDENTIFIED:
        return ()
    return _for_quasi_identifier(column, use_case, kind, numeric)


def _suggested(kind: str, reason: Message, **entries: Any) -> SuggestedTechnique:
    return SuggestedTechnique({"kind": kind, **entries}, reason)


def _instead(found: tuple[SuggestedTechnique, ...]) -> tuple[SuggestedTechnique, ...]:
    return tuple(replace(suggested, alternative=True) for suggested in found)


_FORMATS: Mapping[Kind, str] = {
    Kind.IP: "ip",
    Kind.PLATE: "plate",
    Kind.POSTCODE: "postcode",
    Kind.EMAIL: "email",
    Kind.CARD: "card",
}
_IMITATED: Mapping[Kind, str] = {
    Kind.EMAIL: "email",
    Kind.PHONE: "phone",
    Kind.DNI: "dni",
    Kind.NIE: "dni",
    Kind.NIF: "dni",
}


def _for_identifier(
    column: str, use_case: UseCase, kind: Kind | None
) -> tuple[SuggestedTechnique, ...]:
    left_out = _suggested("attribute-suppression", IDENTIFIER, columns=[column])
    if kind is Kind.FREE_TEXT:
        return (left_out,)
    if use_case is UseCase.SYNTHETIC:
        return (_suggested("fake-value", FAKE, column=column, **_imitated(column, kind)),)
    linked = _suggested("keyed-pseudonym", LINKED, column=column)
    return (left_out, *_instead((linked, *_masked(column, kind))))


def _imitated(column: str, kind: Kind | None) -> dict[str, str]:
    if kind is not None and kind in _IMITATED:
        return {"imitates": _IMITATED[kind]}
    return {"imitates": "name"} if _subject(column) in ("person-name", "name") else {}


def _for_quasi_identifier(
    column: str, use_case: UseCase, kind: Kind | None, numeric: bool
) -> tuple[SuggestedTechnique, ...]:
    if kind is Kind.SEX:
        return ()
    if masked := _masked(column, kind):
        return masked
    coarser = _coarser(column, use_case, kind, numeric)
    perturbed = _perturbed(column, kind, numeric) if use_case is UseCase.RETENTION else ()
    return (*coarser, *_instead(perturbed))


def _masked(column: str, kind: Kind | None) -> tuple[SuggestedTechnique, ...]:
    pattern = name_pattern(column)
    if kind is None and pattern is not None and pattern.text in ("bastidor", "vin"):
        return (_suggested("format-masking", MASK["vin"], column=column, format="vin"),)
    if kind is None or kind not in _FORMATS:
        return ()
    format = _FORMATS[kind]
    alike = {"symbols": 5} if format == "email" else {}
    masked = _suggested("format-masking", MASK[format], column=column, format=format, **alike)
    return (masked,)


def _coarser(
    column: str, use_case: UseCase, kind: Kind | None, numeric: bool
) -> tuple[SuggestedTechnique, ...]:
    subject = _subject(column)
    if kind is Kind.COORDINATE:
        return (_suggested("coordinate-rounding", PLACE, column=column, decimals=2),)
    if kind in (Kind.DATE, Kind.BIRTH_DATE):
        period = "year" if kind is Kind.BIRTH_DATE and use_case is UseCase.EXTERNAL else "month"
        return (_suggested("date-period", DATE, column=column, period=period),)
    if kind is Kind.AGE or (subject == "body" and numeric):
        return (_suggested("intervals", RANGES, column=column, width=5, origin=1),)
    if kind in (Kind.YEAR, Kind.BIRTH_YEAR):
        return (_suggested("intervals", RANGES, column=column, width=5),)
    if subject in ("work", "address", "place", "education"):
        return (_suggested("hierarchy-level", TAXONOMY, column=column, level=1),)
    if numeric:
        return (_suggested("outlier-suppression", OUTLIERS, columns=[column]),)
    return (_suggested("rare-to-others", OTHERS, column=column, least=use_case.k),)


def _perturbed(column: str, kind: Kind | None, numeric: bool) -> tuple[SuggestedTechnique, ...]:
    if kind in (Kind.DATE, Kind.BIRTH_DATE):
        return (_suggested("date-shift", SHIFT, columns=[column], days=30),)
    if kind is Kind.AGE or (numeric and _subject(column) == "body"):
        return (_suggested("uniform-noise", NOISE, column=column, width=5),)
    if numeric and kind is None:
        return (_suggested("uniform-noise", NOISE, column=column, share=0.05),)
    return ()


def _for_test_data(column: str, kind: Kind | None, numeric: bool) -> tuple[SuggestedTechnique, ...]:
    swapped = _suggested("swap", SWAP, columns=[column])
    return (swapped, *_perturbed(column, kind, numeric))


def _subject(column: str) -> str | None:
    pattern = name_pattern(column)
    return pattern.subject if pattern else None
