"""What it takes to be a privacy model."""

from __future__ import annotations

from enum import Enum
from typing import Any, Protocol

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes


class Monotone(Enum):
    """What merging classes can do to the number of rejected records."""

    ALWAYS = "always"
    """Merging never raises it: a class with an accepted part is accepted."""
    UNSUPPRESSED = "unsuppressed"
    """Only so when no record may be suppressed: merging accepted classes gives an accepted one."""
    NEVER = "never"
    """No promise; a search must look at every node."""


class PrivacyModel(Protocol):
    """Accepts or rejects each class, and says how it is monotone."""

    @property
    def monotone(self) -> Monotone:
        """How the verdict behaves when classes are merged."""
        ...

    @property
    def least_size(self) -> int:
        """No smaller class is ever accepted; 1 when size alone decides nothing."""
        ...

    @property
    def only_size(self) -> bool:
        """Whether every class of at least `least_size` records is accepted."""
        ...

    @property
    def local(self) -> bool:
        """Whether a class's verdict depends on that class alone, not on the others."""
        ...

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The sensitive attributes whose histograms it needs.

        Each is named last, after those that count as quasi-identifiers for it.
        """
        ...

    def accepts(self, classes: Classes) -> BoolArray:
        """Judge each class."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters, for recipes and certificates."""
        ...
