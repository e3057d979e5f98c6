"""What it takes to make new tables out of the records of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass
from typing import Any, ClassVar, Final, Protocol, TypeVar

from celosia.core.registry import Registry
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.text.messages import Message

ONLY_BY_COMMAND: Final[Mapping[str, Message]] = {
    surface: Message("core.new-table-made-own-command") for surface in ("rest", "app")
}


@dataclass(frozen=True, slots=True, eq=False)
class MadeTables:
    """What was made, and what was measured of it."""

    tables: tuple[Cells, ...]
    figures: Mapping[str, Any]
    """For whoever has the original."""
    published: Mapping[str, Any] | None = None
    """Those of the certificate, where not all of them may be told."""
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
    hides_records: ClassVar[bool] = False
    """Whether the number of records is something that the table hides."""
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
    Message("core.noun-kind-of-new-table"), "celosia.techniques.tables"
)
"""Everything that makes new tables, by its kind."""
Declared = TypeVar("Declared", bound=type[TableMaker])


def declared_maker(order: float) -> Callable[[Declared], Declared]:
    """Register the decorated maker by its kind, at a place among the others."""

    def add(maker: Declared) -> Declared:
        MAKERS.add(maker.kind, maker, order)
        return maker

    return add
