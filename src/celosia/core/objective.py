"""What a search minimizes."""

from __future__ import annotations

from typing import ClassVar, Protocol, TypeAlias, runtime_checkable

from celosia.core.counts import CodedHierarchy
from celosia.core.registry import Registry
from celosia.core.values import FloatArray
from celosia.text.messages import Message


@runtime_checkable
class AdditiveObjective(Protocol):
    """A cost that is a weighted sum over records and attributes, known from the level alone.

    So the cost of a node without its suppressed records is a sum of one figure per attribute,
    never above the true cost: a search can pass nodes by.
    """

    name: ClassVar[str]
    title: ClassVar[Message]
    penalized: ClassVar[bool]
    """Whether a suppressed record costs more than a generalized one."""

    def costs(self, attribute: CodedHierarchy) -> FloatArray:
        """Cost of each value at each level, shape (levels, values)."""
        ...

    def suppressed(self, attribute: CodedHierarchy) -> FloatArray:
        """Cost of each value when its record is suppressed, shape (values,)."""
        ...


@runtime_checkable
class ClassObjective(Protocol):
    """A cost that depends on the sizes of the classes."""

    name: ClassVar[str]
    title: ClassVar[Message]

    def score(self, records: int, suppressed: int, classes: int, squares: float, k: int) -> float:
        """Cost of a node from its released classes and the sum of their squared sizes."""
        ...

    def floor(self, records: int, budget: int, classes: int, squares: float, k: int) -> float:
        """Cost that no generalization of a node can go under, from all the node's classes."""
        ...


Objective: TypeAlias = AdditiveObjective | ClassObjective
OBJECTIVES: Registry[Objective] = Registry(
    Message("core.noun-objective"), "celosia.utility", group="objectives"
)
"""Every objective by its name; each is one object, so that two can be told to be the same."""
