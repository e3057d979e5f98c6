"""The population that a table was drawn from, checked before it is used."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.classes import Classes
from celosia.errors import ParameterError


def people_behind(who: str, classes: Classes) -> FloatArray:
    """Give how many people of the population match each class; at least one."""
    if classes.population is None:
        raise ParameterError("risk.needs-how-many-people-population", who=who)
    people = classes.population
    wrong = np.count_nonzero(~(np.isfinite(people) & (people > 0)))
    if wrong:
        raise ParameterError(
            "risk.classes-match-nobody-population-must", who=who, wrong=wrong, classes=people.size
        )
    return np.maximum(people, 1.0)


def records_in(who: str, classes: Classes) -> int:
    """Count the records; a risk of no records means nothing."""
    records = int(classes.records.sum())
    if records == 0:
        raise ParameterError("risk.no-records-measure", who=who)
    return records
