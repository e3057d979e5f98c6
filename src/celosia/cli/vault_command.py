"""`celosia vault`: who is behind a pseudonym, for those who hold the key."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.cli.exchange_commands import (
    COMMANDS,
    column_option,
    key_option,
    linking_key_option,
    output_option,
    show_exchanged,
    show_person,
    table_of,
)
from celosia.cli.language import SpokenGroup, argument, confirm, option, say, spoken
from celosia.cli.options import json_option, reading_options
from celosia.cli.output import print_json
from celosia.cli.secret_options import LINKING, NEW, open_vault_file, secret_of, vault_secret
from celosia.text.messages import Message
from celosia.vault.cipher import write_key_file
from celosia.vault.upkeep import destroy_vault, linked_vaults, rotate_vault
from celosia.vault.vault import Vault
from celosia.workflow.reissue import write_named

linking_option = option("--linking", type=click.Path(), help="cli.option-vault-linking")


@click.group("vault", cls=SpokenGroup, help="cli.help-vault")
def command() -> None:
    """Keep, use and end the table that says who is behind each pseudonym.

    `celosia anonymize RECIPE --vault FILE` writes one, if the recipe makes pseudonyms.

    A passphrase is asked for, or read from CELOSIA_VAULT_PASSPHRASE (CELOSIA_NEW_PASSPHRASE and
    CELOSIA_LINKING_PASSPHRASE for a second one); a key file takes its place.
    """


for exchanging in COMMANDS:
    command.add_command(exchanging)


@command.command("new-key", help="cli.help-vault-new_key")
@argument("file", type=click.Path())
def new_key(file: str) -> None:
    """Write a new random key to FILE, for vaults and for keyed pseudonyms."""
    write_key_file(file)
    say("cli.wrote-whoever-can-undo-pseudonyms", file=file)


@command.command(help="cli.help-vault-show")
@argument("vault", type=click.Path())
@key_option
@json_option
def show(vault: str, key_file: str | None, as_json: bool) -> None:
    """Say which columns VAULT knows, and how many pseudonyms of each."""
    counts = {name: len(held) for name, held in open_vault_file(vault, key_file).columns.items()}
    if as_json:
        print_json({"columns": counts})
        return
    for name, count in counts.items():
        say("cli.pseudonyms", name=name, count=count)


@command.command(help="cli.help-vault-reidentify")
@argument("vault", type=click.Path())
@argument("pseudonym")
@column_option
@key_option
@linking_option
@linking_key_option
@json_option
def reidentify(vault: str, pseudonym: str, column: str, as_json: bool, **keys: str | None) -> None:
    """Say who is behind a single PSEUDONYM."""
    show_person(_people(vault, column, **keys).reidentify(pseudonym, column), column, as_json)


@command.command(help="cli.help-vault-reverse")
@argument("vault", type=click.Path())
@argument("table")
@column_option
@output_option
@key_option
@linking_option
@linking_key_option
@reading_options
@json_option
def reverse(
    vault: str,
    table: str,
    column: str,
    output: str,
    key_file: str | None,
    linking: str | None,
    linking_key_file: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Write TABLE with the people in the place of a whole column of pseudonyms."""
    people = _people(vault, column, key_file, linking, linking_key_file)
    with table_of(table, reading) as opened:
        done = write_named(opened, people, column, output)
    show_exchanged(done, Message("cli.that-name-people"), as_json)


@command.command(help="cli.help-vault-rotate")
@argument("vault", type=click.Path())
@key_option
@option("--new-key-file", type=click.Path(), help="cli.option-vault-new-key-file")
def rotate(vault: str, key_file: str | None, new_key_file: str | None) -> None:
    """Encrypt VAULT again under another passphrase or key."""
    old = vault_secret(key_file)
    new = secret_of(new_key_file, NEW, "cli.ask-new-passphrase", new=True)
    rotate_vault(vault, old, new)
    say("cli.opens-new-secret-only-copies", vault=vault)


@command.command(help="cli.help-vault-destroy")
@argument("vault", type=click.Path())
@option("--key-file", type=click.Path(), help="cli.option-vault-key-file-2")
@option("--yes", is_flag=True, help="cli.option-yes")
@json_option
def destroy(vault: str, key_file: str | None, yes: bool, as_json: bool) -> None:
    """Overwrite and remove VAULT for ever, and look for copies. Exits 1 if there are some."""
    if not yes:
        confirm("cli.confirm-destroy", vault=vault)
    done = destroy_vault(vault, key_file)
    if as_json:
        print_json(
            {
                "files": list(done.files),
                "overwritten": done.overwritten,
                "searched": done.searched,
                "limits": done.limits.text(),
            }
        )
        return
    say(
        "cli.destroyed-bytes-overwritten-no-copy",
        files=done.files,
        overwritten=done.overwritten,
        searched=done.searched,
    )
    click.echo(done.limits.text(spoken()))


def _people(
    vault: str,
    column: str,
    key_file: str | None,
    linking: str | None,
    linking_key_file: str | None,
) -> Vault:
    opened = open_vault_file(vault, key_file)
    if linking is None:
        return opened
    secret = secret_of(linking_key_file, LINKING, "cli.ask-third-party")
    linked: Vault = linked_vaults(opened, celosia.open_vault(linking, secret), column)
    return linked
