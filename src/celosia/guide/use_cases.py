"""What the table is for: the guide's five use cases, and what each asks for.

References: PDPC/AEPD, Guía básica de anonimización, 2022, section 4 and steps 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from celosia.core.model import UseCase
from celosia.core.technique import TECHNIQUES, Family
from celosia.text.messages import Message, verbatim


@dataclass(frozen=True, slots=True)
class FamilyProfile:
    """What people call a family of techniques."""

    family: Family
    title: Message

    @property
    def kinds(self) -> tuple[str, ...]:
        """The techniques of a recipe that belong to it."""
        return tuple(kind for kind, made in TECHNIQUES.items() if made.family is self.family)


def family_title(kind: str) -> Message:
    """Say to which family a technique of a recipe belongs; its own name where to none.

    >>> family_title("date-period").text("es")
    'generalización'
    """
    family = TECHNIQUES[kind].family
    return verbatim(kind) if family is None else FAMILIES[family].title


FAMILIES: Mapping[Family, FamilyProfile] = {
    each.family: each
    for each in (
        FamilyProfile(Family.RECORD_SUPPRESSION, Message("guide.record-suppression")),
        FamilyProfile(
            Family.ATTRIBUTE_SUPPRESSION,
            Message("guide.attribute-suppression"),
        ),
        FamilyProfile(Family.MASKING, Message("guide.character-masking")),
        FamilyProfile(Family.GENERALIZATION, Message("guide.generalization")),
        FamilyProfile(Family.PERTURBATION, Message("guide.data-perturbation")),
        FamilyProfile(Family.SWAPPING, Message("guide.swapping")),
        FamilyProfile(Family.PSEUDONYMIZATION, Message("guide.pseudonymization")),
    )
}


@dataclass(frozen=True, slots=True)
class UseCaseProfile:
    """What a use case asks for."""

    title: Message
    description: Message
    steps: tuple[int, ...]
    """Of the five, those that apply."""
    anonymized: bool
    """Whether the guide takes the result for anonymized data; else it stays personal data."""
    families: tuple[Family, ...]
    """Techniques that step 3 suggests."""


ALL_STEPS = (1, 2, 3, 4, 5)
FOR_SHARING = (
    Family.RECORD_SUPPRESSION,
    Family.ATTRIBUTE_SUPPRESSION,
    Family.MASKING,
    Family.GENERALIZATION,
)

USE_CASES: Mapping[UseCase, UseCaseProfile] = {
    UseCase.INTERNAL_DEIDENTIFIED: UseCaseProfile(
        title=Message("guide.use-cases-internal-deidentified-title"),
        description=Message("guide.use-cases-internal-deidentified-description"),
        steps=(1, 2, 5),
        anonymized=False,
        families=(),
    ),
    UseCase.INTERNAL: UseCaseProfile(
        title=Message("guide.use-cases-internal-title"),
        description=Message("guide.use-cases-internal-description"),
        steps=ALL_STEPS,
        anonymized=True,
        families=FOR_SHARING,
    ),
    UseCase.EXTERNAL: UseCaseProfile(
        title=Message("guide.use-cases-external-title"),
        description=Message("guide.use-cases-external-description"),
        steps=ALL_STEPS,
        anonymized=True,
        families=FOR_SHARING,
    ),
    UseCase.RETENTION: UseCaseProfile(
        title=Message("guide.use-cases-retention-title"),
        description=Message("guide.use-cases-retention-description"),
        steps=ALL_STEPS,
        anonymized=True,
        families=(*FOR_SHARING, Family.PERTURBATION),
    ),
    UseCase.SYNTHETIC: UseCaseProfile(
        title=Message("guide.use-cases-synthetic-title"),
        description=Message("guide.use-cases-synthetic-description"),
        steps=(1, 2, 3),
        anonymized=True,
        families=(Family.PERTURBATION, Family.SWAPPING),
    ),
}
