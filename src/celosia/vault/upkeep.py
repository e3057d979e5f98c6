"""A vault's later life: new secrets, new pseudonyms after a breach, double coding, and its end."""

from __future__ import annotations

import mmap
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from celosia.core.progress import not_stopped
from celosia.core.technique import TechniqueContext, ValueTechnique
from celosia.errors import DataError, ParameterError, VerificationFailed
from celosia.files.atomic import alone_with
from celosia.files.journal import NAME, settle, sweep, written_aside
from celosia.files.private_files import erase
from celosia.files.system import files_in
from celosia.text.messages import Message
from celosia.vault.cipher import MARK, Cost, read_key_file
from celosia.vault.vault import Vault, open_vault


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


def rotate_vault(path: str | Path, old: bytes, new: bytes, cost: Cost | None = None) -> None:
    """Encrypt a vault again under another secret; the old file stays until the new one is whole.

    A release that adds to the vault waits, or is waited for. Copies and backups of the old file
    still open with the old secret.
    """
    if old == new:
        raise ParameterError("register.new-passphrase-key-old-choose")
    settle(Path(path).resolve().parent)
    with not_stopped(), alone_with(Path(path).resolve(strict=True)):
        open_vault(path, old).write(path, new, cost, replace=True)


def reissue(vault: Vault, technique: ValueTechnique, context: TechniqueContext) -> Renaming:
    """Give everybody in a column a new pseudonym; nobody keeps theirs.

    Random codes and fake values were never used before. An enciphered one keeps its format, so it
    may happen to be what somebody else had. The guide asks for this when a table of identities was
    lost: new pseudonyms for the tables in use, and a new table of identities. The other columns of
    the vault stay as they are.

    References: AEPD and PDPC, *Guía básica de anonimización*, 2022, step 5.
    """
    known = replace(context, taken=vault.taken)
    again = draw_renaming(technique, vault.column(technique.column), known)
    return replace(again, vault=Vault({**vault.columns, **again.vault.columns}))


def draw_renaming(
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


_HEAD = 1024
"""Longer than any header, so it holds a salt that no other vault has."""

DESTRUCTION_LIMITS: Final = Message("register.destruction-limits")
"""What no program can promise about erasing a file."""


@dataclass(frozen=True, slots=True)
class Destruction:
    """What was destroyed, and how far that was checked."""

    files: tuple[str, ...]
    overwritten: int
    """Bytes that were overwritten."""
    searched: int
    """Files of the folder that were searched for a copy."""
    limits: Message = DESTRUCTION_LIMITS


def destroy_vault(path: str | Path, key_file: str | Path | None = None) -> Destruction:
    """Overwrite a vault (and its key file) and unlink it, then look for copies in its folder.

    What killed runs left there is erased too: who was killed while a vault was written leaves one,
    under whatever secret. A damaged vault can be destroyed; a file that is no vault is not touched,
    nor is one that is no key file. Nobody needs the passphrase for this.

    Raises
    ------
    VerificationFailed
        When another file of the folder holds a copy. The vault itself is gone.
    """
    vault = Path(path).resolve()
    doomed = [vault] if key_file is None else [Path(key_file).resolve(), vault]
    with alone_with(vault):  # a release that adds to it would bring it back
        left = [each for folder in {file.parent for file in doomed} for each in _sweep(folder)]
        here = [file for file in doomed if file.exists() or file.name not in left]
        head = _head(vault) if vault in here else b""
        if doomed[0] in here and key_file is not None:
            read_key_file(key_file)
        overwritten = sum(erase(file) for file in here)
    others = sorted(other for other in vault.parent.iterdir() if other.is_file())
    aside = [file for folder in written_aside(vault.parent) for file in files_in(folder)]
    copies = [other for other in (*others, *aside) if other in doomed or _holds(other, head)]
    if copies:
        raise VerificationFailed(
            "register.destroyed-but-other-files-folder",
            name=vault.name,
            number=len(copies),
            copies=[str(other.relative_to(vault.parent)) for other in copies],
        )
    names = tuple(file.name for file in doomed)
    return Destruction(names, overwritten, len(others) + len(aside))


def _sweep(folder: Path) -> list[str]:
    """Erase what killed runs left in a folder, vaults of any size; tell what it was written for."""
    found = (NAME.fullmatch(path.name) for path in sweep(folder, overwritten=sys.maxsize))
    return [each["target"] for each in found if each]


def _head(vault: Path) -> bytes:
    with vault.open("rb") as file:
        head = file.read(_HEAD)
    if not head.startswith(MARK):
        raise DataError("register.file-not-identity-vault-celos-not-touched")
    return head


def _holds(file: Path, head: bytes) -> bool:
    """Tell whether a file holds the beginning of a vault; of one cut short there is none."""
    if len(head) < _HEAD or file.stat().st_size < _HEAD:
        return False
    with (
        file.open("rb") as opened,
        mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as held,
    ):
        return held.find(head) >= 0


def second_coding(
    organization: Vault, technique: ValueTechnique, context: TechniqueContext
) -> Renaming:
    """Code the pseudonyms of an organization's vault once more.

    The vault of the result is the linking table: for the third party, under its own passphrase.
    The organization erases its copy; what `renamed` gives for a provisional one is published.

    References: AEPD and PDPC, *Guía básica de anonimización*, 2022, annex A, double coding.
    """
    provisional = {pseudonym: pseudonym for pseudonym in organization.column(technique.column)}
    return draw_renaming(technique, provisional, replace(context, taken=organization.taken))


def linked_vaults(organization: Vault, third_party: Vault, column: str) -> Vault:
    """Put both tables together: who is behind each final pseudonym."""
    people, links = organization.column(column), third_party.column(column)
    missing = sum(provisional not in people for provisional in links.values())
    if missing:
        raise DataError(
            "register.column-provisional-pseudonyms-linking-vault",
            column=column,
            missing=missing,
            number=len(links),
        )
    return Vault({column: {final: people[middle] for final, middle in links.items()}})
