"""A table where it lives, what an engine may change in it, and what not every table can do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.schema import ReadOptions, Schema
from celosia.core.values import (
    Agreement,
    Alone,
    BoolArray,
    Cells,
    CodeArray,
    Combinations,
    FloatArray,
    IntArray,
    Matched,
    NullPolicy,
    Value,
    ValueCounts,
)

SUPPRESSED_GROUP = -1
"""Group of the records that are left out, or kept as `*`."""


@dataclass(frozen=True, slots=True)
class Recoding:
    """Global recoding: a label for each value, and the combinations of labels to suppress."""

    quasi_identifiers: tuple[str, ...]
    published: tuple[str, ...]
    """The columns of the release, in order."""
    labels: Mapping[str, Mapping[Value, Value]] = field(default_factory=dict)
    """For each generalized attribute, the label of each of its values."""
    rejected: tuple[tuple[Value, ...], ...] = ()
    """Combinations of labels whose records are suppressed."""
    keep_suppressed: bool = False
    """Write suppressed records with `*` in every quasi-identifier instead of leaving them out."""
    nulls: NullPolicy = NullPolicy.VALUE

    def of_everybody(self, columns: Iterable[str]) -> Recoding:
        """Give the change by which some columns of a table become comparable with its release.

        Nobody is left out. Those who are kept with `*` get it, by their quasi-identifiers.

        >>> change = Recoding(("age",), ("age", "pay"), {"age": {"31": "30-39"}}, (("30-39",),))
        >>> made = change.of_everybody(["pay"])
        >>> made.published, made.labels, made.rejected
        (('pay',), {}, ())
        """
        starred = self.keep_suppressed and bool(self.rejected)
        needed = dict.fromkeys((*columns, *(self.quasi_identifiers if starred else ())))
        labels = {name: each for name, each in self.labels.items() if name in needed}
        rejected = self.rejected if starred else ()
        return replace(self, published=tuple(needed), labels=labels, rejected=rejected)


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """Local recoding: records put into groups, each published with labels of its own.

    Records that agree in every column of the codebooks are interchangeable, so a part says only
    how many of them go to a group. An engine ranks them by the MD5 of the seed and their published
    cells, which neither the order of rows nor an attacker's guess can follow.
    """

    quasi_identifiers: tuple[str, ...]
    published: tuple[str, ...]
    """The columns of the release, in order."""
    codebooks: tuple[Codebook, ...]
    """The columns that tell records apart: the quasi-identifiers, and sensitive attributes where
    a model looks at them."""
    codes: CodeArray
    """(parts, columns): the combination that each part is taken from."""
    first: IntArray
    """(parts,): rank of its first record among those of the combination, from 0."""
    number: IntArray
    """(parts,): how many records, ranks `first` to `first + number - 1`."""
    group: IntArray
    """(parts,): where they go; `SUPPRESSED_GROUP` for nowhere."""
    labels: Mapping[str, tuple[Value, ...]]
    """For each quasi-identifier, the label of each group."""
    keep_suppressed: bool = False
    """Write suppressed records with `*` in every quasi-identifier instead of leaving them out."""
    nulls: NullPolicy = NullPolicy.VALUE


Change = Recoding | Partition
"""What an engine can apply."""


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
        as_written: Collection[str] = (),
    ) -> Classes:
        """Group the records by their texts as they stand: the measure of what is there.

        Each entry of `sensitive` names one attribute to count in the classes, after those that
        count as quasi-identifiers for it. The population of a class is the sum of the column
        `weight`, or the number of `people` with the same quasi-identifiers.
        Spellings of one value are counted together, but not in columns that are `as_written`.
        """
        ...

    def combinations(self, columns: Sequence[str]) -> Combinations:
        """Count the combinations of some columns' values."""
        ...

    def alone(self, columns: Sequence[str], subject: Sequence[str] = ()) -> Alone:
        """Count the records whose combination of some columns' values nobody else holds.

        Each record is somebody's own, unless a `subject` says whose it is: what only the records
        of one person hold, nobody else holds. Records with nothing but nulls are not counted.
        """
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


