"""The sentences that explain a proposal, in English and Spanish.

A sentence speaks of names, counts and shares, never of a cell's value. A parameter ending in
`share` is written as a percentage.
"""

from __future__ import annotations

from collections.abc import Mapping

from celosia.proposals.kinds.kind import Kind
from celosia.text.messages import Message

MESSAGES: Mapping[str, Message] = {
    "kind": Message("proposals.kind"),
    "kind-guess": Message("proposals.kind-guess"),
    "declared-date": Message("proposals.declared-date"),
    "name": Message("proposals.name"),
    "name-not-unique": Message("proposals.name-not-unique"),
    "free-text": Message("proposals.free-text"),
    "unique": Message("proposals.unique"),
    "constant": Message("proposals.constant"),
    "empty": Message("proposals.empty"),
    "unknown-categories": Message("proposals.unknown-categories"),
    "unknown-measure": Message("proposals.unknown-measure"),
    "entropy": Message("proposals.entropy"),
}

ROLE_NAMES: Mapping[str, Message] = {
    "identifier": Message("proposals.role-names-identifier"),
    "quasi-identifier": Message("proposals.role-names-quasi-identifier"),
    "sensitive": Message("proposals.role-names-sensitive"),
    "insensitive": Message("proposals.role-names-insensitive"),
}

KIND_NAMES: Mapping[str, Message] = {
    Kind.DNI: Message("proposals.kind-names-dni"),
    Kind.NIE: Message("proposals.kind-names-nie"),
    Kind.NIF: Message("proposals.kind-names-nif"),
    Kind.CIF: Message("proposals.kind-names-cif"),
    Kind.NUSS: Message("proposals.kind-names-nuss"),
    Kind.EMAIL: Message("proposals.kind-names-email"),
    Kind.PHONE: Message("proposals.kind-names-phone"),
    Kind.IBAN: Message("proposals.kind-names-iban"),
    Kind.CARD: Message("proposals.kind-names-card"),
    Kind.URL: Message("proposals.kind-names-url"),
    Kind.UUID: Message("proposals.kind-names-uuid"),
    Kind.IP: Message("proposals.kind-names-ip"),
    Kind.PLATE: Message("proposals.kind-names-plate"),
    Kind.ROW_NUMBER: Message("proposals.kind-names-row-number"),
    Kind.FREE_TEXT: Message("proposals.kind-names-free-text"),
    Kind.POSTCODE: Message("proposals.kind-names-postcode"),
    Kind.COORDINATE: Message("proposals.kind-names-coordinate"),
    Kind.DATE: Message("proposals.kind-names-date"),
    Kind.BIRTH_DATE: Message("proposals.kind-names-birth-date"),
    Kind.YEAR: Message("proposals.kind-names-year"),
    Kind.BIRTH_YEAR: Message("proposals.kind-names-birth-year"),
    Kind.AGE: Message("proposals.kind-names-age"),
    Kind.SEX: Message("proposals.kind-names-sex"),
    Kind.ICD10: Message("proposals.kind-names-icd10"),
}
