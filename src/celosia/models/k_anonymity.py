"""k-anonymity: every record looks like at least k - 1 others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone
from celosia.domain.parameters import Whole, check_parameters


@dataclass(frozen=True, slots=True)
class KAnonymity:
    """Each class holds at least `k` records.

    References: Sweeney, Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5), 2002, Definition 3.

    >>> KAnonymity(3).accepts(Classes.from_histogram("dx", [[2, 0], [2, 1]]))
    array([False,  True])
    """

    k: Annotated[int, Whole(1, usual=5)]
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = True
    local: ClassVar[bool] = True
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        return f"{self.k}-anonymity"

    @property
    def least_size(self) -> int:
        """A class needs k records."""
        return self.k

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes of at least k records."""
        return classes.sizes >= self.k

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {"model": "k-anonymity", "k": self.k}
