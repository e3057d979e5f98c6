"""Numbers told by fuzzy labels: low, medium, high."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self

from celosia.core.parameters import PUBLIC, OneOf, Whole, check_whole, parameters_of
from celosia.errors import ParameterError
from celosia.methods.fuzzy.partition_fit import Search
from celosia.methods.method import METHODS, FuzzyMethod, MethodOptions
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
class FuzzyChoices(MethodOptions):
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

    coding: Annotated[Coding, OneOf(tuple(Coding), public=True)] = Coding.C_MEANS
    sets: Annotated[int, Whole(2, public=True)] = 3
    together: Annotated[bool, PUBLIC] = False
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decimals: Annotated[int, Whole(0, public=True)] | None = None
    seed: int = 0
    search: Search = field(default_factory=Search)
    labels: ClassVar[Mapping[str, Message]] = {
        "coding": Message("methods.option-coding"),
        "sets": Message("methods.option-sets"),
        "together": Message("methods.option-together"),
        "decimals": Message("methods.option-decimals"),
    }
    called: ClassVar[Mapping[str, str]] = {"decimals": "memberships"}
    section: ClassVar[str] = FuzzyMethod.section
    tables: ClassVar[tuple[str, ...]] = ("names",)

    def __post_init__(self) -> None:
        if self.coding not in tuple(Coding):
            raise ParameterError("methods.fuzzychoices-coding", codings=Coding)
        for name, allowed in parameters_of(FuzzyChoices).items():
            if getattr(self, name) is not None:
                allowed.check(f"FuzzyChoices: {name}", getattr(self, name))
        object.__setattr__(self, "coding", Coding(self.coding))
        check_whole("FuzzyChoices: seed", self.seed, least=0)
        if self.together and not self.coding.takes_several:
            raise ParameterError(
                "methods.fuzzychoices-cuts-attribute-time-leave", coding=self.coding
            )
        for attribute, names in self.names.items():
            if len(names) != self.sets or len(set(names)) != self.sets or not all(names):
                raise ParameterError(
                    "methods.fuzzychoices-needs-different-names-per",
                    attribute=attribute,
                    sets=self.sets,
                )

    @classmethod
    def of(cls, **entries: Any) -> Self:
        """Make it from the entries of a recipe.

        >>> FuzzyChoices.of(sets=2, names={"age": ["young", "old"]}).names
        {'age': ('young', 'old')}
        """
        return cls().changed(**entries)

    def changed(self, **entries: Any) -> Self:
        """Give the options with other entries, checked."""
        known = [*parameters_of(FuzzyChoices), *self.tables]
        unknown = [name for name in entries if name not in known]
        if unknown:
            raise ParameterError("methods.no-such-options", unknown=unknown, known=known)
        names = entries.get("names", self.names)
        return replace(self, **{**entries, "names": {c: _texts(names[c]) for c in names}})

    def to_entries(self) -> dict[str, Any]:
        """Give what differs from the default, as a recipe writes it."""
        usual, names = FuzzyChoices(), (*parameters_of(FuzzyChoices), *self.tables)
        said = {name: getattr(self, name) for name in names}
        return {name: value for name, value in said.items() if value != getattr(usual, name)}

    def names_of(self, attribute: str, language: Language = "en") -> tuple[str, ...]:
        """Name the sets of an attribute from low to high."""
        proposed = tuple(name.text(language) for name in proposed_names(self.sets))
        return self.names.get(attribute, proposed)


def _texts(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or not all(isinstance(each, str) for each in given):
        raise TypeError
    return tuple(given)


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


METHODS.add(
    "fuzzy",
    FuzzyMethod(
        title=Message("methods.fuzzy-sets"),
        explanation=Message("methods.tells-numbers-words-such-low"),
        options=FuzzyChoices,
        stages={"sets": Message("methods.stage-sets")},
    ),
    order=12,
)
