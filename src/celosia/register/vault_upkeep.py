"""A new passphrase for a vault, and new pseudonyms after a breach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from celosia.domain.cells import CellArray
from celosia.domain.technique import Means, ValueTechnique
from celosia.errors import DataError, ParameterError
from celosia.register.vault import Vault, looked_up, open_vault
from celosia.register.vault_cipher import Cost


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Renaming:
    """A vault of new pseudonyms, and the new one of each that it takes the place of."""

    column: str
    vault: Vault
    renamed: Mapping[str, str]
    """New pseudonym by old one; it links the two, so it is as secret as a vault."""

    def __repr__(self) -> str:
        return f"Renaming({self.column}: {len(self.renamed)})"

    def renamed_cells(self, cells: Iterable[str | None]) -> CellArray:
        """Put the new pseudonyms into a column of old ones, as of a published table."""
        return looked_up(cells, self.renamed, self.column)


def rotate_vault(path: str | Path, old: bytes, new: bytes, cost: Cost | None = None) -> None:
    """Encrypt a vault again under another secret; the old file stays until the new one is whole.

    Copies and backups of the old file still open with the old secret.
    """
    if old == new:
        raise ParameterError("The new passphrase or key is the old one. Choose another.")
    open_vault(path, old).write(path, new, cost, replace=True)


def reissued(vault: Vault, technique: ValueTechnique, means: Means) -> Renaming:
    """Give everybody in a column a new pseudonym, none of which was ever used before.

    The guide asks for this when a table of identities was lost: new pseudonyms for the tables in
    use, and a new table of identities. The other columns of the vault stay as they are.

    References: AEPD and PDPC, *Guía básica de anonimización*, 2022, step 5.
    """
    again = renaming(technique, vault.column(technique.column), means)
    return Renaming(again.column, Vault({**vault.columns, **again.vault.columns}), again.renamed)


def renaming(technique: ValueTechnique, values: Mapping[str, str], means: Means) -> Renaming:
    """Give new pseudonyms to what stands behind the old ones.

    The technique is given the old pseudonyms as values too: one that avoids the values it is given
    avoids those as well.
    """
    behind = list(dict.fromkeys(values.values()))
    labels = technique.relabel(list(dict.fromkeys([*behind, *values])), means)
    new = {value: label for value, label in zip(behind, labels, strict=False) if label is not None}
    column = technique.column
    _check_new(column, len(behind), set(new.values()), set(values))
    return Renaming(
        column,
        Vault({column: {label: value for value, label in new.items()}}),
        {old: new[value] for old, value in values.items()},
    )


def _check_new(column: str, needed: int, new: set[str], old: set[str]) -> None:
    if len(new) < needed:
        raise DataError(f"Column '{column}': not every value would get a pseudonym of its own.")
    again = len(new & old)
    if again:
        raise ParameterError(
            f"Column '{column}': {again} of the new pseudonyms are in use already, because the "
            "technique repeats itself. Use another key, or random pseudonyms."
        )
