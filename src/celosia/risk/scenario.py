"""Would somebody try, and would it work: the authorities' simplified model.

PDPC Singapore, *Guide to Basic Anonymisation*, 2022, annex D; in Spanish: AEPD, *Guía básica de
anonimización*, 2022. It is for releases that are not public, to a recipient who may be motivated,
and takes the prosecutor's view of k.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from celosia.core.parameters import check_between, check_whole
from celosia.errors import ParameterError
from celosia.text.messages import Message

Harm = Literal["low", "medium", "high"]
Motivation = Literal["low", "medium", "high"]
Controls = Literal["high", "medium", "low", "none"]

# The guide says "cuanto mayor sea el daño potencial, mayor debe ser el umbral", but its own table
# lowers the threshold as the harm grows, which is what caution asks for: the table is followed.
THRESHOLDS: Mapping[Harm, float] = {"low": 0.2, "medium": 0.1, "high": 0.01}
"""The risk that is accepted, by the harm that a re-identification could do."""

INSIDER: Mapping[Controls, Mapping[Motivation, float]] = {
    "high": {"low": 0.03, "medium": 0.05, "high": 0.1},
    "medium": {"low": 0.2, "medium": 0.25, "high": 0.3},
    "low": {"low": 0.4, "medium": 0.5, "high": 0.6},
    "none": {"low": 1.0, "medium": 1.0, "high": 1.0},
}
"""P(attempt) of a deliberate insider, by mitigating controls and by motivation and resources."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """How likely each of the three scenarios makes an attempt to re-identify.

    >>> Attempt.of("medium", "high", acquaintance=0.02, breach=0.04).probability
    0.05
    """

    insider: float
    """Deliberate attack by somebody who receives the table."""
    acquaintance: float
    """The recipient knows somebody in the table, and recognizes the person unwittingly."""
    breach: float
    """The recipient's systems leak the table."""

    def __post_init__(self) -> None:
        for name in ("insider", "acquaintance", "breach"):
            check_between(f"Attempt: {name}", getattr(self, name), 0, 1)

    @classmethod
    def of(
        cls,
        motivation: Motivation,
        controls: Controls,
        acquaintance: float = 0.0,
        breach: float = 0.0,
    ) -> Attempt:
        """Look up the insider in the guide's table."""
        if controls not in INSIDER or motivation not in INSIDER[controls]:
            raise ParameterError("risk.attempt-motivation-low-medium-high")
        return cls(INSIDER[controls][motivation], acquaintance, breach)

    @property
    def probability(self) -> float:
        """The highest of the three."""
        return max(self.insider, self.acquaintance, self.breach)


@dataclass(frozen=True, slots=True)
class ScenarioRisk:
    """P(re-identification) = P(attempt) / k, against the threshold for the harm it could do.

    References: PDPC, *Guide to Basic Anonymisation* (AEPD, *Guía básica de anonimización*), 2022,
    annex D.

    >>> risk = ScenarioRisk.of(5, "medium", Attempt.of("low", "medium"))
    >>> risk.probability, risk.threshold, risk.acceptable
    (0.04, 0.1, True)
    """

    k: int
    attempt: float
    threshold: float

    @classmethod
    def of(cls, k: int, harm: Harm, attempt: Attempt) -> ScenarioRisk:
        """Judge a table whose smallest class holds `k` records."""
        check_whole("ScenarioRisk: k", k, least=1)
        if harm not in THRESHOLDS:
            raise ParameterError("risk.scenariorisk-harm-low-medium-high")
        return cls(k, attempt.probability, THRESHOLDS[harm])

    @property
    def probability(self) -> float:
        """Chance that the table's most exposed record is re-identified."""
        return self.attempt / self.k

    @property
    def acceptable(self) -> bool:
        """Whether the chance is not over the threshold."""
        return self.probability <= self.threshold + 1e-12

    @property
    def needed(self) -> int:
        """The least k whose risk is not over the threshold."""
        return max(1, ceil(self.attempt / self.threshold - 1e-9))

    def to_dict(self) -> dict[str, Any]:
        """Give the figures; the verdict is a sentence."""
        return {
            "probability": self.probability,
            "attempt": self.attempt,
            "threshold": self.threshold,
            "acceptable": self.acceptable,
            "needed_k": self.needed,
        }

    @property
    def verdict(self) -> Message:
        """Say it plainly."""
        told = Message(
            "risk.scenario-within" if self.acceptable else "risk.scenario-over",
            risk=self.probability,
            threshold=self.threshold,
            attempt=self.attempt,
            k=self.k,
        )
        return told if self.acceptable else told.given(needed=self.needed)
