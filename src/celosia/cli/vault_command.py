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
from celosia.cli.language import spoken
from celosia.cli.options import json_option, reading_options
from celosia.cli.output import print_json
from celosia.cli.secret_options import LINKING, NEW, opened_vault, secret_of, vault_secret
from celosia.cli.speaking import Group, option, say, told
from celosia.text.messages import Message

linking_option = option("--linking", type=click.Path(), help="cli.option-vault-linking")


@click.group("vault", cls=Group, help="cli.help-vault")
def command() -> None:
    """Keep, use and end the table that says who is behind each pseudonym.

    `celosia anonymize RECIPE --vault FILE` writes one, if the recipe makes pseudonyms.

    A passphrase is asked for, or read from CELOSIA_VAULT_PASSPHRASE (CELOSIA_NEW_PASSPHRASE and
    CELOSIA_LINKING_PASSPHRASE for a second one); a key file takes its place.
    """


for exchanging in COMMANDS:
    command.add_command(exchanging)


@command.command("new-key", help="cli.help-vault-new_key")
@click.argument("file", type=click.Path())
def new_key(file: str) -> None:
    """Write a new random key to FILE, for vaults and for keyed pseudonyms."""
    celosia.write_key_file(file)
    say("cli.wrote-whoever-can-undo-pseudonyms", file=file)


@command.command(help="cli.help-vault-show")
@click.argument("vault", type=click.Path())
@key_option
@json_option
def show(vault: str, key_file: str | None, as_json: bool) -> None:
    """Say which columns VAULT knows, and how many pseudonyms of each."""
    counts = {name: len(held) for name, held in opened_vault(vault, key_file).columns.items()}
    if as_json:
        print_json({"columns": counts})
        return
    for name, count in counts.items():
        say("cli.pseudonyms", name=name, count=count)


@command.command(help="cli.help-vault-reidentify")
@click.argument("vault", type=click.Path())
@click.argument("pseudonym")
@column_option
@key_option
@linking_option
@linking_key_option
@json_option
def reidentify(vault: str, pseudonym: str, column: str, as_json: bool, **keys: str | None) -> None:
    """Say who is behind a single PSEUDONYM."""
    show_person(_people(vault, column, **keys).reidentify(pseudonym, column), column, as_json)


@command.command(help="cli.help-vault-reverse")
@click.argument("vault", type=click.Path())
@click.argument("table")
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
        done = celosia.write_named(opened, people, column, output)
    show_exchanged(done, Message("cli.that-name-people"), as_json)


@command.command(help="cli.help-vault-rotate")
@click.argument("vault", type=click.Path())
@key_option
@option("--new-key-file", type=click.Path(), help="cli.option-vault-new-key-file")
def rotate(vault: str, key_file: str | None, new_key_file: str | None) -> None:
    """Encrypt VAULT again under another passphrase or key."""
    old = vault_secret(key_file)
    new = secret_of(new_key_file, NEW, "cli.ask-new-passphrase", new=True)
    celosia.rotate_vault(vault, old, new)
    say("cli.opens-new-secret-only-copies", vault=vault)


@command.command(help="cli.help-vault-destroy")
@click.argument("vault", type=click.Path())
@option("--key-file", type=click.Path(), help="cli.option-vault-key-file-2")
@option("--yes", is_flag=True, help="cli.option-yes")
@json_option
def destroy(vault: str, key_file: str | None, yes: bool, as_json: bool) -> None:
    """Overwrite and remove VAULT for ever, and look for copies. Exits 1 if there are some."""
    if not yes:
        click.confirm(told("cli.confirm-destroy", vault=vault), abort=True)
    done = celosia.destroy_vault(vault, key_file)
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
) -> celosia.Vault:
    opened = opened_vault(vault, key_file)
    if linking is None:
        return opened
    secret = secret_of(linking_key_file, LINKING, "cli.ask-third-party")
    linked: celosia.Vault = celosia.linked_vaults(
        opened, celosia.open_vault(linking, secret), column
    )
    return linked
