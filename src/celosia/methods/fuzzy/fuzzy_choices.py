"""What can be chosen when attributes are published as vague labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from celosia.core.parameters import PUBLIC, check_whole
from celosia.errors import ParameterError
from celosia.methods.fuzzy.codings.fit import Search
from celosia.text.languages import Language
from celosia.text.messages import Message


class Coding(StrEnum):
    """How the sets are found in the data."""

    C_MEANS = "c-means"
    GUSTAFSON_KESSEL = "gustafson-kessel"
    K_MEANS = "k-means"
    EQUIDISTANT = "equidistant"
    LOG_EQUI = "logEqui"
    EQUAL_AMOUNT = "equalAmount"

    @property
    def is_fuzzy(self) -> bool:
        """Whether records are shared among sets."""
        return self in (Coding.C_MEANS, Coding.GUSTAFSON_KESSEL)

    @property
    def takes_several(self) -> bool:
        """Whether several attributes can be coded together; Global Recode cuts one at a time."""
        return self.is_fuzzy or self is Coding.K_MEANS


@dataclass(frozen=True, slots=True)
class FuzzyChoices:
    """How to code, into how many sets, under which names, and what to publish of memberships.

    Parameters
    ----------
    together
        Look for sets of all attributes at once, instead of each attribute's own.
    names
        For some attributes, the names of their sets from low to high; others get proposed ones.
    decimals
        Publish memberships with so many decimals; None publishes only labels.
    """

    coding: Annotated[Coding, PUBLIC] = Coding.C_MEANS
    sets: Annotated[int, PUBLIC] = 3
    together: Annotated[bool, PUBLIC] = False
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decimals: Annotated[int, PUBLIC] | None = None
    seed: int = 0
    search: Search = field(default_factory=Search)

    def __post_init__(self) -> None:
        if self.coding not in tuple(Coding):
            raise ParameterError("methods.fuzzychoices-coding", codings=Coding)
        object.__setattr__(self, "coding", Coding(self.coding))
        check_whole("FuzzyChoices: sets", self.sets, least=2)
        check_whole("FuzzyChoices: seed", self.seed, least=0)
        if self.together and not self.coding.takes_several:
            raise ParameterError(
                "methods.fuzzychoices-cuts-attribute-time-leave", coding=self.coding
            )
        if self.decimals is not None:
            check_whole("FuzzyChoices: decimals", self.decimals, least=0)
        for attribute, names in self.names.items():
            if len(names) != self.sets or len(set(names)) != self.sets or not all(names):
                raise ParameterError(
                    "methods.fuzzychoices-needs-different-names-per",
                    attribute=attribute,
                    sets=self.sets,
                )

    def names_of(self, attribute: str, language: Language = "en") -> tuple[str, ...]:
        """Name the sets of an attribute from low to high."""
        proposed = tuple(name.text(language) for name in proposed_names(self.sets))
        return self.names.get(attribute, proposed)


_LOW, _MEDIUM, _HIGH = (
    Message("methods.low"),
    Message("methods.medium"),
    Message("methods.high"),
)
_VERY_LOW, _VERY_HIGH = Message("methods.very-low"), Message("methods.very-high")
_NAMES = {
    2: (_LOW, _HIGH),
    3: (_LOW, _MEDIUM, _HIGH),
    4: (_LOW, _MEDIUM, _HIGH, _VERY_HIGH),
    5: (_VERY_LOW, _LOW, _MEDIUM, _HIGH, _VERY_HIGH),
}


def proposed_names(sets: int) -> tuple[Message, ...]:
    """Propose names from low to high; beyond five, steps are numbered.

    >>> [name.text("es") for name in proposed_names(4)]
    ['bajo', 'medio', 'alto', 'muy alto']
    """
    if sets in _NAMES:
        return _NAMES[sets]
    return tuple(Message("methods.level", i=i, sets=sets) for i in range(1, sets + 1))
