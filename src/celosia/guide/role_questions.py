"""From questions that anybody can answer to the role of a column: the diagram of step 1.

The guide knows direct identifiers, indirect identifiers and target attributes. Its targets are
sensitive or insensitive here, which the last question tells apart.

References: PDPC/AEPD, Guía básica de anonimización, 2022, step 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from celosia.core.schema import Role
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class RoleVerdict:
    """The role that the answers lead to, and why."""

    role: Role | None
    """None: leave the column out."""
    reason: Message


@dataclass(frozen=True, slots=True)
class Question:
    """One diamond of the diagram: one of its answers ends it, the other leads on."""

    id: str
    text: Message
    ends_with: bool
    """The answer that decides."""
    verdict: RoleVerdict


NEEDED = Question(
    "needed",
    Message("guide.needed-meaning"),
    False,
    RoleVerdict(
        None,
        Message("guide.needed-3"),
    ),
)
UNIQUE = Question(
    "unique",
    Message("guide.unique-meaning"),
    True,
    RoleVerdict(
        Role.IDENTIFIER,
        Message("guide.unique-3-meaning"),
    ),
)
ACCESSIBLE = Question(
    "accessible",
    Message("guide.accessible-meaning"),
    True,
    RoleVerdict(
        Role.QUASI_IDENTIFIER,
        Message("guide.accessible-3-meaning"),
    ),
)
HARMFUL = Question(
    "harmful",
    Message("guide.harmful-meaning"),
    True,
    RoleVerdict(
        Role.SENSITIVE,
        Message("guide.harmful-3-meaning"),
    ),
)
HARMLESS = RoleVerdict(
    Role.INSENSITIVE,
    Message("guide.harmless-meaning"),
)
QUESTIONS = (NEEDED, UNIQUE, ACCESSIBLE, HARMFUL)
"""In the order in which the diagram asks them."""


def ask_next(answers: Mapping[str, bool]) -> Question | RoleVerdict:
    """Give the next question after some answers, or what they come to.

    >>> ask_next({"needed": True}).id
    'unique'
    >>> ask_next({"needed": True, "unique": True}).role
    <Role.IDENTIFIER: 'identifier'>
    """
    for question in QUESTIONS:
        if question.id not in answers:
            return question
        if answers[question.id] is question.ends_with:
            return question.verdict
    return HARMLESS


def answers_of(role: Role | None) -> dict[str, bool]:
    """Give the answers that lead to a role, to propose them.

    >>> answers_of(Role.IDENTIFIER)
    {'needed': True, 'unique': True}
    """
    answers: dict[str, bool] = {}
    for question in QUESTIONS:
        if question.verdict.role is role:
            return {**answers, question.id: question.ends_with}
        answers[question.id] = not question.ends_with
    return answers
