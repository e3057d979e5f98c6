"""What it takes to be a technique: a change of some columns, declared in a recipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set as AbstractSet
from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from celosia.domain.cells import Cells
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.language import Sentence
from celosia.domain.randomness import Randomness
from celosia.domain.values import Value
from celosia.errors import ParameterError

RealValues: TypeAlias = Callable[[AbstractSet[str]], AbstractSet[str]]
"""Gives those of some texts that are a value of any column of the data."""


def none_real(texts: AbstractSet[str]) -> AbstractSet[str]:
    """Take no text for a real value, where there is no table to look into."""
    return frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class TechniqueContext:
    """What techniques are given to work with, besides the cells."""

    random: Randomness
    key: bytes | None = None
    """The secret of keyed pseudonyms; never in a recipe."""
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict)
    """Trees of nominal values, for techniques that measure how far two values are apart."""
    taken: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    """By column, what no drawn pseudonym may be: those that a vault knows, and who is behind."""
    real: RealValues = none_real
    """Looks into the whole table, for values that are invented and must be nobody's."""

    def needed_key(self, technique: str) -> bytes:
        """Give the key, or say that there is none."""
        if self.key is None:
            raise ParameterError(
                f"The technique '{technique}' needs a key: name a key file, or set CELOSIA_KEY."
            )
        return self.key

    def needed_hierarchy(self, column: str) -> Hierarchy:
        """Give the tree of a column's values, or say that there is none."""
        if column not in self.hierarchies:
            raise ParameterError(
                f"Column '{column}' has no hierarchy, so nothing says how near its values are. "
                f"Write one under [hierarchies.{column}]."
            )
        return self.hierarchies[column]


@dataclass(frozen=True, slots=True, eq=False)
class Identities:
    """Which pseudonym stands for which value of a column; whoever has it can undo the technique."""

    column: str
    pseudonyms: Mapping[str, str]
    """Pseudonym of each original value."""


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """What a technique made, and what a person should know of it."""

    cells: Cells
    warnings: tuple[Sentence, ...] = ()
    identities: tuple[Identities, ...] = ()


class Technique(Protocol):
    """A small frozen dataclass; its fields are what a recipe writes."""

    kind: ClassVar[str]
    """Its name in a recipe."""
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def changes(self) -> tuple[str, ...]:
        """The columns whose cells it changes; empty where it only leaves records out."""
        ...

    @property
    def explanation(self) -> Sentence:
        """What it does, what it keeps, and what it does not protect."""
        ...

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Change a table in memory; the given cells stay as they are."""
        ...


@runtime_checkable
class ValueTechnique(Protocol):
    """A technique that gives equal values equal results, so any engine can run it by a join."""

    @property
    def column(self) -> str:
        """The column whose values it relabels."""
        ...

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> Sequence[Value]:
        """Give what stands for each of the distinct values that are not null."""
        ...
