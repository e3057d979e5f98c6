"""Propose what each column means for privacy; a person decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from celosia.core.schema import Column, ColumnType, Role
from celosia.core.values import ValueCounts
from celosia.proposals.detect_kind import DetectedKind, Kind, detect
from celosia.proposals.names import NamePattern, name_pattern
from celosia.proposals.quasi_identifiers import information
from celosia.text.languages import Language
from celosia.text.messages import Message, verbatim
from celosia.text.numerals import is_code, is_integer, is_number

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


def number_type(texts: Sequence[str], column: Column | None = None) -> ColumnType:
    """Tell integers, decimals and the rest apart; a declared type is believed.

    Digits that begin with 0 are a code, not a number.

    >>> number_type(["1", "20"]), number_type(["1", "2.5"]), number_type(["01", "20"])
    (<ColumnType.INTEGER: 'integer'>, <ColumnType.DECIMAL: 'decimal'>, <ColumnType.TEXT: 'text'>)
    """
    if column is not None and column.type is not ColumnType.TEXT:
        return column.type
    if not texts or any(map(is_code, texts)):
        return ColumnType.TEXT
    if all(map(is_integer, texts)):
        return ColumnType.INTEGER
    return ColumnType.DECIMAL if all(map(is_number, texts)) else ColumnType.TEXT


MANY_RECORDS = 20
"""With fewer, being unique says little; this and the shares below are estimates."""
ALMOST_UNIQUE = 0.95
NAMES_PERSONS = 0.5
FEW_NUMBERS = 100
"""Different whole numbers up to which a column may be a category; an estimate."""

_ROLE_OF_KIND: Mapping[Kind, Role] = {
    **dict.fromkeys(Kind, Role.IDENTIFIER),
    **dict.fromkeys(
        (
            Kind.POSTCODE,
            Kind.COORDINATE,
            Kind.DATE,
            Kind.BIRTH_DATE,
            Kind.YEAR,
            Kind.BIRTH_YEAR,
            Kind.AGE,
            Kind.SEX,
        ),
        Role.QUASI_IDENTIFIER,
    ),
    Kind.ICD10: Role.SENSITIVE,
}


@dataclass(frozen=True, slots=True)
class Opinion:
    """A role, how sure, and why."""

    role: Role
    confidence: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class ColumnSigns:
    """All that the rules look at."""

    values: ValueCounts
    texts: tuple[str, ...]
    detected: DetectedKind | None
    pattern: NamePattern | None
    type: ColumnType

    @classmethod
    def of(cls, name: str, values: ValueCounts, column: Column | None) -> ColumnSigns:
        """Look at a column."""
        texts = values.texts
        kind = number_type(texts, column)
        return cls(values, texts, detect(name, values), name_pattern(name), kind)

    @property
    def filled(self) -> int:
        """Number of records that have a value."""
        return self.values.records - self.values.nulls

    @property
    def unique(self) -> float:
        """Distinct values per record that has one."""
        return len(self.texts) / self.filled if self.filled else 0.0


def decide(signs: ColumnSigns) -> Opinion:
    """Take the first rule that has an opinion, then look at whether the values differ at all."""
    opinion = (
        _by_kind(signs)
        or _by_name(signs)
        or _by_uniqueness(signs)
        or _by_guess(signs)
        or _by_type(signs)
    )
    return _without_difference(signs, opinion)


def _by_kind(signs: ColumnSigns) -> Opinion | None:
    detected = signs.detected
    if detected is None or not (detected.certain or detected.kind is Kind.BIRTH_DATE):
        return None
    role = _ROLE_OF_KIND[detected.kind]
    reasons = (_kind_reason(detected), *_free_text(detected), *_name_reason(signs.pattern))
    return Opinion(role, _agreement(signs.pattern, role), reasons)


def _agreement(pattern: NamePattern | None, role: Role) -> float:
    if pattern is None:
        return 0.85
    return 0.95 if pattern.role is role else 0.6


def _by_name(signs: ColumnSigns) -> Opinion | None:
    pattern = signs.pattern
    if pattern is None:
        return None
    if _names_groups(signs, pattern):
        return Opinion(Role.QUASI_IDENTIFIER, 0.5, (_group_reason(signs, pattern),))
    return Opinion(pattern.role, 0.75, _name_reason(pattern))


def _names_groups(signs: ColumnSigns, pattern: NamePattern) -> bool:
    """Tell `id_centro` from `id`: an identifier of persons does not repeat so much."""
    return pattern.subject == "id" and signs.filled >= MANY_RECORDS and signs.unique < NAMES_PERSONS


def _by_uniqueness(signs: ColumnSigns) -> Opinion | None:
    if signs.filled < MANY_RECORDS or signs.unique < ALMOST_UNIQUE:
        return None
    if signs.type is ColumnType.DATE:
        return Opinion(Role.QUASI_IDENTIFIER, 0.7, (Reason.of("declared-date"),))
    if signs.type is ColumnType.DECIMAL:
        return None
    reason = Reason.of("unique", distinct=len(signs.texts), records=signs.filled)
    return Opinion(Role.IDENTIFIER, 0.7, (reason,))


def _by_guess(signs: ColumnSigns) -> Opinion | None:
    if signs.detected is None:
        return None
    role = _ROLE_OF_KIND[signs.detected.kind]
    return Opinion(role, 0.5, (_kind_reason(signs.detected),))


def _by_type(signs: ColumnSigns) -> Opinion:
    if signs.type is ColumnType.DATE:
        return Opinion(Role.QUASI_IDENTIFIER, 0.7, (Reason.of("declared-date"),))
    distinct = len(signs.texts)
    many = signs.type is ColumnType.INTEGER and distinct > FEW_NUMBERS
    if many or signs.type is ColumnType.DECIMAL:
        return Opinion(Role.INSENSITIVE, 0.4, (Reason.of("unknown-measure"),))
    reason = Reason.of("unknown-categories", distinct=distinct)
    return Opinion(Role.QUASI_IDENTIFIER, 0.4, (reason,))


def _without_difference(signs: ColumnSigns, opinion: Opinion) -> Opinion:
    """Add what the values tell, or set aside a column whose values tell nothing."""
    if not signs.texts:
        return Opinion(Role.INSENSITIVE, 0.95, (Reason.of("empty"),))
    constant = len(signs.values.values) == 1 and signs.values.records > 1
    if constant and opinion.role in (Role.QUASI_IDENTIFIER, Role.INSENSITIVE):
        return Opinion(Role.INSENSITIVE, 0.9, (Reason.of("constant"),))
    return Opinion(opinion.role, opinion.confidence, (*opinion.reasons, _entropy(signs)))


def _kind_reason(detected: DetectedKind) -> Reason:
    code = "kind" if detected.certain else "kind-guess"
    return Reason.of(code, kind=detected.kind.value, share=detected.share)


def _free_text(detected: DetectedKind) -> tuple[Reason, ...]:
    return (Reason.of("free-text"),) if detected.kind is Kind.FREE_TEXT else ()


def _name_reason(pattern: NamePattern | None) -> tuple[Reason, ...]:
    if pattern is None:
        return ()
    return (Reason.of("name", phrase=pattern.text, role=pattern.role.value),)


def _group_reason(signs: ColumnSigns, pattern: NamePattern) -> Reason:
    return Reason.of(
        "name-not-unique",
        phrase=pattern.text,
        distinct=len(signs.texts),
        records=signs.filled,
    )


def _entropy(signs: ColumnSigns) -> Reason:
    told = information(signs.values)
    return Reason.of(
        "entropy", distinct=len(signs.texts), bits=round(told.bits, 1), share=told.share
    )


@dataclass(frozen=True, slots=True)
class ProposedRole:
    """A role for a column, why, and how sure (0 to 1) the proposal is."""

    column: str
    role: Role
    reasons: tuple[Reason, ...]
    kind: Kind | None
    confidence: float


def propose_role(name: str, values: ValueCounts, column: Column | None = None) -> ProposedRole:
    """Propose a role from the values, the name, the uniqueness and the type of a column.

    In order: what the values certainly are; what the name says; whether almost every record has
    its own value (unless they are decimals, which measure); what the values may be. Of what is
    left, categories and integers with few values are proposed as quasi-identifiers, the prudent
    choice; other numbers as insensitive, with little confidence. A column with one value is
    insensitive unless it identifies or is sensitive: that all have one disease is still a secret.

    >>> proposal = propose_role("sexo", ValueCounts(("H", "M"), (50, 50)))
    >>> proposal.role, proposal.kind, proposal.confidence
    (<Role.QUASI_IDENTIFIER: 'quasi-identifier'>, <Kind.SEX: 'sex'>, 0.95)
    >>> proposal.reasons[1].text("es")
    'El nombre contiene «sexo», habitual en columnas con el papel: cuasi-identificador.'
    """
    signs = ColumnSigns.of(name, values, column)
    opinion = decide(signs)
    kind = signs.detected.kind if signs.detected else None
    return ProposedRole(name, opinion.role, opinion.reasons, kind, opinion.confidence)
