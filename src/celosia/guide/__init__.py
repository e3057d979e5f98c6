"""The authorities' guide as data: use cases, roles, controls, incidents.

PDPC Singapore, *Guide to Basic Anonymisation*, 2022; in Spanish: AEPD, *Guía básica de
anonimización*, 2022. The sentences are our own.
"""

from celosia.guide.checklist import (
    CONTROLS,
    INCIDENTS,
    Advice,
    Control,
    ControlGroup,
    Leak,
    check_answers,
    checklist,
    checklist_record,
)
from celosia.guide.role_questions import (
    QUESTIONS,
    Question,
    RoleVerdict,
    answers_of,
    ask_next,
)
from celosia.guide.use_cases import FAMILIES, USE_CASES, FamilyProfile, UseCaseProfile, family_title

__all__ = [
    "CONTROLS",
    "FAMILIES",
    "INCIDENTS",
    "QUESTIONS",
    "USE_CASES",
    "Advice",
    "Control",
    "ControlGroup",
    "FamilyProfile",
    "Leak",
    "Question",
    "RoleVerdict",
    "UseCaseProfile",
    "answers_of",
    "ask_next",
    "check_answers",
    "checklist",
    "checklist_record",
    "family_title",
]
