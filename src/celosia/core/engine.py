"""What an engine must be able to do, and how it is found by the scheme of an address."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final

from celosia.core.address_secrets import refuse_secret
from celosia.core.hierarchy import Hierarchy
from celosia.core.registry import Registry
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions, Schema
from celosia.errors import ParameterError
from celosia.text.messages import Message

PATHS: Final = "path"
"""Stands for the scheme of an address that has none: the path of a file."""
SCHEME = re.compile(r"([a-z][a-z0-9+.-]+):(/?)", re.IGNORECASE)
"""A scheme has two letters at least: `C:` is a disk. Without a slash it may be part of a name."""

BROWSERS: Final = ("rest", "app")
"""The surfaces on which somebody may name an address of whom we know nothing but the token."""


class Engine(ABC):
    """A kind of place where tables live. What it does not override, it cannot do, and says so.

    Only `open` must be written. A module of another distribution adds one by
    `ENGINES.add("scheme", ItsEngine())`, and names itself in the entry-point group
    `celosia.engines`; it should import its driver in methods only, as all engines are imported to
    list them (`tests/support/sqlite_engine` is a whole one to imitate).

    What its tables can do is asked of the relation that `open` gives, which is `InMemory`,
    `Workable`, `WritesTables`, `Divisible`, `Matchable`, `Pairing` or `Paged` (see
    `celosia.core.relation`), or not.
    """

    title: ClassVar[Message]
    """What people call it."""
    example: ClassVar[str]
    """An address, as people write it."""
    short: ClassVar[bool] = False
    """Whether `scheme:` begins an address without a slash after it."""
    not_offered: ClassVar[Mapping[str, Message]] = dict.fromkeys(
        BROWSERS, Message("core.engine-not-by-browser")
    )
    """Why a surface takes no such address: `rest` or `app`, and the reason; nothing where the place
    itself asks who it is."""

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
        ParameterError
            When the address cannot be understood, or holds a password.
        DataError
            When there is no such table, or it cannot be read.
        """

    # where a release goes

    def check_file(self, address: str, path: Path) -> bool:
        """Refuse a file that cannot or must not be written; tell whether it will be a folder.

        Parameters
        ----------
        address
            The source of the release, which must not be written over.
        path
            Where the release is to go.

        Raises
        ------
        ParameterError
            When its name does not end like a format, or it is the source itself.
        """
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
        """Make a table of a file.

        Parameters
        ----------
        path, options
            The file, and how it is to be read.
        address
            Where, and the name of the new table.
        schema
            Types and lengths of columns; those that it does not name are texts.
        password
            What the user gave beside the address.
        replace_table
            Whether a table of that name may be replaced, in one step.

        Returns
        -------
        The number of records.

        Raises
        ------
        ParameterError
            From an engine that takes no files in.
        DataError
            When a cell is not as declared, or the table is there and must not be replaced.
        """
        raise ParameterError("core.takes-no-files-name-address", title=self.title)

    def left_behind(self, address: str, password: str | None, drop_all: bool) -> list[str]:
        """List what runs that are under way, or were killed, work with.

        Parameters
        ----------
        address
            Of a server, or a folder.
        password
            What the user gave beside the address.
        drop_all
            Remove it, but for what a run that is under way holds.

        Returns
        -------
        Names of tables or files, of what was there before it was removed.

        Raises
        ------
        ParameterError
            From an engine that keeps nothing that outlives a run.
        """
        raise ParameterError("core.name-servers-address-folder-run")

    def unfinished(self, address: str) -> list[str]:
        """List what a killed run had begun to publish; whoever reads it next finishes it."""
        return []

    def settle(self, address: str) -> None:  # noqa: B027 - most have nothing to finish
        """Finish what a killed run had begun to publish there, before anybody reads it."""

    def read_hierarchy(self, address: str, attribute: str, password: str | None) -> Hierarchy:
        """Read a hierarchy from a table.

        Raises
        ------
        ParameterError
            From an engine that holds none.
        HierarchyError
            When the table is none: a row per value, a column per level.
        """
        raise self._holds_no_hierarchies()

    def write_hierarchy(self, address: str, hierarchy: Hierarchy, password: str | None) -> None:
        """Store a hierarchy as a table; what had its name is replaced in one step."""
        raise self._holds_no_hierarchies()

    def _holds_no_hierarchies(self) -> ParameterError:
        return ParameterError("core.holds-no-hierarchies-name-file", title=self.title)


ENGINES: Final = Registry[Engine](
    Message("core.noun-engine"), "celosia.engines", deep=False, group="engines"
)
"""The engines that there are, by scheme."""


def engine_of(address: str) -> Engine:
    """Find the engine of an address.

    >>> str(engine_of("data.csv").title), str(engine_of("spark:?table=people").title)
    ('A file', 'Spark')

    Raises
    ------
    ParameterError
        When no engine has the scheme, or the address holds a password; it is not repeated.
    """
    return ENGINES[_scheme_of(address)]


def is_path(address: str) -> bool:
    """Tell whether an address is the path of a file.

    >>> is_path("data:2024.csv"), is_path("mariadb://ana@localhost/clinic#patients")
    (True, False)
    """
    return _scheme_of(address) == PATHS


def schemes(by_browser: bool = False) -> tuple[str, ...]:
    """List how addresses begin, those of other distributions' engines included.

    Parameters
    ----------
    by_browser
        Leave out those that nobody may name in the app (`Engine.not_offered`).

    >>> "postgresql://" in schemes() and "spark:" in schemes()
    True
    >>> "spark:" in schemes(by_browser=True)
    False
    """
    return tuple(
        f"{scheme}:" if engine.short else f"{scheme}://"
        for scheme, engine in ENGINES.items()
        if scheme != PATHS and (not by_browser or is_by_browser(engine))
    )


def is_by_browser(engine: Engine) -> bool:
    """Tell whether people may name its addresses in a browser.

    >>> is_by_browser(ENGINES["mariadb"]), is_by_browser(ENGINES["spark"])
    (True, False)
    """
    return not any(surface in engine.not_offered for surface in BROWSERS)


def browser_example() -> str:
    """Give an address as people write it in the app.

    >>> browser_example()
    'mariadb://ana@localhost/clinic?table=patients'
    """
    return next(e.example for e in ENGINES.values() if is_by_browser(e))


def _scheme_of(address: str) -> str:
    found = SCHEME.match(address)
    if found is None:
        return PATHS
    refuse_secret(address)
    scheme, slash = found[1].lower(), bool(found[2])
    if scheme != PATHS and scheme in ENGINES and (slash or ENGINES[scheme].short):
        return scheme
    if slash:
        raise ParameterError("core.address-begins-scheme-not-known", schemes=schemes())
    return PATHS
