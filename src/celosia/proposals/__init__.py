"""What a person is offered to decide on: roles, quasi-identifiers, k."""

from celosia.proposals.behaviour import Behaviour
from celosia.proposals.column_signs import ColumnSigns
from celosia.proposals.counted_records import CountedColumns, observe_counted
from celosia.proposals.detect_kind import DetectedKind, Kind, detect
from celosia.proposals.inside_text import INSIDE, count_inside
from celosia.proposals.knee import knee, knee_of_k
from celosia.proposals.missing_codes import find_missing_codes
from celosia.proposals.names import name_pattern
from celosia.proposals.propose_diversity import ProposedDiversity, propose_diversity
from celosia.proposals.propose_subject import propose_subject
from celosia.proposals.quasi_identifiers import (
    Combination,
    QuasiIdentifierProposal,
    choose,
    propose_quasi_identifiers,
)
from celosia.proposals.role_rules import ProposedRole, Reason, propose_role, role_of
from celosia.proposals.sampled_records import observe

__all__ = [
    "INSIDE",
    "Behaviour",
    "ColumnSigns",
    "Combination",
    "CountedColumns",
    "DetectedKind",
    "Kind",
    "ProposedDiversity",
    "ProposedRole",
    "QuasiIdentifierProposal",
    "Reason",
    "choose",
    "count_inside",
    "detect",
    "find_missing_codes",
    "knee",
    "knee_of_k",
    "name_pattern",
    "observe",
    "observe_counted",
    "propose_diversity",
    "propose_quasi_identifiers",
    "propose_role",
    "propose_subject",
    "role_of",
]
