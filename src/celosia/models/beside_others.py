"""Several sensitive attributes: each protected even from who knows the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from celosia.domain.arrays import BoolArray
from celosia.domain.checks import check_name
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone, PrivacyModel
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True)
class BesideOthers:
    """A model of one sensitive attribute, with `others` counted as quasi-identifiers.

    A class is accepted when all its parts are. Without this, the attribute is judged on its own.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007, Definition 4.5; Quirós 2013, 2.20.
    """

    model: PrivacyModel
    others: tuple[str, ...]

    def __post_init__(self) -> None:
        looked_at = getattr(self.model, "sensitive", None)
        if not isinstance(looked_at, tuple) or [len(names) for names in looked_at] != [1]:
            raise ParameterError("BesideOthers: the model must look at one sensitive attribute.")
        if not isinstance(self.others, tuple) or not self.others:
            raise ParameterError("BesideOthers: name the other sensitive attributes.")
        for other in self.others:
            check_name("BesideOthers: each of the others", other)
        if len({*self.others, *looked_at[0]}) <= len(self.others):
            raise ParameterError("BesideOthers: name every attribute once.")

    def __str__(self) -> str:
        return f"{self.model} beside {', '.join(self.others)}"

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

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {
            "model": "beside-others",
            "others": list(self.others),
            "of": self.model.to_dict(),
        }
