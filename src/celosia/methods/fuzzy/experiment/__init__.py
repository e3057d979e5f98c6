"""The census experiment: six codings of every pair of attributes, judged by the same criteria."""

from celosia.methods.fuzzy.experiment.census_run import (
    Experiment,
    ExperimentTable,
    census_experiment,
)
from celosia.methods.fuzzy.experiment.criteria import (
    CensusCoding,
    Criteria,
    ExperimentMode,
    ExperimentRow,
)

__all__ = [
    "CensusCoding",
    "Criteria",
    "Experiment",
    "ExperimentMode",
    "ExperimentRow",
    "ExperimentTable",
    "census_experiment",
]
