"""What differs between servers: one object with their SQL."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from celosia.core.registry import Registry
from celosia.core.schema import Column, ColumnType
from celosia.engines.sql.server_source import SqlSource, TableName
from celosia.errors import MissingExtraError
from celosia.text.messages import Message
from celosia.text.numerals import BLANKS, COMMA, POINT

if TYPE_CHECKING:
    from celosia.engines.sql.connection import Session


@dataclass(frozen=True, slots=True)
class ColumnKind:
    """The SQL of a cell, with `{}` for the column.

    Two cells are equal exactly when their texts are, whatever the column's collation.
    """

    text: str
    """The cell as text, compared character by character."""
    key: str
    """What to group by: equal exactly when the texts are."""
    shown: str
    """The text beside that key; the same expression where the key is the text."""
    joined: str
    """What is compared with the values of a working table."""
    type: ColumnType | None = None
    """The type that the server declares; None where it must be looked at."""
    kept: bool = False
    """Whether the column is published with its own type when it is not changed.

    Not where a value holds more than its text tells: that would be published without a judgement.
    """

    def of(self, template: str, column: str) -> str:
        """Put a column into one of the templates."""
        return template.replace("{}", column)


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of the source."""

    name: str
    raw: str
    """The column as SQL."""
    kind: ColumnKind

    @property
    def text(self) -> str:
        """The cell as text."""
        return self.kind.of(self.kind.text, self.raw)

    @property
    def published(self) -> str:
        """The cell as a table shows it that is written."""
        return self.raw if self.kind.kept else self.text

    @property
    def key(self) -> str:
        """What to group by."""
        return self.kind.of(self.kind.key, self.raw)

    @property
    def shown(self) -> str:
        """The text beside the key."""
        return self.kind.of(self.kind.shown, self.raw)

    @property
    def joined(self) -> str:
        """What is compared with the values of a working table."""
        return self.kind.of(self.kind.joined, self.raw)


PREFIX = "celosia_aside_"
"""How the name of every working table begins."""


class WorkingField(NamedTuple):
    """A column of a working table."""

    name: str
    holds: str
    """key (texts, for joins), text, or number."""
    longest: int = 0
    """Bytes of a key, characters of a text."""
    is_key: bool = False


class Settled(NamedTuple):
    """What a connection is to its server."""

    number: int
    """By which another connection can end it."""
    home: str
    """The schema in which a table without one is looked for."""


