"""A bound on the share of records that look like no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.language import Language, Sentence
from celosia.domain.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.domain.parameters import Between


@MODELS.register("sample-uniqueness", order=10)
@dataclass(frozen=True, slots=True)
class SampleUniqueness(DeclaredModel):
    """At most a share of `threshold` of the records is unique; judges the table as a whole.

    References: El Emam, *Guide to the De-Identification of Personal Health Information*, 2013.

    >>> SampleUniqueness(0.1).accepts(Classes(np.array([1, 9])))
    array([ True,  True])
    """

    threshold: Annotated[float, Between(0, 1, usual=0.0, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Sentence("Few unique records", "Pocos registros únicos"),
        named=Sentence(
            "at most {share} of the records unique", "{share} de registros únicos como máximo"
        ),
        protects=Sentence(
            "Limits how many records look like no other. For when k = 1 is tolerated for a few "
            "records, because nobody knows who is in the table.",
            "Limita cuántos registros no se parecen a ningún otro. Para cuando se tolera k = 1 en "
            "unos pocos, porque nadie sabe quién está en la tabla.",
        ),
        labels={
            "threshold": Sentence(
                "Largest share of unique records", "Mayor parte de registros únicos"
            )
        },
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def gaps(self, language: Language) -> dict[str, Any]:
        """Round the share."""
        return {"share": float(f"{self.threshold:.3g}")}

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept all classes or none."""
        records = max(int(classes.records.sum()), 1)
        share = int(classes.records[classes.sizes == 1].sum()) / records
        return np.full(classes.number, share <= self.threshold + 1e-12)
