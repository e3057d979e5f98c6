"""What it takes to be a technique, which changes columns, or to make new tables of the records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import Field, dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar, Final, Protocol, TypeAlias, TypeVar, runtime_checkable

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import from_entries, to_entries, told_parameters
from celosia.core.randomness import Randomness
from celosia.core.registry import Registry
from celosia.core.values import CellArray, Cells, Value, cell_array
from celosia.errors import ParameterError
from celosia.text.messages import Message

RealValues: TypeAlias = Callable[[AbstractSet[str]], AbstractSet[str]]
"""Gives those of some texts that are a value of any column of the data."""


def none_real(texts: AbstractSet[str]) -> AbstractSet[str]:
    """Take no text for a real value, where there is no table to look into."""
    return frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class TechniqueContext:
    """What techniques are given to work with, besides the cells."""

    randomness: Randomness
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
            raise ParameterError("core.technique-needs-key-name-key", technique=technique)
        return self.key

    def needed_hierarchy(self, column: str) -> Hierarchy:
        """Give the tree of a column's values, or say that there is none."""
        if column not in self.hierarchies:
            raise ParameterError("core.column-no-hierarchy-nothing-says", column=column)
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
    warnings: tuple[Message, ...] = ()
    identities: tuple[Identities, ...] = ()


class Family(StrEnum):
    """The techniques as steps 2 and 3 of the guide group them."""

    RECORD_SUPPRESSION = "record-suppression"
    ATTRIBUTE_SUPPRESSION = "attribute-suppression"
    MASKING = "masking"
    GENERALIZATION = "generalization"
    PERTURBATION = "perturbation"
    SWAPPING = "swapping"
    PSEUDONYMIZATION = "pseudonymization"


@dataclass(frozen=True, slots=True, kw_only=True)
class TechniqueDescription:
    """A technique as a person meets it."""

    title: Message
    labels: Mapping[str, Message] = field(default_factory=dict)
    """What each parameter means."""
    choices: Mapping[str, Mapping[str, Message]] = field(default_factory=dict)
    """By parameter, what each word means that it may be."""
    rules: Mapping[str, Message] = field(default_factory=dict)
    """By parameter, what it has to be where that depends on another one."""
    together: Message | None = None
    """How the parameters go together."""
    not_offered: Mapping[str, Message] = field(default_factory=dict)
    """Why a surface does not offer it by its name: `cli`, `rest` or `app`, and the reason."""


@dataclass(frozen=True, slots=True)
class CoarserBy:
    """What there is to make a column coarser than a technique leaves it."""

    column: str
    height: Callable[[], int]
    """Tells how many levels its hierarchy has above the values."""
    width: Callable[[], float | None]
    """Tells the narrowest interval of its hierarchy, if that is one of intervals."""


class Technique(Protocol):
    """A small frozen dataclass; its fields are what a recipe writes.

    To add one is to add a file to `celosia.techniques` with a class that inherits from
    this one and is decorated by `declared`. What it needs and does is said by the members below;
    each has the value of a technique that needs and promises nothing.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    kind: ClassVar[str]
    """Its name in a recipe."""
    described: ClassVar[TechniqueDescription]
    family: ClassVar[Family | None] = None
    """Where the guide has it, if it does."""
    by_value: ClassVar[bool] = False
    """Whether it gives equal values of its one column equal results, so that their counts are
    enough and the records may stay where they are; otherwise it looks at whole records."""
    needs_key: ClassVar[bool] = False
    needs_hierarchy: ClassVar[bool] = False
    """Whether it follows the hierarchy of its column."""
    climbs: ClassVar[bool] = False
    """Whether it leaves labels of that hierarchy, which then does not hold the values any more."""
    pseudonymizes: ClassVar[bool] = False
    """Whether it leaves pseudonyms: a vault may keep them, and the result is personal data."""
    drops_columns: ClassVar[bool] = False
    """Whether what it changes is gone; an engine does that when it writes."""
    by_class: ClassVar[bool] = False
    """Whether it leaves out records that few are like in its `columns`: of a recipe these are all
    quasi-identifiers, and it comes last, because whatever is done to one changes who is alike."""
    depends_on_all: ClassVar[bool] = False
    """Whether what it gives a value depends on all the records, though it goes by value."""

    @property
    def about(self) -> tuple[str, ...]:
        """The columns that it is about, also where it only leaves records out."""
        given: Any = self
        return (given.column,) if "column" in self.__dataclass_fields__ else tuple(given.columns)

    @property
    def reads(self) -> tuple[str, ...]:
        """The columns that it looks at."""
        return self.about

    @property
    def changes(self) -> tuple[str, ...]:
        """The columns whose cells it changes; empty where it only leaves records out."""
        return self.about

    @property
    def repeats(self) -> bool:
        """Whether the same table, recipe and key give the same cells again."""
        return True

    @property
    def spends(self) -> float | None:
        """The epsilon of its differential privacy, which exact figures would break; else None."""
        return None

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        ...

    @classmethod
    def asks(cls, given: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str]]:
        """Tell which parameters mean nothing with what is chosen, and which become needed."""
        return frozenset(), frozenset()

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Change a table in memory; the given cells stay as they are."""
        ...

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Give what to do in its place to have fewer values; None when nothing is left to do."""
        return None

    def key_check(self, context: TechniqueContext) -> str | None:
        """Give what tells the right key from a wrong one, where only the key leads back."""
        return None


TECHNIQUES: Registry[type[Technique]] = Registry(
    Message("core.noun-technique"), "celosia.techniques", group="techniques"
)
"""Every technique by its kind, in the order of the guide's annex A."""
Declared = TypeVar("Declared", bound=type[Technique])


