"""The identity vault: which pseudonym stands for whom, in an encrypted file of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import SystemRandom

from celosia.core.relation import Draft, Recoding
from celosia.core.schema import Column
from celosia.core.table import Table
from celosia.core.technique import Identities
from celosia.core.values import CellArray, cell_array
from celosia.errors import DataError, ParameterError
from celosia.files.atomic import Aside, alone_with, keep_whole
from celosia.files.journal import settle
from celosia.files.private_files import check_apart, write_new, write_over
from celosia.text.messages import Message
from celosia.vault.cipher import Cost, seal, unseal


def draft_relabelled(
    table: Table, column: str, labels: Mapping[str, str], target: str | Path
) -> Draft:
    """Write a table aside, where it lives, with other labels in a column.

    Nulls stay null. Nothing is written if a cell has no label. Rows come in the order of a release.
    """
    counted = table.relation.values(column)
    cells = dict(zip(counted.values, counted.counts, strict=True))
    unknown = sum(count for cell, count in cells.items() if cell is not None and cell not in labels)
    if unknown:
        raise DataError(
            "register.column-cells-hold-no-pseudonym",
            column=column,
            unknown=unknown,
            number=table.records,
        )
    found = {cell: None if cell is None else labels[cell] for cell in cells}
    others = tuple(declared for declared in table.declared if declared.name != column)
    return table.relation.draft(
        Recoding((), table.columns, {column: found}),
        str(target),
        replace(table.declared, columns=(*others, Column(column))),
        seed=0,
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Vault:
    """For each pseudonymized column, the value behind each pseudonym.

    >>> vault = Vault.of([Identities("person", {"Jose Muñoz": "416765"})])
    >>> vault.reidentify("416765", "person")
    'Jose Muñoz'
    >>> vault
    Vault(person: 1)
    """

    columns: Mapping[str, Mapping[str, str]]
    """Value by pseudonym, by column."""

    @classmethod
    def of(cls, identities: Iterable[Identities]) -> Vault:
        """Take what techniques gave for columns, each of which was coded once."""
        columns: dict[str, dict[str, str]] = {}
        for given in identities:
            if given.column in columns:
                raise DataError("register.column-coded-twice-needs-two", column=given.column)
            values = {pseudonym: value for value, pseudonym in given.pseudonyms.items()}
            if len(values) < len(given.pseudonyms):
                raise DataError("register.column-two-values-share-pseudonym", column=given.column)
            columns[given.column] = values
        return cls(columns)

    def __repr__(self) -> str:
        held = ", ".join(f"{name}: {len(values)}" for name, values in self.columns.items())
        return f"Vault({held})"

    @property
    def taken(self) -> dict[str, set[str]]:
        """By column, what no new pseudonym may be: those in use, and who is behind them."""
        return {name: {*values, *values.values()} for name, values in self.columns.items()}

    def joined(self, other: Vault) -> Vault:
        """Hold what both hold, as of one month's table and the next."""
        columns = {name: dict(values) for name, values in self.columns.items()}
        for name, values in other.columns.items():
            known = columns.setdefault(name, {})
            clashes = sum(known.get(pseudonym, v) != v for pseudonym, v in values.items())
            if clashes:
                raise DataError(
                    "register.column-pseudonyms-stand-other-values", name=name, clashes=clashes
                )
            known.update(values)
        return Vault(columns)

    def column(self, name: str) -> Mapping[str, str]:
        """Give the value behind each pseudonym of a column."""
        if name not in self.columns:
            raise DataError(
                "register.vault-no-column-columns",
                name=name,
                columns=list(self.columns) or Message("core.none"),
            )
        return self.columns[name]

    def reidentify(self, pseudonym: str, column: str) -> str:
        """Say which value a single pseudonym stands for."""
        values = self.column(column)
        if pseudonym not in values:
            raise DataError("register.vault-does-not-know-pseudonym", column=column)
        return values[pseudonym]

    def reversed_cells(self, cells: Iterable[str | None], column: str) -> CellArray:
        """Put the values back in the place of a whole column of pseudonyms; nulls stay null."""
        return look_up(cells, self.column(column), column)

    def write(
        self, path: str | Path, secret: bytes, cost: Cost | None = None, replace: bool = False
    ) -> None:
        """Write the vault encrypted, its rows in random order; only its owner may read the file.

        What is written is opened again first. A vault that is there already stays, unless it is to
        be replaced: then its old bytes are overwritten once the new file is in its place.
        """
        (write_over if replace else write_new)(Path(path), self.sealed(secret, cost))

    def sealed(self, secret: bytes, cost: Cost | None = None) -> bytes:
        """Encrypt the vault, and open it again to see that it opens."""
        content = self._content()
        vault = seal(content, secret, cost or Cost())
        if unseal(vault, secret) != content:
            raise DataError("register.vault-did-not-open-again")
        return vault

    def _content(self) -> bytes:
        """Write the rows in an order that has nothing to do with that of the table."""
        columns = []
        for name, values in self.columns.items():
            rows = list(values.items())
            SystemRandom().shuffle(rows)
            columns.append([name, rows])
        return json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode()


