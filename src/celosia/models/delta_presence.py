"""δ-presence: nobody learns whether a person is in the table at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.core.parameters import Between, check_parameters
from celosia.core.values import BoolArray, FloatArray
from celosia.errors import ParameterError
from celosia.text.messages import Message


def presence(classes: Classes) -> FloatArray:
    """Chance that a person of the population who matches the class is in the table.

    >>> presence(Classes(np.array([1, 2]), population=np.array([4.0, 2.0])))
    array([0.25, 1.  ])
    """
    if classes.population is None:
        raise ParameterError("models.deltapresence-name-table-population")
    here = np.minimum(classes.records, classes.sizes)  # persons, or not those that nulls match
    return np.minimum(here / np.maximum(classes.population, 1e-300), 1.0)


@MODELS.register("delta-presence", order=14)
@dataclass(frozen=True, slots=True)
class DeltaPresence(DeclaredModel):
    """Each class holds between `lowest` and `highest` of the people who match it.

    People who match no class are known not to be here, a presence of 0: with a `lowest` above 0
    one of them is enough to reject the whole table.

    References: Nergiz, Atzori and Clifton, SIGMOD 2007, Definition 3.

    >>> classes = Classes(np.array([1, 2]), population=np.array([4.0, 2.0]))
    >>> DeltaPresence(0.0, 0.5).accepts(classes)
    array([ True, False])
    >>> one = Classes(np.array([2]), population=np.array([4.0]), absent=1.0)
    >>> DeltaPresence(0.0, 0.5).accepts(one), DeltaPresence(0.1, 0.5).accepts(one)
    (array([ True]), array([False]))
    """

    lowest: Annotated[float, Between(0, 1, usual=0.0, public=True)]
    highest: Annotated[float, Between(0, 1, usual=0.5, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.delta-presence"),
        named=Message("models.delta-presence-named"),
        protects=Message("models.delta-presence-protects"),
        reference="Nergiz, Atzori and Clifton 2007",
        labels={
            "lowest": Message("models.delta-presence-lowest"),
            "highest": Message("models.delta-presence-highest"),
        },
        needs_population=True,
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.lowest > self.highest:
            raise ParameterError("models.deltapresence-lowest-must-not-above")

    @property
    def local(self) -> bool:
        """Only without a lower bound: else it matters that nobody is left without a class."""
        return self.lowest == 0

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes whose members cannot be told to be in or out."""
        found = presence(classes)
        if self.lowest > 0 and classes.absent > 0:
            return np.zeros(classes.number, np.bool_)
        return (found >= self.lowest - 1e-12) & (found <= self.highest + 1e-12)
