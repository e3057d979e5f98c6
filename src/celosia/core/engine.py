"""What an engine must be able to do, and how it is found by the scheme of an address."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

from celosia.core.arrays import BoolArray, FloatArray, IntArray
from celosia.core.change import Change, Partition
from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.hierarchy import Hierarchy
from celosia.core.registry import Registry
from celosia.core.schema import ReadOptions, Schema
from celosia.core.values import Cells, Combinations, NullPolicy, Value, ValueCounts
from celosia.errors import ParameterError
from celosia.text.messages import Message


class Relation(Protocol):
    """A table where it lives. Only counts and distinct values leave it."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names, in order."""
        ...

    @property
    def records(self) -> int:
        """Number of records."""
        ...

    def values(self, column: str, complete: Sequence[str] = ()) -> ValueCounts:
        """Count the distinct values of a column, over the records complete in some columns."""
        ...

    def count(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> FrequencySet:
        """Count the combinations of codes, over the records complete in some columns.

        A record with a value that its codebook does not list is not counted.
        """
        ...

    def distinct(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> int:
        """Tell how many combinations of codes `count` would give, without giving them."""
        ...

    def classes(
        self,
        quasi_identifiers: Sequence[str],
        sensitive: Sequence[tuple[str, ...]] = (),
        nulls: NullPolicy = NullPolicy.VALUE,
        weight: str | None = None,
        people: Combinations | None = None,
    ) -> Classes:
        """Group the records by their texts as they stand: the measure of what is there.

        Each entry of `sensitive` names one attribute to count in the classes, after those that
        count as quasi-identifiers for it. The population of a class is the sum of the column
        `weight`, or the number of `people` with the same quasi-identifiers.
        """
        ...

    def combinations(self, columns: Sequence[str]) -> Combinations:
        """Count the combinations of some columns' values."""
        ...

    def cells(self, columns: Sequence[str], most: int) -> dict[str, list[Value]]:
        """Give columns cell by cell, of at most so many records, chosen always alike."""
        ...

    def propose_schema(self) -> Schema:
        """Say what the columns look like."""
        ...

    def check(self, schema: Schema) -> None:
        """Raise `DataError` for values that are not as declared."""
        ...

    def write(self, change: Change, path: Path, declared: Schema, seed: int) -> int:
        """Write the recoded table in an order that tells nothing; give the number of records.

        Typed formats take the declared types, else the proposed ones.
        """
        ...

    def draft(self, change: Change, target: str, declared: Schema, seed: int) -> Draft:
        """Write the recoded table aside, near its target; nothing has that name yet."""
        ...

    def evidence(self) -> Mapping[str, str | int]:
        """Say what identifies the source for an auditor: size and hash of a file, for one."""
        ...

    def close(self) -> None:
        """Erase all working data."""
        ...


class Draft(Protocol):
    """A recoded table written aside; published or not, it is discarded at the end."""

    @property
    def records(self) -> int:
        """How many records were written."""
        ...

    def reopen(self) -> Relation:
        """Open what was written anew, to measure it; the caller closes it."""
        ...

    def evidence(self) -> Mapping[str, str | int]:
        """Say what identifies what was written."""
        ...

    def publish(self) -> None:
        """Give it the name of its target in one step; what had that name before is replaced."""
        ...

    def discard(self) -> None:
        """Remove it, or after it was published what it replaced, where that is still there."""
        ...


class LocalGrouping(Protocol):
    """Groups the records of a piece of a table; picklable, because it travels to the workers."""

    @property
    def codebooks(self) -> tuple[Codebook, ...]:
        """The columns that tell records apart: quasi-identifiers, judged ones, others."""
        ...

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The columns at which pieces are cut, in the order of the codebooks."""
        ...

    @property
    def judged(self) -> tuple[str, ...]:
        """The columns after those that decide whether a piece can stand alone."""
        ...

    @property
    def published(self) -> tuple[str, ...]:
        """The columns of the release, in order."""
        ...

    @property
    def complete(self) -> tuple[str, ...]:
        """Only records without a null in these are grouped."""
        ...

    @property
    def weights(self) -> FloatArray:
        """How much each quasi-identifier counts."""
        ...

    @property
    def k(self) -> int:
        """The least size of a group."""
        ...

    @property
    def seed(self) -> int:
        """What all drawing depends on."""
        ...

    def accepts(self, counts: FrequencySet, set_of: IntArray) -> BoolArray:
        """Tell which sets of records could be one group, from counts of the judged columns.

        `set_of` is the set of each row; the first set holds all records.

        Raises
        ------
        NotAchievable
            When not even all records as one group are accepted.
        """
        ...

    def __call__(self, counts: FrequencySet) -> tuple[Partition, Any]:
        """Group the records of a piece; give also what the driver wants to know of it."""
        ...


class HeldGroups(Protocol):
    """Groups of records that stay where the table is."""

    @property
    def told(self) -> tuple[Any, ...]:
        """What the local grouping told of each piece."""
        ...

    def draft(self, target: str, declared: Schema, seed: int) -> Draft:
        """Write the grouped table aside, near its target; the groups are forgotten then."""
        ...


@runtime_checkable
class Whole(Protocol):
    """A table whose records fit into memory: techniques may look at them one beside the other."""

    def rows(self) -> Cells:
        """Give every cell, in an order that does not depend on the order of the source."""
        ...

    def with_rows(self, cells: Cells) -> Relation:
        """Give a relation of other cells in the place of this one; the caller closes it."""
        ...

    def listed(self, cells: Cells, path: Path) -> Draft:
        """Write cells aside as a delimited file, in the order in which they stand."""
        ...


@runtime_checkable
class Workable(Protocol):
    """A table that can be changed where it is, only to be worked with."""

    def worked(self, change: Change, target: str, declared: Schema, seed: int) -> Draft:
        """Write a changed table aside, where that of the target will be; nothing gets its name.

        What is opened of it takes the place of this relation.
        """
        ...


@runtime_checkable
class WritesTables(Protocol):
    """A table whose release may be a table beside it, where its target is not named like a file."""

    def check_target(self, target: str, others: Iterable[str]) -> None:
        """Raise `ParameterError` for a table that must not be replaced: the source, or others."""
        ...


@runtime_checkable
class Divisible(Protocol):
    """A table that is spread over workers, each of which can group a piece of it."""

    @property
    def most_together(self) -> int:
        """Up to so many records are better grouped together, by the process that asks."""
        ...

    def in_pieces(self, local: LocalGrouping) -> HeldGroups:
        """Cut the table into pieces and let the workers group each."""
        ...


@runtime_checkable
class Paged(Protocol):
    """A table whose rows can be looked at page by page."""

    def page(
        self, offset: int, limit: int, sort: str | None = None, descending: bool = False
    ) -> list[tuple[Value, ...]]:
        """Give rows in the order of the file, or sorted by a column; nulls come last."""
        ...


PATHS: Final = "path"
"""Stands for the scheme of an address that has none: the path of a file."""
SCHEME = re.compile(r"([a-z][a-z0-9+.-]+):(/?)", re.IGNORECASE)
"""A scheme has two letters at least: `C:` is a disk. Without a slash it may be part of a name."""


class Engine(ABC):
    """A kind of place where tables live. What it does not override, it cannot do, and says so.

    What its tables can do is asked of the relation that `open` gives, which is `Whole`, `Workable`,
    `WritesTables`, `Divisible` or `Paged` (see `celosia.core.engine`), or not.
    """

    title: ClassVar[Message]
    """What people call it."""
    example: ClassVar[str]
    """An address, as people write it."""
    short: ClassVar[bool] = False
    """Whether `scheme:` begins an address without a slash after it."""
    not_by_browser: ClassVar[Message | None] = Message("core.engine-not-by-browser")
    """Why nobody names such an address in the app; None where the place itself asks who it is."""

    @abstractmethod
    def open(self, address: str, options: ReadOptions, password: str | None = None) -> Relation:
        """Open a table; the caller closes it.

        Parameters
        ----------
        address
            As the user wrote it; one that holds a password is refused.
        options
            What is known of a file.
        password
            What the user gave beside the address.

        Raises
        ------
        MissingExtraError
            When the driver is not installed; the message names what to install.
        """

    # where a release goes

    def check_file(self, address: str, path: Path) -> bool:
        """Refuse a file that cannot or must not be written; tell whether it will be a folder."""
        return ENGINES[PATHS].check_file(address, path)

    def address_of(self, source: str, output: str) -> str:
        """Say how a release of a source is read again: by its name, or by an address."""
        return output

    # what stands for a table in a certificate, and where that lies

    def path_of(self, address: str) -> Path | None:
        """Give the file or folder that an address names here; its certificate lies beside it."""
        return None

    def evidence_of(self, path: Path) -> Mapping[str, str | int]:
        """Say what identifies such a file or folder: its size and a hash, as drafts do."""
        return ENGINES[PATHS].evidence_of(path)

    def table_of(self, address: str) -> str | None:
        """Give the name, without a schema, that evidence of a table ends with as `table`.

        Certificates of tables lie in the working folder; the relation's evidence has the keys
        `server` and `table`, by which they are found.
        """
        return None

    # what else can be done there

    def load(
        self,
        path: Path,
        address: str,
        options: ReadOptions,
        schema: Schema | None,
        password: str | None,
        replace_table: bool,
    ) -> int:
        """Make a table of a file; give the number of its records."""
        raise ParameterError("core.takes-no-files-name-address", title=self.title)

    def left_behind(self, address: str, password: str | None, drop_all: bool) -> list[str]:
        """List what runs that are under way, or were killed, work with; remove it if told to."""
        raise ParameterError("core.name-servers-address-folder-run")

    def moved_away(self, address: str) -> list[str]:
        """List what a killed run had moved away, and that nothing replaced."""
        return []

    def read_hierarchy(self, address: str, attribute: str, password: str | None) -> Hierarchy:
        """Read a hierarchy from a table."""
        raise self._holds_no_hierarchies()

    def write_hierarchy(self, address: str, hierarchy: Hierarchy, password: str | None) -> None:
        """Store a hierarchy as a table; what had its name is replaced in one step."""
        raise self._holds_no_hierarchies()

    def _holds_no_hierarchies(self) -> ParameterError:
        return ParameterError("core.holds-no-hierarchies-name-file", title=self.title)


ENGINES: Final = Registry[Engine](Message("core.noun-engine"), "celosia.engines", deep=False)
"""The engines that there are, by scheme."""


def engine_of(address: str) -> Engine:
    """Find the engine of an address.

    >>> str(engine_of("data.csv").title), str(engine_of("spark:?table=people").title)
    ('A file', 'Spark')

    Raises
    ------
    ParameterError
        When no engine has the scheme; the address is not repeated, as it may hold a password.
    """
    return ENGINES[_scheme_of(address)]


def is_path(address: str) -> bool:
    """Tell whether an address is the path of a file.

    >>> is_path("data:2024.csv"), is_path("mariadb://ana@localhost/clinic#patients")
    (True, False)
    """
    return _scheme_of(address) == PATHS


def schemes() -> tuple[str, ...]:
    """List how addresses begin, those of other distributions' engines included.

    >>> "postgresql://" in schemes() and "spark:" in schemes()
    True
    """
    named = {scheme: engine for scheme, engine in ENGINES.items() if scheme != PATHS}
    return tuple(f"{s}:" if engine.short else f"{s}://" for s, engine in named.items())


def _scheme_of(address: str) -> str:
    found = SCHEME.match(address)
    if found is None:
        return PATHS
    scheme, slash = found[1].lower(), bool(found[2])
    if scheme != PATHS and scheme in ENGINES and (slash or ENGINES[scheme].short):
        return scheme
    if slash:
        raise ParameterError("core.address-begins-scheme-not-known", schemes=schemes())
    return PATHS
