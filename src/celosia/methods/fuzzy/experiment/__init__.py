"""The census experiment: six codings of every pair of attributes, judged by the same criteria."""

from celosia.methods.fuzzy.experiment.rows import (
    CensusCoding,
    Criteria,
    ExperimentMode,
    ExperimentRow,
)
from celosia.methods.fuzzy.experiment.run import Experiment, census_experiment
from celosia.methods.fuzzy.experiment.tables import ExperimentTable

__all__ = [
    "CensusCoding",
    "Criteria",
    "Experiment",
    "ExperimentMode",
    "ExperimentRow",
    "ExperimentTable",
    "census_experiment",
]
