"""A new passphrase for a vault, and new pseudonyms after a breach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from celosia.domain.cells import CellArray
from celosia.domain.stopping import not_stopped
from celosia.domain.technique import TechniqueContext, ValueTechnique
from celosia.errors import DataError, ParameterError
from celosia.files.lock import alone_with
from celosia.register.vault import Vault, looked_up, open_vault
from celosia.register.vault_cipher import Cost


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Renaming:
    """A vault of new pseudonyms, and the new one of each that it takes the place of."""

    technique: ValueTechnique
    vault: Vault
    renamed: Mapping[str, str]
    """New pseudonym by old one; it links the two, so it is as secret as a vault."""

    @property
    def column(self) -> str:
        """The column of the pseudonyms."""
        return self.technique.column

    def __repr__(self) -> str:
        return f"Renaming({self.column}: {len(self.renamed)})"

    def renamed_cells(self, cells: Iterable[str | None]) -> CellArray:
        """Put the new pseudonyms into a column of old ones, as of a published table."""
        return looked_up(cells, self.renamed, self.column)


def rotate_vault(path: str | Path, old: bytes, new: bytes, cost: Cost | None = None) -> None:
    """Encrypt a vault again under another secret; the old file stays until the new one is whole.

    A release that adds to the vault waits, or is waited for. Copies and backups of the old file
    still open with the old secret.
    """
    if old == new:
        raise ParameterError("register.new-passphrase-key-old-choose")
    with not_stopped(), alone_with(Path(path).resolve(strict=True)):
        open_vault(path, old).write(path, new, cost, replace=True)


def reissued(vault: Vault, technique: ValueTechnique, context: TechniqueContext) -> Renaming:
    """Give everybody in a column a new pseudonym; nobody keeps theirs.

    Random codes and fake values were never used before. An enciphered one keeps its format, so it
    may happen to be what somebody else had. The guide asks for this when a table of identities was
    lost: new pseudonyms for the tables in use, and a new table of identities. The other columns of
    the vault stay as they are.

    References: AEPD and PDPC, *Guía básica de anonimización*, 2022, step 5.
    """
    known = replace(context, taken=vault.taken)
    again = renaming(technique, vault.column(technique.column), known)
    return replace(again, vault=Vault({**vault.columns, **again.vault.columns}))


def renaming(
    technique: ValueTechnique, values: Mapping[str, str], context: TechniqueContext
) -> Renaming:
    """Give new pseudonyms to what stands behind the old ones."""
    behind = list(dict.fromkeys(values.values()))
    labels = technique.relabel(behind, context)
    new = {value: label for value, label in zip(behind, labels, strict=True) if label is not None}
    column = technique.column
    if len(set(new.values())) < len(behind):
        raise DataError("register.column-not-every-value-would", column=column)
    renamed = {old: new[value] for old, value in values.items()}
    kept = sum(old == label for old, label in renamed.items())
    if kept:
        raise ParameterError(
            "register.column-would-keep-pseudonym-use",
            column=column,
            kept=kept,
            number=len(renamed),
        )
    return Renaming(technique, Vault({column: {label: v for v, label in new.items()}}), renamed)
