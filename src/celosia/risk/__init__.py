"""What is at risk: one file per attacker or estimator."""

from celosia.risk.attacker_risks import (
    JournalistRisk,
    MarketerRisk,
    PopulationUniquenessRisk,
    ProsecutorRisk,
)
from celosia.risk.frequencies import ClassSizes, Frequencies, frequencies
from celosia.risk.individual import IndividualRisk
from celosia.risk.scenario import Attempt, Controls, Harm, Motivation, ScenarioRisk
from celosia.risk.suda import SudaRisk

__all__ = [
    "Attempt",
    "ClassSizes",
    "Controls",
    "Frequencies",
    "Harm",
    "IndividualRisk",
    "JournalistRisk",
    "MarketerRisk",
    "Motivation",
    "PopulationUniquenessRisk",
    "ProsecutorRisk",
    "ScenarioRisk",
    "SudaRisk",
    "frequencies",
]
