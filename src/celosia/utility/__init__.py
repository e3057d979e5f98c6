"""What is lost: one file per measure.

Objectives are what a search minimizes. Measures are of three sorts, and each says which it is:
from labels and the original domain (NCP and GCP, ambiguity, entropy, KL divergence, suppressed
share); from classes (discernibility, average class size); and comparisons of two tables, with
records in any order (distribution, summary, correlation, components, mutual information,
prediction) or linked record by record (IL1s). `utility_figures` gives them all under stable names;
`SideBySide` puts several releases beside each other.
"""

from __future__ import annotations

from collections.abc import Mapping

from celosia.domain.objective import Objective
from celosia.errors import ParameterError
from celosia.utility.ambiguity import Ambiguity
from celosia.utility.attribute_domain import AttributeDomain
from celosia.utility.average_class_size import AverageClassSize
from celosia.utility.certainty_penalty import CertaintyPenalty, attribute_penalty, cell_penalty
from celosia.utility.class_sizes import ClassSizeLoss
from celosia.utility.coded_cells import CodedCells
from celosia.utility.column_summary import ColumnSummary, SummaryChange
from celosia.utility.compare import SideBySide, TradeOff
from celosia.utility.components import ComponentChange, PrincipalComponents
from celosia.utility.correlation import CorrelationChange, pearson_matrix
from celosia.utility.differences import Differences
from celosia.utility.discernibility import Discernibility
from celosia.utility.distribution import DistributionChange, total_variation, wasserstein
from celosia.utility.entropy import NonUniformEntropy
from celosia.utility.entropy_loss import EntropyLoss
from celosia.utility.figures import utility_figures
from celosia.utility.height import Height
from celosia.utility.il1s import IL1s
from celosia.utility.kl_divergence import KLDivergence
from celosia.utility.labels import read_label
from celosia.utility.loss import Loss
from celosia.utility.mutual_information import MutualInformationChange
from celosia.utility.precision import Precision
from celosia.utility.prediction import PredictiveUtility
from celosia.utility.suppressed_share import SuppressedShare
from celosia.utility.table_pair import TablePair

OBJECTIVES: Mapping[str, Objective] = {
    objective.name: objective
    for objective in (
        Loss(),
        Height(),
        Precision(),
        NonUniformEntropy(),
        Discernibility(),
        AverageClassSize(),
    )
}


def objective(name: str) -> Objective:
    """Find an objective by its name.

    >>> objective("loss")
    Loss()
    """
    if name not in OBJECTIVES:
        raise ParameterError(f"Unknown objective '{name}'. Objectives: {', '.join(OBJECTIVES)}.")
    return OBJECTIVES[name]


__all__ = [
    "OBJECTIVES",
    "Ambiguity",
    "AttributeDomain",
    "AverageClassSize",
    "CertaintyPenalty",
    "ClassSizeLoss",
    "CodedCells",
    "ColumnSummary",
    "ComponentChange",
    "CorrelationChange",
    "Differences",
    "Discernibility",
    "DistributionChange",
    "EntropyLoss",
    "Height",
    "IL1s",
    "KLDivergence",
    "Loss",
    "MutualInformationChange",
    "NonUniformEntropy",
    "Precision",
    "PredictiveUtility",
    "PrincipalComponents",
    "SideBySide",
    "SummaryChange",
    "SuppressedShare",
    "TablePair",
    "TradeOff",
    "attribute_penalty",
    "cell_penalty",
    "objective",
    "pearson_matrix",
    "read_label",
    "total_variation",
    "utility_figures",
    "wasserstein",
]
