"""From questions that anybody can answer to the role of a column: the diagram of step 1.

The guide knows direct identifiers, indirect identifiers and target attributes. Its targets are
sensitive or insensitive here, which the last question tells apart.

References: PDPC/AEPD, Guía básica de anonimización, 2022, step 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from celosia.domain.language import Sentence
from celosia.domain.roles import Role
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Verdict:
    """The role that the answers lead to, and why."""

    role: Role | None
    """None: leave the column out."""
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Question:
    """One diamond of the diagram: one of its answers ends it, the other leads on."""

    id: str
    text: Sentence
    ends_with: bool
    """The answer that decides."""
    verdict: Verdict


NEEDED = Question(
    "needed",
    Sentence(
        "Does whoever receives the table need this column?",
        "¿Necesita esta columna quien va a recibir la tabla?",
    ),
    False,
    Verdict(
        None,
        Sentence(
            "What nobody needs should not travel: the column is left out.",
            "Lo que nadie necesita no debe viajar: la columna se omite.",
        ),
    ),
)
UNIQUE = Question(
    "unique",
    Sentence(
        "Does each value belong to one person (a name, a number, an address of e-mail)?",
        "¿Pertenece cada valor a una sola persona (un nombre, un número, un correo)?",
    ),
    True,
    Verdict(
        Role.IDENTIFIER,
        Sentence(
            "It points at a person by itself: it is dropped or replaced by a pseudonym.",
            "Señala a una persona por sí sola: se elimina o se cambia por un seudónimo.",
        ),
    ),
)
ACCESSIBLE = Question(
    "accessible",
    Sentence(
        "Could somebody know it from elsewhere: public sources, social networks, acquaintance?",
        "¿Podría alguien conocerla por otra vía: fuentes públicas, redes sociales, trato personal?",
    ),
    True,
    Verdict(
        Role.QUASI_IDENTIFIER,
        Sentence(
            "Together with others it could lead to a person: its detail has to be reduced.",
            "Junto con otras podría llevar hasta una persona: hay que reducir su detalle.",
        ),
    ),
)
HARMFUL = Question(
    "harmful",
    Sentence(
        "Would it harm a person if others learned it?",
        "¿Perjudicaría a una persona que otros la conocieran?",
    ),
    True,
    Verdict(
        Role.SENSITIVE,
        Sentence(
            "It is what the table is for, and what must not be learned of anybody.",
            "Es aquello para lo que sirve la tabla, y lo que no se debe averiguar de nadie.",
        ),
    ),
)
HARMLESS = Verdict(
    Role.INSENSITIVE,
    Sentence(
        "Nobody can be found by it nor harmed by it: it is published as it is.",
        "No sirve para encontrar a nadie ni perjudica a nadie: se publica tal cual.",
    ),
)
QUESTIONS = (NEEDED, UNIQUE, ACCESSIBLE, HARMFUL)
"""In the order in which the diagram asks them."""


def ask_next(answers: Mapping[str, bool]) -> Question | Verdict:
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


def verdict_of(answers: Mapping[str, bool]) -> Verdict:
    """Give what a complete set of answers comes to."""
    found = ask_next(answers)
    if isinstance(found, Question):
        raise ParameterError(f"The question '{found.id}' is not answered yet.")
    return found


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
