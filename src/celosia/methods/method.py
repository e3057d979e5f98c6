"""What it takes to be a method: how the published labels are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from celosia.core.registry import Registry
from celosia.errors import ParameterError
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.arrays import IntArray
    from celosia.core.progress import Progress
    from celosia.methods.clustering.choices import GroupingOptions
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.lattice import LatticeProblem, SearchResult

    Search: TypeAlias = Callable[[LatticeProblem, int, float, Progress], SearchResult]
    """Finds a generalization, in so many bytes of memory and so many seconds."""
    Group: TypeAlias = Callable[
        [GroupingProblem, GroupingOptions, LatticeProblem | None, Progress], IntArray
    ]
    """Gives the group of each record."""

DEFAULT_METHOD = "optimal"
UNTOUCHED_METHOD = "none"
"""What is taken where techniques are all that was asked."""


class MethodFamily(StrEnum):
    """What a method decides on, and so what there is to tell of it."""

    LEVELS = "levels"
    """One level of its hierarchy for each column."""
    GROUPS = "groups"
    """Groups of records, each with labels of its own."""
    VAGUE = "vague"
    """Words for numbers: low, medium, high."""
    UNTOUCHED = "untouched"
    """Nothing: what the techniques make is published as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way to find the labels; light to import, what is heavy is loaded when it runs."""

    title: Message
    explanation: Message
    """When to take it."""
    family: ClassVar[MethodFamily]
    any_objective: bool = False
    """Whether it minimizes what the recipe says; the others minimize the loss."""
    options: tuple[str, ...] = ()
    """The entries of the recipe's [grouping] that only it and its like look at."""
    not_offered: Mapping[str, Message] = field(default_factory=dict)
    """Why a surface does not offer it by its name: `cli`, `rest` or `app`, and the reason."""

    @property
    def groups(self) -> bool:
        """Whether each group of records gets labels of its own."""
        return self.family is MethodFamily.GROUPS


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsMethod(Method):
    """One level of its hierarchy for each column."""

    search: Search
    any_objective: bool = True
    family: ClassVar[MethodFamily] = MethodFamily.LEVELS


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupingMethod(Method):
    """Groups of records, each with labels of its own."""

    group: Group
    needs_hierarchies: bool = False
    """Whether it needs a hierarchy of every column, and the lattice of them."""
    in_pieces: bool = True
    """Whether each piece of a table can be grouped on its own."""
    family: ClassVar[MethodFamily] = MethodFamily.GROUPS


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenMethod(Method):
    """Another grouping method, by the size of the table."""

    choose: Callable[[int], tuple[str, Message]]
    """Gives the name of the method for so many records, and why."""
    family: ClassVar[MethodFamily] = MethodFamily.GROUPS


@dataclass(frozen=True, slots=True, kw_only=True)
class VagueMethod(Method):
    """Words for numbers, from fuzzy sets."""

    family: ClassVar[MethodFamily] = MethodFamily.VAGUE


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMethod(Method):
    """What the techniques make is published as it is."""

    family: ClassVar[MethodFamily] = MethodFamily.UNTOUCHED


METHODS: Registry[Method] = Registry(Message("core.noun-method"), "celosia.methods.offered")
"""Every method by the name of recipes, in the order in which a person should think of them."""


def grouping_method(name: str, records: int) -> tuple[str, GroupingMethod, Message | None]:
    """Give the method that groups so many records, and why it if it was not named."""
    reason = None
    found = METHODS[name]
    if isinstance(found, ChosenMethod):
        name, reason = found.choose(records)
        found = METHODS[name]
    if not isinstance(found, GroupingMethod):
        able = ", ".join(other for other, each in METHODS.items() if each.groups)
        raise ParameterError("methods.does-not-group-records", method=name, methods=able)
    return name, found, reason
