"""What a file format is, and the list of those there are.

A format declares itself in a file of `celosia.files.formats`, or of another distribution that
names the module in the entry-point group `celosia.formats`. Whatever lists formats reads them here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from struct import error as StructError  # noqa: N812 - zipfile lets it through
from typing import TYPE_CHECKING, Any, Protocol
from zipfile import BadZipFile, ZipFile

from celosia.core.engine import is_path
from celosia.core.registry import Registry
from celosia.core.schema import ColumnType, Dialect, ReadOptions, Schema
from celosia.errors import DataError, ParameterError
from celosia.files.dialect import DAMAGED, is_packed, open_bytes
from celosia.text.languages import Language
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.values import Cells

USUAL = "csv"
"""The format of a file that no other knows for its own: whatever is text can be tried."""
SPREADSHEET = "xlsx"
"""The format that explains what is wrong with an archive that no other knows."""
ARCHIVE = b"PK\x03\x04"
BEGINNING = 1024
"""Bytes that are looked at: SPSS portable files tell what they are only after some 500."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """What a file says of its columns besides their cells."""

    labels: Mapping[str, str] = field(default_factory=dict)
    """What a column is about, by its name."""
    codes: Mapping[str, Mapping[str, float | str]] = field(default_factory=dict)
    """The code behind each text, of columns in which codes were replaced by their labels."""
    missing: Mapping[str, int] = field(default_factory=dict)
    """How many cells of a column held a code that means missing, and are null now."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is known of a file once its cells are in a table."""

    dialect: Dialect | None = None
    """How it is written, if delimited."""
    schema: Schema | None = None
    """What its columns are, if it says so itself."""
    dictionary: Dictionary = field(default_factory=Dictionary)
    skipped: int = 0
    """Lines that were left out because that was chosen."""
    lines: Callable[[Sequence[int]], Mapping[int, int]] = lambda records: {}
    """Finds the lines of the file on which some records begin; nothing where it has no lines."""


@dataclass(frozen=True, slots=True)
class Reject:
    """A line that could not be split into cells."""

    position: int
    """The byte of the unpacked file at which it begins."""
    wrong: Message
    column: int | None
    """The place of the column, from 1; not its name: of a line that is not as the first one, the
    first one may be no header."""

    @property
    def message(self) -> Message:
        """What is wrong, and in which column."""
        if self.column is None:
            return self.wrong
        return Message("files.column", what=self.wrong, column=self.column)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read."""

    path: Path
    options: ReadOptions
    space: Path
    """A private folder for copies."""


class Incoming(Protocol):
    """The table of an engine that a file is read into, by one of three ways."""

    def delimited(self, path: Path, dialect: Dialect, options: ReadOptions) -> Sequence[Reject]:
        """Read text in UTF-8 as a stream; `Unreadable` if it cannot be split at all."""
        ...

    def parquet(self, source: Source) -> Schema:
        """Read a Parquet file by way of a clean copy; `Unreadable` if it is none."""
        ...

    @property
    def records(self) -> int:
        """How many records were read."""
        ...

    def cells(self, cells: Cells) -> None:
        """Take cells that are in memory."""
        ...


class Outgoing(Protocol):
    """The rows of a release, in the order in which they are published, by one of three ways."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names."""
        ...

    @property
    def dictionary(self) -> Dictionary:
        """What the source said of its columns."""
        ...

    def delimited(self, path: Path, packed: bool) -> int:
        """Write delimited text as a stream; give the number of records."""
        ...

    def parquet(self, path: Path) -> int:
        """Write Parquet as a stream; give the number of records."""
        ...

    def rows(self) -> Iterator[Sequence[Any]]:
        """Give row after row; cells of the types that the format holds, all others as texts."""
        ...


def check_all_read(title: str, there: int, read: int) -> None:
    """Refuse a table that has other records than were counted in its file by other means."""
    if there != read:
        raise DataError("files.records-lost", name=title, there=there, read=read)


class Unreadable(Exception):  # noqa: N818 - caught by formats, never seen by people
    """The engine could not read a file; its text names the kind of error, and no data."""


