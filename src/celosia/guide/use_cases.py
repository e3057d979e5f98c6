"""What the table is for: the guide's five use cases, and what each asks for.

References: PDPC/AEPD, Guía básica de anonimización, 2022, section 4 and steps 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from celosia.domain.language import Sentence
from celosia.domain.technique import TECHNIQUES, Family
from celosia.domain.use_case import UseCase


@dataclass(frozen=True, slots=True)
class FamilyProfile:
    """What people call a family of techniques."""

    family: Family
    title: Sentence

    @property
    def kinds(self) -> tuple[str, ...]:
        """The techniques of a recipe that belong to it."""
        return tuple(kind for kind, made in TECHNIQUES.items() if made.family is self.family)


def family_title(kind: str) -> Sentence:
    """Say to which family a technique of a recipe belongs; its own name where to none.

    >>> family_title("date-period").es
    'generalización'
    """
    family = TECHNIQUES[kind].family
    return Sentence(kind, kind) if family is None else FAMILIES[family].title


FAMILIES: Mapping[Family, FamilyProfile] = {
    each.family: each
    for each in (
        FamilyProfile(
            Family.RECORD_SUPPRESSION, Sentence("record suppression", "supresión de registros")
        ),
        FamilyProfile(
            Family.ATTRIBUTE_SUPPRESSION,
            Sentence("attribute suppression", "supresión de atributos"),
        ),
        FamilyProfile(
            Family.MASKING, Sentence("character masking", "enmascaramiento de caracteres")
        ),
        FamilyProfile(Family.GENERALIZATION, Sentence("generalization", "generalización")),
        FamilyProfile(Family.PERTURBATION, Sentence("data perturbation", "perturbación de datos")),
        FamilyProfile(Family.SWAPPING, Sentence("swapping", "intercambio")),
        FamilyProfile(Family.PSEUDONYMIZATION, Sentence("pseudonymization", "seudonimización")),
    )
}


@dataclass(frozen=True, slots=True)
class UseCaseProfile:
    """What a use case asks for."""

    title: Sentence
    description: Sentence
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
        title=Sentence(
            "Sharing inside the organization, de-identified",
            "Compartir dentro de la organización, desidentificado",
        ),
        description=Sentence(
            "Another department needs the records in full detail. Only the identifiers go, so "
            "people can still be recognized: the result remains personal data.",
            "Otro departamento necesita los registros con todo su detalle. Solo se quitan los "
            "identificadores, así que aún se puede reconocer a las personas: los datos siguen "
            "siendo personales.",
        ),
        steps=(1, 2, 5),
        anonymized=False,
        families=(),
    ),
    UseCase.INTERNAL: UseCaseProfile(
        title=Sentence(
            "Sharing inside the organization, anonymized",
            "Compartir dentro de la organización, anonimizado",
        ),
        description=Sentence(
            "Trends are enough, the content is delicate, or several departments will have the "
            "table: nobody should be recognizable in it.",
            "Bastan las tendencias, el contenido es delicado o la tabla llegará a varios "
            "departamentos: nadie debería poder ser reconocido en ella.",
        ),
        steps=ALL_STEPS,
        anonymized=True,
        families=FOR_SHARING,
    ),
    UseCase.EXTERNAL: UseCaseProfile(
        title=Sentence("Sharing with a third party", "Compartir con un tercero"),
        description=Sentence(
            "An authorized partner outside the organization receives the records, under an "
            "agreement.",
            "Un socio autorizado, ajeno a la organización, recibe los registros en virtud de un "
            "acuerdo.",
        ),
        steps=ALL_STEPS,
        anonymized=True,
        families=FOR_SHARING,
    ),
    UseCase.RETENTION: UseCaseProfile(
        title=Sentence("Keeping data for the long term", "Conservar los datos a largo plazo"),
        description=Sentence(
            "The records are kept for analysis after the time for which they could be kept as "
            "personal data.",
            "Los registros se guardan para su análisis cuando ya ha pasado el plazo en que podían "
            "guardarse como datos personales.",
        ),
        steps=ALL_STEPS,
        anonymized=True,
        families=(*FOR_SHARING, Family.PERTURBATION),
    ),
    UseCase.SYNTHETIC: UseCaseProfile(
        title=Sentence(
            "Synthetic data for developing and testing software",
            "Datos sintéticos para desarrollar y probar programas",
        ),
        description=Sentence(
            "A program needs records of the right form. Every column, the sensitive ones too, is "
            "changed so much that no record is anybody's; statistics are not kept, so nothing "
            "should be learned from them.",
            "Un programa necesita registros con la forma debida. Todas las columnas, también las "
            "sensibles, cambian tanto que ningún registro es de nadie; las estadísticas no se "
            "conservan, así que no deben servir para aprender nada.",
        ),
        steps=(1, 2, 3),
        anonymized=True,
        families=(Family.PERTURBATION, Family.SWAPPING),
    ),
}
