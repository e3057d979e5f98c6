"""What the workflow asks of the place where tables live; found by the scheme of an address.

To add an engine is to add one file: a subclass of `Engine` that registers itself under its schemes.
Here it lies in `celosia.engines`; another distribution names its module in the entry-point group
`celosia.engines`. The module must be light: it is imported to find out who is meant, and imports
its driver only when something is opened.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final

from celosia.domain.hierarchy import Hierarchy
from celosia.domain.ports import Relation
from celosia.domain.reading import ReadOptions
from celosia.domain.registry import Registry
from celosia.domain.schema import Schema
from celosia.errors import ParameterError
from celosia.text.messages import Message

PATHS: Final = "path"
"""Stands for the scheme of an address that has none: the path of a file."""
SCHEME = re.compile(r"([a-z][a-z0-9+.-]+):(/?)", re.IGNORECASE)
"""A scheme has two letters at least: `C:` is a disk. Without a slash it may be part of a name."""


class Engine(ABC):
    """A kind of place where tables live. What it does not override, it cannot do, and says so.

    What its tables can do is asked of the relation that `open` gives, which is `Whole`, `Workable`,
    `WritesTables`, `Divisible` or `Paged` (see `celosia.domain.ports`), or not.
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