@dataclass(frozen=True)
class Look:
    """What can be seen of a file without reading it."""

    name: str
    """How it is called, in lower case."""
    start: bytes
    """Its first bytes, unpacked if it is gzipped."""
    path: Path

    @classmethod
    def at(cls, path: Path) -> Look:
        """Look at a file."""
        try:
            with open_bytes(path) as file:
                return cls(path.name.lower(), file.read(BEGINNING), path)
        except DAMAGED:
            raise DataError("files.damaged-incomplete-gzip-file", name=path.name) from None

    @cached_property
    def parts(self) -> frozenset[str]:
        """The names of what is in it, if it is a zip archive."""
        if not self.start.startswith(ARCHIVE):
            return frozenset()
        try:
            with ZipFile(self.path) as archive:
                return frozenset(archive.namelist())
        except (BadZipFile, OSError, ValueError, NotImplementedError, StructError):
            return frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A kind of file that holds a table."""

    name: str
    title: Message
    endings: tuple[str, ...]
    """How the names of its files end; the first is the usual one."""
    media_type: str
    keeps: Message
    """What it keeps of a table, in words."""
    read: Callable[[Source, Incoming], Loaded]
    write: Callable[[Outgoing, Path], int] | None = None
    choices: Mapping[str, Message] = field(default_factory=dict)
    """The endings under which a release is offered to be written, and what to call each."""
    not_written: tuple[str, ...] = ()
    """Endings that are read only."""
    why_not_written: Message | None = None
    magic: tuple[bytes, ...] = ()
    """What its files begin with."""
    parts: tuple[str, ...] = ()
    """A file inside that tells it from other archives."""
    signature: Callable[[Look], bool] | None = None
    """Recognises what neither the first bytes nor a part tell."""
    holds: frozenset[ColumnType] = frozenset()
    """Types that a column keeps in it; all others are written as texts."""
    read_extra: str | None = None
    """The pip extra that reading needs."""
    write_extra: str | None = None
    """The pip extra that writing needs."""
    in_memory: bool = False
    """Whether reading takes all of it into memory at once."""
    sheets: bool = False
    """Whether it holds several tables, of which one is read."""
    labels: bool = False
    """Whether it holds labels of values."""

    def __post_init__(self) -> None:
        if (self.write is None) != (self.why_not_written is not None):
            raise ParameterError("files.format-written-reason-why-not", name=self.name)
        if not set(self.choices) <= set(self.written_endings):
            raise ParameterError("files.format-choice-no-ending-files", name=self.name)

    @property
    def written_endings(self) -> tuple[str, ...]:
        """The endings that a release may have."""
        if self.write is None:
            return ()
        return tuple(ending for ending in self.endings if ending not in self.not_written)

    def is_seen(self, look: Look) -> bool:
        """Tell whether a file is of this format, by what it holds."""
        if look.start.startswith(self.magic) or not look.parts.isdisjoint(self.parts):
            return True
        return self.signature is not None and self.signature(look)


class Formats(Registry[Format]):
    """The formats that there are, and which of them a file has."""

    def at(self, path: Path) -> Format:
        """Tell the format of a file by what it holds; its name does not matter."""
        look = Look.at(path)
        found = self.seen(look)
        if found is None:
            return self[SPREADSHEET if look.start.startswith(ARCHIVE) else USUAL]
        if is_packed(path):
            raise DataError("files.holds-packed-file-inside-another", name=path.name)
        return found

    def seen(self, look: Look) -> Format | None:
        """Find the format that knows a file for its own; None for text, and for what none knows."""
        return next((each for each in self.values() if each.is_seen(look)), None)

    def begins(self, start: bytes) -> bool:
        """Tell whether bytes are the beginning of a table that is no text."""
        return self.seen(Look("", start, Path())) is not None

    def written_as(self, path: Path) -> Format:
        """Find the format of an output by the end of its name."""
        return self._by_ending[self.ending_of(path)]

    def ending_of(self, path: Path) -> str:
        """Find the end of an output's name that tells its format."""
        for ending in sorted(self.written_endings, key=len, reverse=True):
            if path.name.lower().endswith(ending):
                return ending
        raise ParameterError(
            "files.cannot-tell-format-name-must", name=path.name, endings=self.written_endings
        )

    @property
    def written_endings(self) -> tuple[str, ...]:
        """How the names of releases may end."""
        return tuple(self._by_ending)

    @property
    def endings(self) -> tuple[str, ...]:
        """How the names of files end that can be read."""
        return tuple(ending for each in self.values() for ending in each.endings)

    @property
    def choices(self) -> Mapping[str, Message]:
        """The endings under which a release is offered, and what to call each."""
        return {ending: title for each in self.values() for ending, title in each.choices.items()}

    @property
    def parts(self) -> frozenset[str]:
        """What an archive may hold that is a table."""
        return frozenset(part for each in self.values() for part in each.parts)

    def titles(self, language: Language) -> str:
        """List what can be read, for people."""
        return "; ".join(each.title.text(language) for each in self.values())

    @property
    def _by_ending(self) -> dict[str, Format]:
        return {ending: each for each in self.values() for ending in each.written_endings}


FILE_FORMATS = Formats(Message("files.file-format"), "celosia.files.formats", group="formats")


def is_plain_text(path: Path) -> bool:
    """Tell whether an output is delimited text that is not packed."""
    return FILE_FORMATS.written_as(path).name == USUAL and path.suffix.lower() != ".gz"


def is_file_name(target: str) -> bool:
    """Tell whether a target is written as a file; in a database it is a table otherwise.

    >>> is_file_name("release.csv"), is_file_name("clinic.release")
    (True, False)
    """
    return is_path(target) and target.lower().endswith(FILE_FORMATS.written_endings)
