"""Propose what each column means for privacy; a person decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from celosia.core.schema import Column, ColumnType, Role
from celosia.core.values import ValueCounts
from celosia.proposals.kinds import DetectedKind, Kind, detect
from celosia.proposals.names import NamePattern, name_pattern
from celosia.proposals.number_type import number_type
from celosia.proposals.proposal_reasons import Reason
from celosia.proposals.quasi_identifiers import information

MANY_RECORDS = 20
ALMOST_UNIQUE = 0.95
NAMES_PERSONS = 0.5
FEW_NUMBERS = 100

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
class Evidence:
    """All that the rules look at."""

    values: ValueCounts
    texts: tuple[str, ...]
    detected: DetectedKind | None
    pattern: NamePattern | None
    type: ColumnType

    @classmethod
    def of(cls, name: str, values: ValueCounts, column: Column | None) -> Evidence:
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


def decide(evidence: Evidence) -> Opinion:
    """Take the first rule that has an opinion, then look at whether the values differ at all."""
    opinion = (
        _by_kind(evidence)
        or _by_name(evidence)
        or _by_uniqueness(evidence)
        or _by_guess(evidence)
        or _by_type(evidence)
    )
    return _without_difference(evidence, opinion)


def _by_kind(evidence: Evidence) -> Opinion | None:
    detected = evidence.detected
    if detected is None or not (detected.certain or detected.kind is Kind.BIRTH_DATE):
        return None
    role = _ROLE_OF_KIND[detected.kind]
    reasons = (_kind_reason(detected), *_free_text(detected), *_name_reason(evidence.pattern))
    return Opinion(role, _agreement(evidence.pattern, role), reasons)


def _agreement(pattern: NamePattern | None, role: Role) -> float:
    if pattern is None:
        return 0.85
    return 0.95 if pattern.role is role else 0.6


def _by_name(evidence: Evidence) -> Opinion | None:
    pattern = evidence.pattern
    if pattern is None:
        return None
    if _names_groups(evidence, pattern):
        return Opinion(Role.QUASI_IDENTIFIER, 0.5, (_group_reason(evidence, pattern),))
    return Opinion(pattern.role, 0.75, _name_reason(pattern))


def _names_groups(evidence: Evidence, pattern: NamePattern) -> bool:
    """Tell `id_centro` from `id`: an identifier of persons does not repeat so much."""
    return (
        pattern.subject == "id"
        and evidence.filled >= MANY_RECORDS
        and evidence.unique < NAMES_PERSONS
    )


def _by_uniqueness(evidence: Evidence) -> Opinion | None:
    if evidence.filled < MANY_RECORDS or evidence.unique < ALMOST_UNIQUE:
        return None
    if evidence.type is ColumnType.DATE:
        return Opinion(Role.QUASI_IDENTIFIER, 0.7, (Reason.of("declared-date"),))
    if evidence.type is ColumnType.DECIMAL:
        return None
    reason = Reason.of("unique", distinct=len(evidence.texts), records=evidence.filled)
    return Opinion(Role.IDENTIFIER, 0.7, (reason,))


def _by_guess(evidence: Evidence) -> Opinion | None:
    if evidence.detected is None:
        return None
    role = _ROLE_OF_KIND[evidence.detected.kind]
    return Opinion(role, 0.5, (_kind_reason(evidence.detected),))


def _by_type(evidence: Evidence) -> Opinion:
    if evidence.type is ColumnType.DATE:
        return Opinion(Role.QUASI_IDENTIFIER, 0.7, (Reason.of("declared-date"),))
    distinct = len(evidence.texts)
    many = evidence.type is ColumnType.INTEGER and distinct > FEW_NUMBERS
    if many or evidence.type is ColumnType.DECIMAL:
        return Opinion(Role.INSENSITIVE, 0.4, (Reason.of("unknown-measure"),))
    reason = Reason.of("unknown-categories", distinct=distinct)
    return Opinion(Role.QUASI_IDENTIFIER, 0.4, (reason,))


def _without_difference(evidence: Evidence, opinion: Opinion) -> Opinion:
    """Add what the values tell, or set aside a column whose values tell nothing."""
    if not evidence.texts:
        return Opinion(Role.INSENSITIVE, 0.95, (Reason.of("empty"),))
    constant = len(evidence.values.values) == 1 and evidence.values.records > 1
    if constant and opinion.role in (Role.QUASI_IDENTIFIER, Role.INSENSITIVE):
        return Opinion(Role.INSENSITIVE, 0.9, (Reason.of("constant"),))
    return Opinion(opinion.role, opinion.confidence, (*opinion.reasons, _entropy(evidence)))


def _kind_reason(detected: DetectedKind) -> Reason:
    code = "kind" if detected.certain else "kind-guess"
    return Reason.of(code, kind=detected.kind.value, share=detected.share)


def _free_text(detected: DetectedKind) -> tuple[Reason, ...]:
    return (Reason.of("free-text"),) if detected.kind is Kind.FREE_TEXT else ()


def _name_reason(pattern: NamePattern | None) -> tuple[Reason, ...]:
    if pattern is None:
        return ()
    return (Reason.of("name", phrase=pattern.text, role=pattern.role.value),)


def _group_reason(evidence: Evidence, pattern: NamePattern) -> Reason:
    return Reason.of(
        "name-not-unique",
        phrase=pattern.text,
        distinct=len(evidence.texts),
        records=evidence.filled,
    )


def _entropy(evidence: Evidence) -> Reason:
    told = information(evidence.values)
    return Reason.of(
        "entropy", distinct=len(evidence.texts), bits=round(told.bits, 1), share=told.share
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
    evidence = Evidence.of(name, values, column)
    opinion = decide(evidence)
    kind = evidence.detected.kind if evidence.detected else None
    return ProposedRole(name, opinion.role, opinion.reasons, kind, opinion.confidence)
