"""`celosia vault`: who is behind a pseudonym, for those who hold the key."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.shells.cli.exchanging import (
    COMMANDS,
    column_option,
    key_option,
    linking_key_option,
    output_option,
    show_exchanged,
    show_person,
    table_of,
)
from celosia.shells.cli.options import json_option, reading_options
from celosia.shells.cli.output import print_json
from celosia.shells.cli.secrets import LINKING, NEW, opened_vault, secret_of, vault_secret

linking_option = click.option(
    "--linking", type=click.Path(), help="The third party's vault, after double coding."
)


@click.group("vault")
def command() -> None:
    """Keep, use and end the table that says who is behind each pseudonym.

    `celosia anonymize RECIPE --vault FILE` writes one, if the recipe makes pseudonyms.

    A passphrase is asked for, or read from CELOSIA_VAULT_PASSPHRASE (CELOSIA_NEW_PASSPHRASE and
    CELOSIA_LINKING_PASSPHRASE for a second one); a key file takes its place.
    """


for exchanging in COMMANDS:
    command.add_command(exchanging)


@command.command("new-key")
@click.argument("file", type=click.Path())
def new_key(file: str) -> None:
    """Write a new random key to FILE, for vaults and for keyed pseudonyms."""
    celosia.write_key_file(file)
    click.echo(f"Wrote {file}. Whoever has it can undo the pseudonyms: keep it apart from them.")


@command.command()
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
        click.echo(f"{name}: {count} pseudonyms")


@command.command()
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


@command.command()
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
    show_exchanged(done, "that name people", as_json)


@command.command()
@click.argument("vault", type=click.Path())
@key_option
@click.option("--new-key-file", type=click.Path(), help="Opens it from now on.")
def rotate(vault: str, key_file: str | None, new_key_file: str | None) -> None:
    """Encrypt VAULT again under another passphrase or key."""
    old = vault_secret(key_file)
    new = secret_of(new_key_file, NEW, "New passphrase", new=True)
    celosia.rotate_vault(vault, old, new)
    click.echo(f"{vault} opens with the new secret only. Copies of the old file still open.")


@command.command()
@click.argument("vault", type=click.Path())
@click.option("--key-file", type=click.Path(), help="Destroyed as well.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def destroy(vault: str, key_file: str | None, yes: bool, as_json: bool) -> None:
    """Overwrite and remove VAULT for ever, and look for copies. Exits 1 if there are some."""
    if not yes:
        click.confirm(f"Nobody will be able to undo these pseudonyms. Destroy {vault}?", abort=True)
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
    click.echo(
        f"Destroyed {', '.join(done.files)}: {done.overwritten} bytes overwritten; no copy in the "
        f"{done.searched} other files of the folder."
    )
    click.echo(done.limits.text())


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
    secret = secret_of(linking_key_file, LINKING, "The third party's passphrase")
    linked: celosia.Vault = celosia.linked_vaults(
        opened, celosia.open_vault(linking, secret), column
    )
    return linked
