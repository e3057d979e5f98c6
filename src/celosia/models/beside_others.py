"""Several sensitive attributes: each protected even from who knows the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Self

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import (
    MODELS,
    DeclaredModel,
    ModelDescription,
    Monotone,
    PrivacyModel,
    model_from_dict,
    model_name,
    published_model,
)
from celosia.core.parameters import PUBLIC, check_name
from celosia.core.values import BoolArray
from celosia.errors import ParameterError
from celosia.text.messages import Message


@MODELS.register("beside-others", order=15)
@dataclass(frozen=True, slots=True)
class BesideOthers(DeclaredModel):
    """A model of one sensitive attribute, with `others` counted as quasi-identifiers.

    A class is accepted when all its parts are. Without this, the attribute is judged on its own.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007, Definition 4.5; Quirós 2013, 2.20.
    """

    model: PrivacyModel
    others: Annotated[tuple[str, ...], PUBLIC]
    renamed: ClassVar[Mapping[str, str]] = {"model": "of"}
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.beside-others"),
        named=Message("models.beside-others-named"),
        protects=Message("models.beside-others-protects"),
        reference="Machanavajjhala et al. 2007, definition 4.5; Quirós 2013, 2.20",
        labels={"others": Message("models.beside-others-others")},
    )

    def __post_init__(self) -> None:
        looked_at = getattr(self.model, "sensitive", None)
        if not isinstance(looked_at, tuple) or [len(names) for names in looked_at] != [1]:
            raise ParameterError("models.besideothers-model-must-look-sensitive")
        if not isinstance(self.others, tuple) or not self.others:
            raise ParameterError("models.besideothers-name-other-sensitive-attributes")
        for other in self.others:
            check_name(Message("models.besideothers-each-others"), other)
        if len({*self.others, *looked_at[0]}) <= len(self.others):
            raise ParameterError("models.besideothers-name-every-attribute-once")

    @property
    def gaps(self) -> dict[str, Any]:
        """Name the model inside, and what somebody may know."""
        return {"of": model_name(self.model), "known": self.others}

    @property
    def monotone(self) -> Monotone:
        """Merging classes merges the parts that agree, and keeps the others as they are."""
        return (
            Monotone.UNSUPPRESSED if self.model.monotone is not Monotone.NEVER else Monotone.NEVER
        )

    @property
    def least_size(self) -> int:
        """A part needs what the model needs, so a class does."""
        return self.model.least_size

    @property
    def only_size(self) -> bool:
        """Never: the parts decide."""
        return False

    @property
    def local(self) -> bool:
        """As local as the model itself."""
        return self.model.local

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute, after the ones that count as quasi-identifiers."""
        return ((*self.others, *self.model.sensitive[0]),)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes all of whose parts are accepted."""
        refinement = classes.refined(self.sensitive[0])
        accepted = np.ones(classes.number, np.bool_)
        accepted[refinement.parent[~self.model.accepts(refinement.classes)]] = False
        return accepted

    @classmethod
    def from_dict(cls, of: Mapping[str, Any], others: tuple[str, ...]) -> Self:  # type: ignore[override]
        """Build the model inside as well."""
        return cls(model_from_dict(of), others)

    def published(self) -> dict[str, Any]:
        """Say of the model inside no more than a certificate may."""
        return {**super(BesideOthers, self).published(), "of": published_model(self.model)}

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters, with those of the model inside."""
        name = MODELS.name_of(type(self))
        return {"model": name, "others": list(self.others), "of": self.model.to_dict()}
