"""Every measure of cost, in one place; objectives are in `objectives`."""

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.labels import read_label
from celosia.core.values import CodedCells
from celosia.utility.ambiguity import Ambiguity
from celosia.utility.certainty_penalty import CertaintyPenalty, attribute_penalty, cell_penalty
from celosia.utility.column_summary import ColumnSummary, SummaryChange
from celosia.utility.components import ComponentChange, PrincipalComponents
from celosia.utility.correlation import CorrelationChange, pearson_matrix
from celosia.utility.distribution import DistributionChange, total_variation, wasserstein
from celosia.utility.entropy import EntropyLoss
from celosia.utility.il1s import IL1s
from celosia.utility.kl_divergence import KLDivergence
from celosia.utility.mutual_information import MutualInformationChange
from celosia.utility.prediction import PredictiveUtility
from celosia.utility.size_costs import ClassSizeLoss, SuppressedShare
from celosia.utility.table_pair import Differences, TablePair

__all__ = [
    "Ambiguity",
    "AttributeDomain",
    "CertaintyPenalty",
    "ClassSizeLoss",
    "CodedCells",
    "ColumnSummary",
    "ComponentChange",
    "CorrelationChange",
    "Differences",
    "DistributionChange",
    "EntropyLoss",
    "IL1s",
    "KLDivergence",
    "MutualInformationChange",
    "PredictiveUtility",
    "PrincipalComponents",
    "SummaryChange",
    "SuppressedShare",
    "TablePair",
    "attribute_penalty",
    "cell_penalty",
    "pearson_matrix",
    "read_label",
    "total_variation",
    "wasserstein",
]
