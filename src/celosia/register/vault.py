"""The identity vault: which pseudonym stands for whom, in an encrypted file of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

from celosia.domain.cells import CellArray, cell_array
from celosia.domain.technique import Identities
from celosia.errors import DataError
from celosia.register.vault_cipher import Cost, sealed, unsealed
from celosia.register.vault_files import write_new, write_over
from celosia.text.messages import Message


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
        """Take what techniques gave for columns; `coded_vaults` takes what was coded twice."""
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
        return looked_up(cells, self.column(column), column)

    def write(
        self, path: str | Path, secret: bytes, cost: Cost | None = None, replace: bool = False
    ) -> None:
        """Write the vault encrypted, its rows in random order; only its owner may read the file.

        What is written is opened again first. A vault that is there already stays, unless it is to
        be replaced: then its old bytes are overwritten once the new file is in its place.
        """
        content = self._content()
        vault = sealed(content, secret, cost or Cost())
        if unsealed(vault, secret) != content:
            raise DataError("register.vault-did-not-open-again")
        (write_over if replace else write_new)(Path(path), vault)

    def _content(self) -> bytes:
        """Write the rows in an order that has nothing to do with that of the table."""
        columns = []
        for name, values in self.columns.items():
            rows = list(values.items())
            SystemRandom().shuffle(rows)
            columns.append([name, rows])
        return json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode()


def open_vault(path: str | Path, secret: bytes) -> Vault:
    """Read a vault; a wrong passphrase, a cut or changed file and another format are told apart."""
    columns = json.loads(unsealed(Path(path).read_bytes(), secret))
    return Vault({name: dict(rows) for name, rows in columns})


def looked_up(cells: Iterable[str | None], known: Mapping[str, str], column: str) -> CellArray:
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
