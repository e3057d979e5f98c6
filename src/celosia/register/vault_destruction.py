"""The end of a vault: overwritten, unlinked, and looked for afterwards."""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from celosia.errors import DataError, VerificationFailed
from celosia.files.lock import alone_with, lock_of
from celosia.register.vault_cipher import MARK
from celosia.register.vault_files import erase
from celosia.register.vault_secrets import read_key_file
from celosia.text.messages import Message

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

    A damaged vault can be destroyed too; a file that is no vault is not touched, nor is one that
    is no key file. Nobody needs the passphrase for this.

    Raises
    ------
    VerificationFailed
        When another file of the folder holds a copy. The vault itself is gone.
    """
    vault = Path(path).resolve()
    with vault.open("rb") as file:
        head = file.read(_HEAD)
    if not head.startswith(MARK):
        raise DataError("register.file-not-identity-vault-celos-not-touched")
    if key_file is not None:
        read_key_file(key_file)
    doomed = [vault] if key_file is None else [Path(key_file).resolve(), vault]
    with alone_with(vault):  # a release that adds to it would bring it back
        overwritten = sum(erase(file) for file in doomed)
    lock_of(vault).unlink(missing_ok=True)
    others = sorted(other for other in vault.parent.iterdir() if other.is_file())
    copies = [other.name for other in others if other in doomed or _holds(other, head)]
    if copies:
        raise VerificationFailed(
            "register.destroyed-but-other-files-folder",
            name=vault.name,
            number=len(copies),
            copies=copies,
        )
    return Destruction(tuple(file.name for file in doomed), overwritten, len(others))


def _holds(file: Path, head: bytes) -> bool:
    """Tell whether a file holds the beginning of a vault; of one cut short there is none."""
    if len(head) < _HEAD or file.stat().st_size < _HEAD:
        return False
    with (
        file.open("rb") as opened,
        mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as held,
    ):
        return held.find(head) >= 0
