"""What guards a release besides its content: the controls of step 5, and what to do after a loss.

References: PDPC/AEPD, Guía básica de anonimización, 2022, step 5. Where the General Data Protection
Regulation (EU) 2016/679 asks for more than the guide, the advice says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from celosia.core.model import UseCase
from celosia.errors import ParameterError
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


YES, NO = "yes", "no"
"""Any other answer is the reason why a control is not applicable."""
_BY_ID = {control.id: control for control in CONTROLS}


def checklist(use_case: UseCase) -> tuple[Control, ...]:
    """Give the controls that a use case has to think about.

    >>> [len(checklist(case)) for case in UseCase]
    [13, 11, 12, 7, 0]
    """
    return tuple(control for control in CONTROLS if control.concerns(use_case))


def check_answers(answers: Mapping[str, str]) -> None:
    """Raise for answers to controls that the guide does not know, and for empty ones."""
    unknown = [name for name in answers if name not in _BY_ID]
    if unknown:
        raise ParameterError("guide.no-controls-controls", unknown=unknown, controls=_BY_ID)
    empty = [name for name, answer in answers.items() if not answer.strip()]
    if empty:
        raise ParameterError("guide.controls-without-answer-write-yes", empty=empty)


def checklist_record(use_case: UseCase, answers: Mapping[str, str]) -> dict[str, Any]:
    """Give the checklist as a certificate holds it; what nobody answered is listed.

    >>> record = checklist_record(UseCase.RETENTION, {"audits": "yes", "deletion": "no"})
    >>> record["answers"]["audits"], record["missing"]
    ({'answer': 'yes'}, ['deletion'])
    """
    check_answers(answers)
    given = {c.id: answers[c.id] for c in CONTROLS if c.id in answers}
    return {
        "use_case": use_case.value,
        "answers": {name: _entry(answer) for name, answer in given.items()},
        "missing": [name for name, answer in given.items() if answer == NO],
        "unanswered": [c.id for c in checklist(use_case) if c.id not in answers],
    }


def _entry(answer: str) -> dict[str, str]:
    if answer in (YES, NO):
        return {"answer": answer}
    return {"answer": "not applicable", "reason": answer}


class Leak(StrEnum):
    """What got out."""

    DEIDENTIFIED_AND_IDENTITIES = "deidentified-and-identities"
    DEIDENTIFIED = "deidentified"
    ANONYMIZED_AND_IDENTITIES = "anonymized-and-identities"
    ANONYMIZED = "anonymized"
    IDENTITIES = "identities"


@dataclass(frozen=True, slots=True)
class Advice:
    """How serious it is, and what to do, in order."""

    title: Message
    meaning: Message
    measures: tuple[Message, ...]


NOTIFY = Message("guide.notify")
INVESTIGATE = Message("guide.investigate")

INCIDENTS: Mapping[Leak, Advice] = {
    Leak.DEIDENTIFIED_AND_IDENTITIES: Advice(
        Message("guide.incidents-deidentified-and-identities-title"),
        Message("guide.incidents-deidentified-and-identities-meaning"),
        (NOTIFY, INVESTIGATE),
    ),
    Leak.DEIDENTIFIED: Advice(
        Message("guide.incidents-deidentified-title"),
        Message("guide.incidents-deidentified-meaning"),
        (
            Message("guide.measure-how-many-records-can"),
            NOTIFY,
            INVESTIGATE,
        ),
    ),
    Leak.ANONYMIZED_AND_IDENTITIES: Advice(
        Message("guide.incidents-anonymized-and-identities-title"),
        Message("guide.incidents-anonymized-and-identities-meaning"),
        (
            Message("guide.assess-risk-re-identification-table"),
            NOTIFY,
            INVESTIGATE,
        ),
    ),
    Leak.ANONYMIZED: Advice(
        Message("guide.incidents-anonymized-title"),
        Message("guide.incidents-anonymized-meaning"),
        (
            Message("guide.check-verify-release-again-celosia"),
            INVESTIGATE,
        ),
    ),
    Leak.IDENTITIES: Advice(
        Message("guide.incidents-identities-title"),
        Message("guide.incidents-identities-meaning"),
        (
            Message("guide.issue-new-pseudonyms-new-table"),
            INVESTIGATE,
        ),
    ),
}
