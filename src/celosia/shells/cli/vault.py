"""`celosia vault`: who is behind a pseudonym, for those who hold the key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.shells.cli.options import json_option, read_options, reading_options
from celosia.shells.cli.output import print_json
from celosia.shells.cli.secrets import vault_secret

NEW, LINKING = "CELOSIA_NEW_PASSPHRASE", "CELOSIA_LINKING_PASSPHRASE"

key_option = click.option("--key-file", type=click.Path(), help="Opens the vault.")
column_option = click.option("--column", required=True, help="The pseudonymized column.")
output_option = click.option("-o", "--output", required=True, type=click.Path())
length_option = click.option("--length", type=int, default=10, show_default=True)
symbols_option = click.option(
    "--symbols", type=click.Choice(["digits", "letters"]), default="digits", show_default=True
)
linking_option = click.option(
    "--linking", type=click.Path(), help="The third party's vault, after double coding."
)
linking_key_option = click.option(
    "--linking-key-file", type=click.Path(), help="Opens the third party's vault."
)


@click.group("vault")
def command() -> None:
    """Keep, use and end the table that says who is behind each pseudonym.

    A passphrase is asked for, or read from CELOSIA_VAULT_PASSPHRASE (CELOSIA_NEW_PASSPHRASE and
    CELOSIA_LINKING_PASSPHRASE for a second one); a key file takes its place.
    """


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
    counts = {name: len(held) for name, held in _opened(vault, key_file).columns.items()}
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
    person = _people(vault, column, **keys).reidentify(pseudonym, column)
    if as_json:
        print_json({"column": column, "value": person})
    else:
        click.echo(person)


@command.command()
@click.argument("vault", type=click.Path())
@click.argument("table")
@column_option
@output_option
@key_option
@linking_option
@linking_key_option
@reading_options
def reverse(
    vault: str,
    table: str,
    column: str,
    output: str,
    key_file: str | None,
    linking: str | None,
    linking_key_file: str | None,
    **reading: Any,
) -> None:
    """Write TABLE with the people in the place of a whole column of pseudonyms."""
    people = _people(vault, column, key_file, linking, linking_key_file)
    records = _write(table, column, people.column(column), output, reading)
    click.echo(f"Wrote {output}: {records} records that name people.")


@command.command()
@click.argument("vault", type=click.Path())
@key_option
@click.option("--new-key-file", type=click.Path(), help="Opens it from now on.")
def rotate(vault: str, key_file: str | None, new_key_file: str | None) -> None:
    """Encrypt VAULT again under another passphrase or key."""
    old = vault_secret(key_file)
    new = _secret(new_key_file, NEW, "New passphrase", new=True)
    celosia.rotate_vault(vault, old, new)
    click.echo(f"{vault} opens with the new secret only. Copies of the old file still open.")


@command.command()
@click.argument("vault", type=click.Path())
@click.argument("table")
@column_option
@output_option
@click.option("--new-vault", required=True, type=click.Path(), help="Written under a new secret.")
@key_option
@click.option("--new-key-file", type=click.Path(), help="Opens the new vault.")
@length_option
@symbols_option
@reading_options
def reissue(
    vault: str,
    table: str,
    column: str,
    output: str,
    new_vault: str,
    key_file: str | None,
    new_key_file: str | None,
    length: int,
    symbols: str,
    **reading: Any,
) -> None:
    """Give everybody a new pseudonym in TABLE and in a new vault, after a breach."""
    technique = _codes(column, length, symbols)
    again = celosia.reissued(_opened(vault, key_file), technique, _chance())
    secret = _secret(new_key_file, NEW, "Passphrase of the new vault", new=True)
    records = _write_both(again, new_vault, secret, table, output, reading)
    click.echo(f"Wrote {new_vault}, and {output}: {records} records with new pseudonyms.")
    click.echo(f"Destroy the old one when no table needs it: celosia vault destroy {vault}")


@command.command()
@click.argument("vault", type=click.Path())
@click.argument("table")
@column_option
@output_option
@click.option("--linking", required=True, type=click.Path(), help="For the third party.")
@key_option
@linking_key_option
@length_option
@symbols_option
@reading_options
def double(
    vault: str,
    table: str,
    column: str,
    output: str,
    linking: str,
    key_file: str | None,
    linking_key_file: str | None,
    length: int,
    symbols: str,
    **reading: Any,
) -> None:
    """Code TABLE once more; the linking vault goes to a trusted third party."""
    technique = _codes(column, length, symbols)
    coding = celosia.second_coding(_opened(vault, key_file), technique, _chance())
    secret = _secret(linking_key_file, LINKING, "The third party's passphrase", new=True)
    records = _write_both(coding, linking, secret, table, output, reading)
    click.echo(f"Wrote {output}: {records} records with final pseudonyms.")
    click.echo(
        f"Give {linking} to the third party, then destroy your copy: "
        f"celosia vault destroy {linking}"
    )


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
    opened = _opened(vault, key_file)
    if linking is None:
        return opened
    secret = _secret(linking_key_file, LINKING, "The third party's passphrase")
    linked: celosia.Vault = celosia.linked_vaults(
        opened, celosia.open_vault(linking, secret), column
    )
    return linked


def _opened(vault: str, key_file: str | None) -> celosia.Vault:
    return celosia.open_vault(vault, vault_secret(key_file))


def _secret(key_file: str | None, variable: str, asked: str, new: bool = False) -> bytes:
    """Take the key file, the environment, or what somebody types."""
    if key_file is not None:
        return celosia.read_key_file(key_file)
    typed = os.environ.get(variable)
    if typed is None:
        typed = click.prompt(asked, hide_input=True, confirmation_prompt=new, err=True)
    return celosia.passphrase_secret(typed)


def _codes(column: str, length: int, symbols: str) -> Any:
    return celosia.technique_from_dict(
        {"kind": "random-pseudonym", "column": column, "length": length, "symbols": symbols}
    )


def _chance() -> celosia.Means:
    return celosia.Means(celosia.Randomness(os.urandom(32)))


def _write_both(
    renaming: celosia.Renaming,
    vault: str,
    secret: bytes,
    table: str,
    output: str,
    reading: dict[str, Any],
) -> int:
    """Write the vault first: pseudonyms that nobody can undo would be a loss. Both or neither."""
    if Path(vault).resolve() == Path(output).resolve():
        raise celosia.ParameterError("The table would take the place of the vault: name another.")
    renaming.vault.write(vault, secret)
    try:
        return _write(table, renaming.column, renaming.renamed, output, reading)
    except BaseException:
        celosia.destroy_vault(vault)
        raise


def _write(source: str, column: str, labels: Any, output: str, reading: dict[str, Any]) -> int:
    schema_file = reading.pop("schema_file", None)
    schema = celosia.read_schema(schema_file) if schema_file else None
    with celosia.read(source, read_options(**reading), schema) as table:
        written: int = celosia.write_relabelled(table, column, labels, output)
    return written
