"""Which controls there are, answered: the checklist of step 5.

References: PDPC/AEPD, Guía básica de anonimización, 2022, step 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from celosia.domain.use_case import UseCase
from celosia.errors import ParameterError
from celosia.guide.controls import CONTROLS, Control

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