def declared(order: float) -> Callable[[Declared], Declared]:
    """Register the decorated technique by its kind, at a place among the others."""

    def add(technique: Declared) -> Declared:
        TECHNIQUES.add(technique.kind, technique, order, technique.__module__)
        return technique

    return add


def technique_to_dict(technique: Technique) -> dict[str, Any]:
    """Give the kind and the fields that differ from their default.

    >>> technique_to_dict(TECHNIQUES["rounding"]("age", 5))
    {'kind': 'rounding', 'column': 'age', 'base': 5}
    """
    return to_entries(technique)


def technique_from_dict(entries: Mapping[str, Any]) -> Technique:
    """Read what `technique_to_dict` gave.

    >>> technique_from_dict({"kind": "rounding", "column": "age", "base": 5}).changes
    ('age',)
    """
    return from_entries(entries, TECHNIQUES, Message("core.noun-technique"), ParameterError)


def published_parameters(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Give, of what a certificate says of a technique, its parameters, without what was measured.

    >>> said = {"kind": "rounding", "column": "age", "base": 5, "effect": {}, "noticed": 3}
    >>> published_parameters(said)
    {'kind': 'rounding', 'column': 'age', 'base': 5}
    """
    kind = str(entries.get("kind"))
    told = told_parameters(TECHNIQUES[kind]) if kind in TECHNIQUES else {}
    return {name: value for name, value in entries.items() if name == "kind" or name in told}


def epsilon_of(techniques: Iterable[Technique]) -> float | None:
    """Add up what the differentially private cells of a record cost; None where there are none.

    >>> age = {"kind": "laplace-mechanism", "column": "age", "epsilon": 0.1, "low": 0, "high": 110}
    >>> epsilon_of([technique_from_dict(age), technique_from_dict({**age, "epsilon": 0.2})])
    0.3
    """
    costs = [Decimal(str(each.spends)) for each in techniques if each.spends is not None]
    return float(sum(costs)) if costs else None


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


def relabelled(technique: ValueTechnique, cells: Cells, context: TechniqueContext) -> Cells:
    """Relabel the distinct values of the technique's column; nulls stay null."""
    column = cells.column(technique.column)
    distinct = list(dict.fromkeys(cell for cell in column if cell is not None))
    labels = dict(zip(distinct, technique.relabel(distinct, context), strict=True))
    return cells.with_columns({technique.column: _looked_up(column, labels)})


def _looked_up(column: CellArray, labels: dict[str, str | None]) -> CellArray:
    return cell_array(None if cell is None else labels[cell] for cell in column)


class Pseudonym(Technique, ValueTechnique, Protocol):
    """A technique that `pseudonymizes`."""


class Cipher(Pseudonym, Protocol):
    """One with a `key_check`: the key alone leads back from what it made."""

    def restored(self, pseudonyms: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Give the values behind what `relabel` gave under the same key."""
        ...


ONLY_BY_COMMAND: Final[Mapping[str, Message]] = {
    surface: Message("core.new-table-made-own-command") for surface in ("rest", "app")
}


@dataclass(frozen=True, slots=True, eq=False)
class MadeTables:
    """What was made, and what was measured of it."""

    tables: tuple[Cells, ...]
    figures: Mapping[str, Any]
    """For whoever has the original."""
    published: Mapping[str, Any] = field(default_factory=dict)
    """Those that anybody can count in the tables: they stand in the certificate."""
    warnings: tuple[Message, ...] = ()


class TableMaker(Protocol):
    """A small frozen dataclass of parameters; those that say so stand in the certificate.

    To add one is to add a file to `celosia.techniques.tables` with a class that inherits
    from this one and is decorated by `declared_maker`.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    kind: ClassVar[str]
    command: ClassVar[str]
    """The command that offers it."""
    not_offered: ClassVar[Mapping[str, Message]] = ONLY_BY_COMMAND
    """Why a surface does not offer it: `cli`, `rest` or `app`, and the reason."""
    written: ClassVar[int] = 1
    """How many tables it makes."""
    of_groups: ClassVar[bool] = False
    """Whether rows are groups, which stand in their order, and not people."""
    invents_records: ClassVar[bool] = False
    """Whether records are invented: values of its `identifiers` must then be nobody's."""

    @property
    def spends(self) -> float | None:
        """The epsilon of its differential privacy, whose draws no seed repeats; else None."""
        return None

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        ...

    def make(self, cells: Cells, context: TechniqueContext) -> MadeTables:
        """Make the tables; the given cells stay as they are."""
        ...


MAKERS: Registry[type[TableMaker]] = Registry(
    Message("core.noun-kind-of-new-table"), "celosia.techniques.tables", group="makers"
)
"""Everything that makes new tables, by its kind."""
DeclaredMaker = TypeVar("DeclaredMaker", bound=type[TableMaker])


def declared_maker(order: float) -> Callable[[DeclaredMaker], DeclaredMaker]:
    """Register the decorated maker by its kind, at a place among the others."""

    def add(maker: DeclaredMaker) -> DeclaredMaker:
        MAKERS.add(maker.kind, maker, order, maker.__module__)
        return maker

    return add
