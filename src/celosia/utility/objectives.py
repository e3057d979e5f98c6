"""What a search may minimize, by name."""

from __future__ import annotations

from collections.abc import Mapping

from celosia.domain.objective import Objective
from celosia.errors import ParameterError
from celosia.utility.average_class_size import AverageClassSize
from celosia.utility.discernibility import Discernibility
from celosia.utility.entropy import NonUniformEntropy
from celosia.utility.height import Height
from celosia.utility.loss import Loss
from celosia.utility.precision import Precision

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
