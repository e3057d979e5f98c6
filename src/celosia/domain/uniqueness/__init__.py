"""How many people of a population are unique, guessed from a sample of it: a file per estimator.

Shared by the model that bounds it and the risk that reports it, so that both say the same.
"""

from celosia.domain.uniqueness.choosing import (
    ESTIMATORS,
    Estimator,
    dankar,
    population_uniques,
)
from celosia.domain.uniqueness.size_counts import SizeCounts

__all__ = ["ESTIMATORS", "Estimator", "SizeCounts", "dankar", "population_uniques"]
