"""What to do when something is lost, by what was lost.

References: PDPC/AEPD, Guía básica de anonimización, 2022, step 5, incident management. Where the
General Data Protection Regulation (EU) 2016/679 asks for more than the guide, the advice says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from celosia.domain.language import Sentence


class Loss(StrEnum):
    """What got out."""

    DEIDENTIFIED_AND_IDENTITIES = "deidentified-and-identities"
    DEIDENTIFIED = "deidentified"
    ANONYMIZED_AND_IDENTITIES = "anonymized-and-identities"
    ANONYMIZED = "anonymized"
    IDENTITIES = "identities"


@dataclass(frozen=True, slots=True)
class Advice:
    """How serious it is, and what to do, in order."""

    title: Sentence
    meaning: Sentence
    measures: tuple[Sentence, ...]


NOTIFY = Sentence(
    "Decide whether the breach must be notified, and if so tell the authority (in the European "
    "Union within 72 hours, GDPR art. 33) and the people affected (art. 34).",
    "Decida si la brecha debe notificarse y, si es así, comuníquela a la autoridad (en la Unión "
    "Europea en 72 horas, RGPD art. 33) y a las personas afectadas (art. 34).",
)
INVESTIGATE = Sentence(
    "Find out how it happened, and close that way for the future.",
    "Averigüe cómo ocurrió y cierre esa vía para el futuro.",
)

INCIDENTS: Mapping[Loss, Advice] = {
    Loss.DEIDENTIFIED_AND_IDENTITIES: Advice(
        Sentence(
            "De-identified records and the table of identities",
            "Registros desidentificados y la tabla de identidades",
        ),
        Sentence(
            "As grave as losing the original: every record can be given its name back.",
            "Tan grave como perder el original: a cada registro se le puede devolver su nombre.",
        ),
        (NOTIFY, INVESTIGATE),
    ),
    Loss.DEIDENTIFIED: Advice(
        Sentence("De-identified records only", "Solo registros desidentificados"),
        Sentence(
            "They are personal data, and people may be recognized by combining columns. That "
            "identifiers were removed and how the rest was guarded speak in your favour.",
            "Son datos personales, y combinando columnas se puede reconocer a personas. Que se "
            "quitaran los identificadores y cómo se custodiaba el resto cuentan a su favor.",
        ),
        (
            Sentence(
                "Measure how many records can be recognized (`celosia profile`).",
                "Mida cuántos registros se pueden reconocer (`celosia profile`).",
            ),
            NOTIFY,
            INVESTIGATE,
        ),
    ),
    Loss.ANONYMIZED_AND_IDENTITIES: Advice(
        Sentence(
            "Anonymized records and the table of identities",
            "Registros anonimizados y la tabla de identidades",
        ),
        Sentence(
            "If the records carry pseudonyms, the table undoes them; the risk has to be assessed "
            "anew.",
            "Si los registros llevan seudónimos, la tabla los deshace; hay que volver a evaluar "
            "el riesgo.",
        ),
        (
            Sentence(
                "Assess the risk of re-identification with the table of identities at hand; where "
                "it is high, go on as with a breach of personal data.",
                "Evalúe el riesgo de reidentificación contando con la tabla de identidades; si es "
                "alto, siga como ante una brecha de datos personales.",
            ),
            NOTIFY,
            INVESTIGATE,
        ),
    ),
    Loss.ANONYMIZED: Advice(
        Sentence("Anonymized records only", "Solo registros anonimizados"),
        Sentence(
            "If the techniques were applied well, it is not a breach that must be notified.",
            "Si las técnicas se aplicaron bien, no es una brecha que deba notificarse.",
        ),
        (
            Sentence(
                "Check it: verify the release again (`celosia verify`) and look for other "
                "releases of the same people.",
                "Compruébelo: verifique de nuevo la publicación (`celosia verify`) y busque otras "
                "publicaciones de las mismas personas.",
            ),
            INVESTIGATE,
        ),
    ),
    Loss.IDENTITIES: Advice(
        Sentence("The table of identities only", "Solo la tabla de identidades"),
        Sentence(
            "While the records stay guarded, the guide does not ask for a notification. In the "
            "European Union a list of people is itself personal data: have it assessed.",
            "Mientras los registros sigan a salvo, la guía no pide notificarlo. En la Unión "
            "Europea una lista de personas ya es en sí datos personales: haga que se evalúe.",
        ),
        (
            Sentence(
                "Issue new pseudonyms and a new table of identities at once; the old ones no "
                "longer protect anybody.",
                "Emita cuanto antes seudónimos nuevos y una tabla de identidades nueva; los "
                "antiguos ya no protegen a nadie.",
            ),
            INVESTIGATE,
        ),
    ),
}
