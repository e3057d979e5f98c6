"""A model: classes of a least size, by another name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.core.parameters import Whole
from celosia.text.messages import Message


@MODELS.register("toy-model")
@dataclass(frozen=True, slots=True)
class ToyModel(DeclaredModel):
    """Each class holds at least `m` records."""

    m: Annotated[int, Whole(2, usual=3, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("toys.model"),
        named=Message("toys.model-named"),
        protects=Message("toys.model-protects"),
        reference="Toy 2026",
        labels={"m": Message("toys.model-m")},
    )
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = True
    local: ClassVar[bool] = True
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    @property
    def least_size(self):
        return self.m

    def accepts(self, classes):
        return classes.sizes >= self.m
