"""k-anonymity: every record looks like at least k - 1 others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.language import Sentence
from celosia.domain.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.domain.parameters import Whole


@MODELS.register("k-anonymity", order=1)
@dataclass(frozen=True, slots=True)
class KAnonymity(DeclaredModel):
    """Each class holds at least `k` records.

    References: Sweeney, Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5), 2002, Definition 3.

    >>> KAnonymity(3).accepts(Classes.from_histogram("dx", [[2, 0], [2, 1]]))
    array([False,  True])
    """

    k: Annotated[int, Whole(1, usual=5, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Sentence("k-anonymity", "k-anonimidad"),
        named=Sentence("{k}-anonymity", "{k}-anonimidad"),
        protects=Sentence(
            "Nobody can be picked out: every record looks like at least k − 1 others. The first "
            "thing to ask for.",
            "No se puede señalar a nadie: cada registro se parece al menos a otros k − 1. Es lo "
            "primero que hay que pedir.",
        ),
        labels={"k": Sentence("Records that look alike (k)", "Registros que se parecen (k)")},
    )
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = True
    local: ClassVar[bool] = True
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    @property
    def least_size(self) -> int:
        """A class needs k records."""
        return self.k

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes of at least k records."""
        return classes.sizes >= self.k