def open_vault(path: str | Path, secret: bytes) -> Vault:
    """Read a vault; a wrong passphrase, a cut or changed file and another format are told apart.

    Parameters
    ----------
    path
        The file that `--vault`, or `Vault.write`, made.
    secret
        What `passphrase_secret` or `read_key_file` of `celosia.vault.cipher` gives.

    Returns
    -------
    Vault
        Who is behind each pseudonym: it is personal data.

    Raises
    ------
    ParameterError
        When it is not its passphrase or key.
    DataError
        When the file is no vault, or was cut or changed.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.vault"
    ...     Vault({"person": {"416765": "Jose Muñoz"}}).write(path, b"a long passphrase")
    ...     open_vault(path, b"a long passphrase")
    Vault(person: 1)
    """
    settle(Path(path).resolve().parent)
    columns = json.loads(unseal(Path(path).read_bytes(), secret))
    return Vault({name: dict(rows) for name, rows in columns})


def look_up(cells: Iterable[str | None], known: Mapping[str, str], column: str) -> CellArray:
    """Look each cell up; `DataError` counts those that are not known."""
    given = list(cells)
    unknown = sum(cell is not None and cell not in known for cell in given)
    if unknown:
        raise DataError(
            "register.column-cells-hold-no-pseudonym",
            column=column,
            unknown=unknown,
            number=len(given),
        )
    return cell_array(None if cell is None else known[cell] for cell in given)


@dataclass(frozen=True, slots=True)
class VaultFile:
    """A vault's file and what opens it; one that exists already is added to."""

    path: Path
    secret: bytes

    def __repr__(self) -> str:
        return f"VaultFile({self.path.name})"

    def check(self, apart_from: Iterable[Path] = ()) -> Vault:
        """Make sure, before any work is done, that the vault can be written or added to.

        What it holds already is given: new pseudonyms must not clash with that.
        """
        self.check_place(apart_from)
        settle(self.path.resolve().parent)
        return open_vault(self.path, self.secret) if self.path.exists() else Vault({})

    def check_place(self, apart_from: Iterable[Path] = ()) -> None:
        """Make sure that the vault has a folder, and a name of its own."""
        check_apart(self.path, apart_from)
        if not self.path.parent.is_dir():
            raise ParameterError("register.no-folder", parent=self.path.parent)

    @contextmanager
    def keep(self, identities: Iterable[Identities]) -> Iterator[Aside]:
        """Add identities to what the vault holds; it is as it was if what follows fails.

        What is given takes its place with the release that is published meanwhile. Another release
        that adds to the same vault waits: neither undoes what the other added.
        """
        vault = Vault.of(identities)
        if not vault.columns:
            raise ParameterError("register.no-technique-made-pseudonyms-no")
        path = self.path.resolve()
        with alone_with(path):
            settle(path.parent)
            if path.exists():
                vault = open_vault(path, self.secret).joined(vault)
            with keep_whole(path, vault.sealed(self.secret), private=True) as aside:
                yield aside

    @contextmanager
    def keep_new(self, vault: Vault) -> Iterator[Aside]:
        """Write a vault of its own; there is none if what follows fails."""
        path = self.path.resolve()
        with alone_with(path):
            settle(path.parent)
            if path.exists():
                raise DataError("register.exists-already-move-away-first", name=path.name)
            with keep_whole(path, vault.sealed(self.secret), private=True) as aside:
                yield aside
