"""Keys, passphrases and ledgers: from a file, the environment or a prompt, never from a recipe."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path

import click

import celosia
from celosia.cli.language import option, told
from celosia.vault.cipher import passphrase_secret, read_key_file
from celosia.vault.vault import Vault, VaultFile
from celosia.workflow.budget import BudgetFile, Payment

ledger_option = option("--budget", "ledger", type=click.Path(), help="cli.option-budget")


def budget_file(ledger: str | None) -> BudgetFile | None:
    """Give the ledger, if one was named."""
    return BudgetFile(Path(ledger)) if ledger else None


def told_cost(release: celosia.Release) -> str:
    """Say what private cells took from the ledger, or that nothing remembers it; else nothing."""
    if release.paid:
        return told_payment(release.paid)
    private = any(hasattr(step.technique, "epsilon") for step in release.steps)
    return told("cli.note", warning=BudgetFile.unnamed) if private else ""


def told_payment(paid: Payment) -> str:
    """Say what was paid, and what is left."""
    return told("cli.paid-epsilon", **asdict(paid))


NEW, LINKING = "CELOSIA_NEW_PASSPHRASE", "CELOSIA_LINKING_PASSPHRASE"
NEW_KEY = "CELOSIA_NEW_KEY"


key_option = option("--key-file", type=click.Path(), help="cli.option-guide-key-file")


def pseudonym_key(key_file: str | None, variable: str = "CELOSIA_KEY") -> bytes | None:
    """Find the key of pseudonyms: a key file, or hexadecimal digits of the environment."""
    if key_file is not None:
        return read_key_file(key_file)
    given = os.environ.get(variable)
    if given is None:
        return None
    try:
        return bytes.fromhex(given)
    except ValueError:
        raise celosia.ParameterError(
            "cli.must-hold-hexadecimal-digits-celosia", variable=variable
        ) from None


def vault_secret(key_file: str | None, new: bool = False) -> bytes:
    """Find what opens a vault: a key file, CELOSIA_VAULT_PASSPHRASE, or what a prompt gets.

    For a new vault the prompt asks twice: nobody could open one that a slip of the finger closed.
    """
    return secret_of(key_file, "CELOSIA_VAULT_PASSPHRASE", "cli.ask-vault", new)


def open_vault_file(vault: str, key_file: str | None) -> Vault:
    """Open a vault with what its owner has."""
    return celosia.open_vault(vault, vault_secret(key_file))


def secret_of(key_file: str | None, variable: str, asked: str, new: bool = False) -> bytes:
    """Find a secret: a key file, the environment, or what somebody types."""
    if key_file is not None:
        return read_key_file(key_file)
    typed = os.environ.get(variable)
    if typed is None:
        typed = click.prompt(told(asked), hide_input=True, confirmation_prompt=new, err=True)
    return passphrase_secret(typed)


def vault_file(path: str | None, key_file: str | None) -> VaultFile | None:
    """Name the vault of a release, if it is to have one."""
    if path is None:
        if key_file is not None:
            raise celosia.ParameterError("cli.vault-key-file-opens-vault")
        return None
    return VaultFile(Path(path), vault_secret(key_file, new=not Path(path).exists()))
