"""What guards a release besides its content: the controls of step 5.

References: PDPC/AEPD, Guía básica de anonimización, 2022, step 5, tables of technical, process and
legal controls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from celosia.domain.language import Sentence
from celosia.domain.use_case import UseCase


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
    text: Sentence
    recommended: str
    """The letters of the use cases marked Y; the others are marked N/A."""
    conditions: Mapping[UseCase, Sentence]
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
    en: str,
    es: str,
    conditions: Mapping[UseCase, Sentence] | None = None,
) -> Control:
    return Control(id, group, Sentence(en, es), recommended, conditions or {})


CONTROLS: tuple[Control, ...] = (
    _control(
        "access",
        ControlGroup.TECHNICAL,
        "ABCD",
        "The application lets each user reach only what is theirs to use, with passwords of at "
        "least 12 characters that mix capitals, small letters, digits and signs.",
        "La aplicación da a cada usuario acceso solo a lo que le corresponde, con contraseñas de "
        "al menos 12 caracteres que mezclan mayúsculas, minúsculas, cifras y signos.",
    ),
    _control(
        "accounts",
        ControlGroup.TECHNICAL,
        "ABCD",
        "Accounts are reviewed regularly: of people who left, or changed their task, none remains "
        "with rights it should not have.",
        "Las cuentas se revisan con regularidad: de quien se fue o cambió de tarea no queda "
        "ninguna con permisos que no debe tener.",
    ),
    _control(
        "equipment",
        ControlGroup.TECHNICAL,
        "ABCD",
        "Computers ask for a password at start and at login, and lock themselves when idle.",
        "Los equipos piden contraseña al arrancar y al iniciar sesión, y se bloquean solos si "
        "nadie los usa.",
    ),
    _control(
        "encrypted-data",
        ControlGroup.TECHNICAL,
        "A",
        "The table is encrypted, and the method is checked from time to time to be still sound.",
        "La tabla está cifrada, y cada cierto tiempo se comprueba que el método sigue siendo "
        "seguro.",
        {
            UseCase.INTERNAL_DEIDENTIFIED: Sentence(
                "When the data are delicate, or a large table goes to several departments without "
                "being anonymized.",
                "Cuando los datos son delicados, o una tabla grande va a varios departamentos sin "
                "anonimizar.",
            ),
            UseCase.EXTERNAL: Sentence(
                "Not needed where the risk is low, such as with k of 5 or more.",
                "No hace falta donde el riesgo es bajo, por ejemplo con k de 5 o más.",
            ),
        },
    ),
    _control(
        "encrypted-identities",
        ControlGroup.TECHNICAL,
        "ABC",
        "The table of identities is encrypted, guarded and shared with nobody.",
        "La tabla de identidades está cifrada y custodiada, y no se comparte con nadie.",
        {
            UseCase.RETENTION: Sentence(
                "It must be destroyed instead.", "En su lugar, debe destruirse."
            )
        },
    ),
    _control(
        "separate-key",
        ControlGroup.TECHNICAL,
        "A",
        "The key that opens the table reaches its recipient by another way than the table.",
        "La clave que abre la tabla llega al destinatario por otra vía que la tabla.",
    ),
    _control(
        "incident-plan",
        ControlGroup.PROCESS,
        "ABCD",
        "There is a plan for breaches, and it covers the loss of tables of identities or of "
        "anything else that would undo the protection.",
        "Hay un plan para las brechas, que cubre la pérdida de tablas de identidades o de "
        "cualquier otra cosa que deshaga la protección.",
    ),
    _control(
        "central-register",
        ControlGroup.PROCESS,
        "ABC",
        "One register lists everything that was shared, so that releases which give somebody away "
        "together are noticed.",
        "Un único registro recoge todo lo compartido, para advertir las publicaciones que juntas "
        "delaten a alguien.",
    ),
    _control(
        "risk-reviews",
        ControlGroup.PROCESS,
        "ABCD",
        "Whether people can be re-identified in what was released is examined again regularly.",
        "Se vuelve a examinar con regularidad si en lo publicado se puede reidentificar a alguien.",
    ),
    _control(
        "approved-recipient",
        ControlGroup.PROCESS,
        "AB",
        "Somebody with the authority for it approved who receives the table and what for.",
        "Alguien con autoridad para ello aprobó quién recibe la tabla y para qué.",
    ),
    _control(
        "no-onward-sharing",
        ControlGroup.PROCESS,
        "AB",
        "The recipient may not pass the table on, nor try to re-identify anybody, without "
        "permission.",
        "El destinatario no puede pasar la tabla a otros, ni intentar reidentificar a nadie, sin "
        "permiso.",
    ),
    _control(
        "deletion",
        ControlGroup.PROCESS,
        "AB",
        "Tables that have served their purpose are deleted regularly.",
        "Las tablas que ya cumplieron su fin se borran con regularidad.",
    ),
    _control(
        "audits",
        ControlGroup.PROCESS,
        "ABCD",
        "Internal checks or audits see regularly that all this is followed.",
        "Comprobaciones o auditorías internas ven con regularidad que todo esto se cumple.",
    ),
    _control(
        "agreed-purpose",
        ControlGroup.LEGAL,
        "C",
        "A contract says what the data may be used for, and who answers if it is broken.",
        "Un contrato dice para qué pueden usarse los datos y quién responde si se incumple.",
    ),
    _control(
        "no-reidentification",
        ControlGroup.LEGAL,
        "C",
        "The contract forbids the recipient to try to re-identify anybody.",
        "El contrato prohíbe al destinatario intentar reidentificar a nadie.",
    ),
    _control(
        "recipient-safeguards",
        ControlGroup.LEGAL,
        "C",
        "The contract makes the recipient guard the data as your own organization does.",
        "El contrato obliga al destinatario a custodiar los datos como su propia organización.",
    ),
)
"""Every control of the guide, in its order."""