class Server(ABC):
    """The SQL of one kind of server."""

    title: ClassVar[str]
    extra: ClassVar[str]
    """The pip extra that brings the driver."""
    port: ClassVar[int]
    """Where it listens, if an address does not say."""
    options: ClassVar[tuple[str, ...]]
    """What an address may say that is passed on to the driver."""
    spans_databases: ClassVar[bool] = False
    """Whether one connection reaches the tables of every database."""
    driver: ClassVar[str]
    dialect: ClassVar[str]
    """The driver's name for SQLAlchemy."""
    snapshot: ClassVar[str]
    """Begins a transaction that sees one state of the data and changes nothing."""
    joining: ClassVar[tuple[str, ...]] = ()
    """Settings for one such transaction, in which columns are joined with working tables."""
    write: ClassVar[tuple[str, ...]]
    """Begins the writing of a table, undone as a whole where the server can."""
    label: ClassVar[ColumnKind]
    """The kind of a column of working labels."""
    exact: str
    """The collation that tells all texts apart."""
    longest_index: ClassVar[int]
    """Bytes of the longest text that an index takes for sure."""
    longest_key: ClassVar[int | None] = None
    """Bytes from which texts in a GROUP BY may be taken for equal; None if never."""
    changed_meanwhile: ClassVar[tuple[str, ...]]
    """Codes of a swap whose target another session made or dropped at the same moment."""
    longest_name: ClassVar[int | None] = None
    """Bytes of a name beyond which the server cuts it short; None if it refuses it."""
    widest_row: ClassVar[int | None] = None
    """Bytes that the declared texts of a row may have together; None if it does not matter."""

    def module(self) -> Any:
        """Import the driver, or say how to install it."""
        try:
            import_module("sqlalchemy")
            return import_module(self.driver)
        except ImportError:
            raise MissingExtraError(
                "engines.needs-driver-pip-install-celosia", title=self.title, extra=self.extra
            ) from None

    @abstractmethod
    def connect_arguments(self, bulk: bool) -> dict[str, Any]:
        """Give what the driver needs to be told; `bulk` opens the way for files."""

    @abstractmethod
    def hold(self, session: Session, name: str) -> None:
        """Let a connection hold a name until it ends, however it ends."""

    @abstractmethod
    def is_held(self, session: Session, name: str) -> bool:
        """Tell whether some connection holds a name; yes where it cannot be known."""

    @abstractmethod
    def settle(self, session: Session) -> Settled:
        """Make a new connection's answers depend on nothing else, in as few statements as can be.

        Each costs a round trip, and a release opens two connections.
        """

    @abstractmethod
    def name(self, identifier: str) -> str:
        """Quote an identifier."""

    @abstractmethod
    def literal(self, text: str) -> str:
        """Quote a text."""

    def table(self, table: TableName) -> str:
        """Quote a table's name."""
        return ".".join(self.name(p) for p in (table.schema, table.name) if p is not None)

    @abstractmethod
    def kinds(self, session: Session, relation: str) -> list[tuple[str, ColumnKind]]:
        """Find the columns of a table or query, and how each is read."""

    @abstractmethod
    def distinguishable(self, kind: ColumnKind) -> ColumnKind:
        """Give the kind with a key that tells texts of any length apart."""

    @abstractmethod
    def hash_of(self, texts: Sequence[str], seed: int) -> str:
        """Give an order that only the texts and the seed decide: MD5, as every engine has it."""

    @abstractmethod
    def scatter(self, texts: Sequence[str], seed: int) -> str:
        """Give such an order by the server's quickest hash of 64 bits, for a table.

        Nobody compares the order of tables; MD5 would be the dearest part of writing one.
        """

    @abstractmethod
    def digest(self, texts: Sequence[str]) -> str:
        """Give a fingerprint of a combination of texts, nulls told apart (see `fingerprint`)."""

    @abstractmethod
    def comparable(self, text: str) -> str:
        """Compare a plain text with a key of a working table."""

    @abstractmethod
    def key_of(self, text: str) -> str | bytes:
        """Give a plain text as a key of a working table."""

    @abstractmethod
    def share(self, hashed: str) -> str:
        """Give a hash's first 60 bits as a number that can be added up."""

    @abstractmethod
    def as_text(self, shown: str) -> str:
        """Read what a grouping shows as text, to look into it."""

    @abstractmethod
    def number(self, text: str) -> str:
        """Read a text that is known to be a number."""

    @abstractmethod
    def matches(self, text: str, pattern: str) -> tuple[str, str]:
        """Give the condition that a whole text matches, and its bound value."""

    @abstractmethod
    def fill(
        self, session: Session, name: TableName, fields: Sequence[WorkingField], rows: Sequence[Any]
    ) -> None:
        """Create a working table and fill it."""

    @abstractmethod
    def drop_working(self, session: Session, tables: Sequence[TableName]) -> None:
        """Drop the working tables of a statement."""

    @abstractmethod
    def join_key(
        self, kind: ColumnKind, column: str, values: Sequence[str]
    ) -> tuple[str, list[str] | list[bytes]]:
        """Give what a column is joined by, and the keys of some values for it."""

    @abstractmethod
    def working_place(self, source: SqlSource, target: TableName | None) -> str | None:
        """Say in which schema working tables live; None for the session's own."""

    @abstractmethod
    def kind_of(self, session: Session, table: TableName) -> str | None:
        """Say what has that name: 'table', 'other', or None for nothing."""

    @abstractmethod
    def tables_like(self, session: Session, beginning: str) -> list[TableName]:
        """Find the tables whose names begin so, in all schemas."""

    @abstractmethod
    def inert(self, session: Session, table: TableName) -> str | None:
        """Give a table's full name as SQL where to read it runs nobody's code.

        None for a view, and for whatever else may call functions: those only ever run where
        nothing can be written.
        """

    @abstractmethod
    def copy_source(
        self, session: Session, relation: str, cells: Sequence[Cell], name: TableName
    ) -> None:
        """Put some columns of a source into a temporary table, read where nothing can be written.

        Types that may bring functions along become the text that was measured.
        """

    @abstractmethod
    def reads(self, session: Session, relation: str, table: TableName) -> bool:
        """Tell whether a table, view or query reads a table."""

    @abstractmethod
    def swap(
        self, session: Session, draft: TableName, target: TableName, old: TableName, is_there: bool
    ) -> None:
        """Give the draft its target's name in one step; what had it becomes `old` or is gone."""

    @abstractmethod
    def bulk_load(self, session: Session, table: TableName, path: Path) -> None:
        r"""Load a file of tab-separated cells (null as `\N`, backslash escapes) in one go."""

    @abstractmethod
    def column_type(self, column: Column, digits: tuple[int, int]) -> str:
        """Give the type of a declared column; `digits` before and after a decimal's point."""

    @abstractmethod
    def end(self, session: Session, number: int) -> None:
        """End another connection of the same user, which nobody waits for any more."""


def with_point(number: str) -> str:
    """Give the SQL that writes what is a number with a point and no blanks, as servers read it."""
    for blank in BLANKS:
        number = f"replace({number}, '{blank}', '')"
    return f"replace({number}, '{COMMA}', '{POINT}')"


SERVERS: Final = Registry[type[Server]](
    Message("engines.noun-server"), "celosia.engines.sql", group="servers"
)
"""The kinds of server, by the name that the scheme of an address stands for."""


def server_of(source: SqlSource) -> Server:
    """Give the SQL of a source's server; the modules of the others are not loaded."""
    return SERVERS[source.server]()
