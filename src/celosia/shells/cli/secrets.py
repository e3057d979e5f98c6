"""Keys and passphrases: from a file, the environment or a prompt, never from a recipe."""

from __future__ import annotations

import os
from pathlib import Path

import click

import celosia


def pseudonym_key(key_file: str | None) -> bytes | None:
    """Find the key of pseudonyms: a key file, or CELOSIA_KEY as hexadecimal digits."""
    if key_file is not None:
        return celosia.read_key_file(key_file)
    given = os.environ.get("CELOSIA_KEY")
    if given is None:
        return None
    try:
        return bytes.fromhex(given)
    except ValueError:
        raise celosia.ParameterError(
            "CELOSIA_KEY must hold hexadecimal digits: `celosia vault new-key` makes a key file."
        ) from None


def vault_secret(key_file: str | None, new: bool = False) -> bytes:
    """Find what opens a vault: a key file, CELOSIA_VAULT_PASSPHRASE, or what a prompt gets.

    For a new vault the prompt asks twice: nobody could open one that a slip of the finger closed.
    """
    if key_file is not None:
        return celosia.read_key_file(key_file)
    given = os.environ.get("CELOSIA_VAULT_PASSPHRASE")
    if given is None:
        given = click.prompt(
            "Passphrase of the vault", hide_input=True, confirmation_prompt=new, err=True
        )
    return celosia.passphrase_secret(given)


def vault_file(path: str | None, key_file: str | None) -> celosia.VaultFile | None:
    """Name the vault of a release, if it is to have one."""
    if path is None:
        if key_file is not None:
            raise celosia.ParameterError("--vault-key-file opens a vault: name it with --vault.")
        return None
    return celosia.VaultFile(Path(path), vault_secret(key_file, new=not Path(path).exists()))