@runtime_checkable
class KnownAside(Protocol):
    """A draft of which can be asked, when its publication was interrupted, whether it happened."""

    def is_aside(self) -> bool:
        """Tell whether it still has its working name."""
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
class Rereadable(Protocol):
    """A relation that reads the codes of `ReadOptions.null_codes` as nulls, also once more."""

    def reread(self, options: ReadOptions) -> Relation:
        """Read the source again by other options; the relation itself stays as it is."""
        ...


@runtime_checkable
class InMemory(Protocol):
    """A table whose records fit into memory: techniques may look at them one beside the other."""

    def rows(self) -> Cells:
        """Give every cell, in an order that does not depend on the order of the source."""
        ...

    def with_rows(self, cells: Cells) -> Relation:
        """Give a relation of other cells in the place of this one; the caller closes it."""
        ...

    def draft_rows(self, cells: Cells, path: Path) -> Draft:
        """Write cells aside as a delimited file, in the order in which they stand."""
        ...


@runtime_checkable
class Relabels(Protocol):
    """A table that tells values by other texts in a copy of its own, whatever its size."""

    def relabelled(self, labels: Mapping[str, Mapping[Value, Value]]) -> Relation:
        """Give a relation with other labels in some columns, all of whose values they list.

        It takes the place of this one, and the caller closes it.
        """
        ...


@runtime_checkable
class Workable(Protocol):
    """A table that can be changed where it is, only to be worked with."""

    def draft_work(self, change: Change, target: str, declared: Schema, seed: int) -> Draft:
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
class Matchable(Protocol):
    """A table that can look for its own records in a release of it; only counts come back.

    Of one that cannot, the combinations of cells are fetched and compared: as exact, and slower.
    """

    def matches(
        self,
        change: Recoding,
        release: Relation,
        columns: Sequence[str],
        subject: Sequence[str] = (),
    ) -> tuple[Matched, ...] | None:
        """Count the released records that hold what each record of this table holds.

        Parameters
        ----------
        change
            What labels this table's records are compared by; those that it rejects are looked for
            too, unless it keeps them.
        release
            What is looked at, wherever it is.
        columns
            Those that are compared, nulls as values; records with nothing but nulls are not.
        subject
            The columns of both that say whose a record is: persons are looked for then, and
            persons are what is found.

        Returns
        -------
        Those who have candidates; None where the release lies out of reach of this engine.
        """
        ...


@runtime_checkable
class Pairing(Protocol):
    """A table that tells by counts alone what its columns do to each other.

    Of one that cannot, and of files, records are drawn to see it.
    """

    def agreement(
        self,
        key: str,
        column: str,
        without: Mapping[str, Collection[str]],
        places: Codebook | None = None,
    ) -> Agreement:
        """Tell how far records that share a value of one column are alike in another.

        Parameters
        ----------
        without
            The texts of each column that stand for a null; records with one, or with a null, are
            passed over.
        places
            Where each value of the other column stands, as its code in millionths; records with a
            value that it does not list are passed over.
        """
        ...

    def squares(
        self,
        columns: Sequence[str],
        complete: Sequence[str],
        without: Mapping[str, Collection[str]],
    ) -> int:
        """Add up the squared numbers of records that share a combination of some columns' values.

        That is how many pairs of records do, each with itself, and both ways. Records with a null
        in the columns that must be `complete`, or what stands for one, are passed over.
        """
        ...


@runtime_checkable
class TellsFormulas(Protocol):
    """A table of which can be told what a spreadsheet program would run of it."""

    def formulas(self) -> Mapping[str, int]:
        """Count the cells of each column that such a program would take for formulas."""
        ...


@runtime_checkable
class Paged(Protocol):
    """A table whose rows can be looked at page by page."""

    def page(
        self, offset: int, limit: int, sort: str | None = None, descending: bool = False
    ) -> list[tuple[Value, ...]]:
        """Give rows in the order of the file, or sorted by a column; nulls come last."""
        ...
