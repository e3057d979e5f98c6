"""New tables made of records."""

from celosia.techniques.tables.aggregation import Aggregation
from celosia.techniques.tables.anatomization import Anatomization
from celosia.techniques.tables.data_for_testing import DataForTesting
from celosia.techniques.tables.private_aggregation import PrivateAggregation
from celosia.techniques.tables.statistical_copy import StatisticalCopy

__all__ = [
    "Aggregation",
    "Anatomization",
    "DataForTesting",
    "PrivateAggregation",
    "StatisticalCopy",
]
