"""Why something is proposed: a code that a program reads, and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from celosia.proposals.kinds.kind import Kind
from celosia.text.languages import Language
from celosia.text.messages import Message, verbatim

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


Parameter: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True)
class Reason:
    """A code and its parameters; `text` writes the sentence.

    >>> reason = Reason.of("unique", distinct=980, records=1000)
    >>> reason.text()
    'Almost every record has its own value (980 different in 1,000).'
    >>> Reason.of("kind", kind="dni", share=0.985).text("es")
    'El 98 % de los valores examinados son: números de DNI.'
    """

    code: str
    params: tuple[tuple[str, Parameter], ...] = ()

    @classmethod
    def of(cls, code: str, **params: Parameter) -> Reason:
        """Build a reason from named parameters."""
        return cls(code, tuple((name, params[name]) for name in sorted(params)))

    def text(self, lang: Language = "en") -> str:
        """Write the sentence in English or Spanish."""
        return self.message.text(lang)

    @property
    def message(self) -> Message:
        """The sentence, to be said in any language."""
        return MESSAGES[self.code].given(**{n: _written(n, value) for n, value in self.params})


def _written(name: str, value: Parameter) -> Message:
    if name == "kind":
        return KIND_NAMES[str(value)]
    if name == "role":
        return ROLE_NAMES[str(value)]
    if name.endswith("share"):
        return Message("text.percent", number=_whole_percent(float(value)))
    if isinstance(value, float):
        return Message("text.decimal", number=value)
    return Message("text.whole", number=value) if isinstance(value, int) else verbatim(value)


def _whole_percent(share: float) -> int:
    """Round down, so that 100 % means all; the margin forgives binary fractions."""
    return int(share * 100 + 1e-9)
