"""What guards a release besides its content: the controls of step 5.

References: PDPC/AEPD, Guía básica de anonimización, 2022, step 5, tables of technical, process and
legal controls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from celosia.domain.use_case import UseCase
from celosia.text.messages import Message


class ControlGroup(StrEnum):
    """The guide's three tables."""

    TECHNICAL = "technical"
    PROCESS = "process"
    LEGAL = "legal"


@dataclass(frozen=True, slots=True)
class Control:
    """One measure, and for which use cases the guide recommends it."""

    id: str
    group: ControlGroup
    text: Message
    recommended: str
    """The letters of the use cases marked Y; the others are marked N/A."""
    conditions: Mapping[UseCase, Message]
    """Where the guide's mark holds only under a condition, or with an instruction."""

    def is_recommended(self, use_case: UseCase) -> bool:
        """Tell whether the guide marks it Y."""
        return use_case.value in self.recommended

    def concerns(self, use_case: UseCase) -> bool:
        """Tell whether somebody has to think about it: it is marked Y, or has a condition."""
        return self.is_recommended(use_case) or use_case in self.conditions


def _control(
    id: str,
    group: ControlGroup,
    recommended: str,
    text: Message,
    conditions: Mapping[UseCase, Message] | None = None,
) -> Control:
    return Control(id, group, text, recommended, conditions or {})


CONTROLS: tuple[Control, ...] = (
    _control("access", ControlGroup.TECHNICAL, "ABCD", Message("guide.control-access")),
    _control("accounts", ControlGroup.TECHNICAL, "ABCD", Message("guide.control-accounts")),
    _control("equipment", ControlGroup.TECHNICAL, "ABCD", Message("guide.control-equipment")),
    _control(
        "encrypted-data",
        ControlGroup.TECHNICAL,
        "A",
        Message("guide.control-encrypted-data"),
        {
            UseCase.INTERNAL_DEIDENTIFIED: Message("guide.when-data-delicate-large-table"),
            UseCase.EXTERNAL: Message("guide.not-needed-where-risk-low"),
        },
    ),
    _control(
        "encrypted-identities",
        ControlGroup.TECHNICAL,
        "ABC",
        Message("guide.control-encrypted-identities"),
        {UseCase.RETENTION: Message("guide.must-destroyed-instead")},
    ),
    _control("separate-key", ControlGroup.TECHNICAL, "A", Message("guide.control-separate-key")),
    _control("incident-plan", ControlGroup.PROCESS, "ABCD", Message("guide.control-incident-plan")),
    _control(
        "central-register", ControlGroup.PROCESS, "ABC", Message("guide.control-central-register")
    ),
    _control("risk-reviews", ControlGroup.PROCESS, "ABCD", Message("guide.control-risk-reviews")),
    _control(
        "approved-recipient",
        ControlGroup.PROCESS,
        "AB",
        Message("guide.control-approved-recipient"),
    ),
    _control(
        "no-onward-sharing", ControlGroup.PROCESS, "AB", Message("guide.control-no-onward-sharing")
    ),
    _control("deletion", ControlGroup.PROCESS, "AB", Message("guide.control-deletion")),
    _control("audits", ControlGroup.PROCESS, "ABCD", Message("guide.control-audits")),
    _control("agreed-purpose", ControlGroup.LEGAL, "C", Message("guide.control-agreed-purpose")),
    _control(
        "no-reidentification", ControlGroup.LEGAL, "C", Message("guide.control-no-reidentification")
    ),
    _control(
        "recipient-safeguards",
        ControlGroup.LEGAL,
        "C",
        Message("guide.control-recipient-safeguards"),
    ),
)
"""Every control of the guide, in its order."""
