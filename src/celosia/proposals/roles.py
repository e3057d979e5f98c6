"""Propose what each column means for privacy; a person decides."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.domain.roles import Role
from celosia.domain.schema import Column
from celosia.domain.values import ValueCounts
from celosia.proposals.kinds import Kind
from celosia.proposals.reasons import Reason
from celosia.proposals.role_rules import Evidence, decide


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
