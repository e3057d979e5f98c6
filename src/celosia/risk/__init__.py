"""What is at risk: one file per attacker or estimator."""

from celosia.risk.frequencies import Frequencies, frequencies
from celosia.risk.individual import IndividualRisk
from celosia.risk.journalist import JournalistRisk
from celosia.risk.marketer import MarketerRisk
from celosia.risk.population_risk import PopulationUniquenessRisk
from celosia.risk.prosecutor import ProsecutorRisk
from celosia.risk.scenario import Attempt, Controls, Harm, Motivation, ScenarioRisk
from celosia.risk.size_table import ClassSizes, SizeBand
from celosia.risk.subjects import SubjectClasses
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
    "SizeBand",
    "SubjectClasses",
    "SudaRisk",
    "frequencies",
]
