"""k-anonymity: every record looks like at least k - 1 others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, ModelFigure, Monotone
from celosia.core.parameters import Whole
from celosia.core.values import BoolArray
from celosia.text.messages import Message


@MODELS.register("k-anonymity", order=1)
@dataclass(frozen=True, slots=True)
class KAnonymity(DeclaredModel):
    """Each class holds at least `k` records; where persons are counted, those of k persons.

    References: Sweeney, Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5), 2002, Definition 3;
    in persons (X, Y)-anonymity of Wang and Fung, KDD 2006, Definition 2.

    >>> KAnonymity(3).accepts(Classes.from_histogram("dx", [[2, 0], [2, 1]]))
    array([False,  True])
    """

    k: Annotated[int, Whole(1, usual=5, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.k-anonymity"),
        named=Message("models.k-anonymity-named"),
        protects=Message("models.k-anonymity-protects"),
        reference="Sweeney 2002",
        figures=(
            ModelFigure(
                "k",
                Message("models.figure-k"),
                Message("models.figure-k-meaning"),
                better="higher",
                of_table=True,
            ),
        ),
        labels={"k": Message("models.alpha-k-anonymity-k")},
    )
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    moving: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = True
    local: ClassVar[bool] = True
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    @property
    def least_size(self) -> int:
        """A class needs k records, or persons."""
        return self.k

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes of at least k records, or persons."""
        return classes.sizes >= self.k
