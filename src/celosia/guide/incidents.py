"""What to do when something is lost, by what was lost.

References: PDPC/AEPD, Guía básica de anonimización, 2022, step 5, incident management. Where the
General Data Protection Regulation (EU) 2016/679 asks for more than the guide, the advice says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from celosia.text.messages import Message


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

    title: Message
    meaning: Message
    measures: tuple[Message, ...]


NOTIFY = Message("guide.notify")
INVESTIGATE = Message("guide.investigate")

INCIDENTS: Mapping[Loss, Advice] = {
    Loss.DEIDENTIFIED_AND_IDENTITIES: Advice(
        Message("guide.incidents-deidentified-and-identities-title"),
        Message("guide.incidents-deidentified-and-identities-meaning"),
        (NOTIFY, INVESTIGATE),
    ),
    Loss.DEIDENTIFIED: Advice(
        Message("guide.incidents-deidentified-title"),
        Message("guide.incidents-deidentified-meaning"),
        (
            Message("guide.measure-how-many-records-can"),
            NOTIFY,
            INVESTIGATE,
        ),
    ),
    Loss.ANONYMIZED_AND_IDENTITIES: Advice(
        Message("guide.incidents-anonymized-and-identities-title"),
        Message("guide.incidents-anonymized-and-identities-meaning"),
        (
            Message("guide.assess-risk-re-identification-table"),
            NOTIFY,
            INVESTIGATE,
        ),
    ),
    Loss.ANONYMIZED: Advice(
        Message("guide.incidents-anonymized-title"),
        Message("guide.incidents-anonymized-meaning"),
        (
            Message("guide.check-verify-release-again-celosia"),
            INVESTIGATE,
        ),
    ),
    Loss.IDENTITIES: Advice(
        Message("guide.incidents-identities-title"),
        Message("guide.incidents-identities-meaning"),
        (
            Message("guide.issue-new-pseudonyms-new-table"),
            INVESTIGATE,
        ),
    ),
}
