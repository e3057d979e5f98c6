"""`celosia vault reissue`, `rekey`, `decipher`, `double`: a published table's other pseudonyms."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.language import Command, argument, option, say
from celosia.cli.options import escape_option, json_option, read_options, reading_options, stack
from celosia.cli.output import print_json
from celosia.cli.secret_options import (
    LINKING,
    NEW,
    NEW_KEY,
    open_vault_file,
    pseudonym_key,
    secret_of,
    vault_secret,
)
from celosia.core.randomness import Randomness
from celosia.core.technique import Pseudonym, Technique, TechniqueContext
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym
from celosia.text.messages import Message
from celosia.vault import upkeep
from celosia.vault.upkeep import second_coding
from celosia.vault.vault import VaultFile
from celosia.workflow import reissue as exchange
from celosia.workflow.read import read_schema
from celosia.workflow.reissue import (
    Exchanged,
    find_coding,
    write_named,
    write_renamed,
)
from celosia.workflow.transform import real_values

LENGTH = 10

key_option = option("--key-file", type=click.Path(), help="cli.option-key-file")
column_option = option("--column", required=True, help="cli.option-column")
output_option = option("-o", "--output", required=True, type=click.Path())
linking_key_option = option(
    "--linking-key-file", type=click.Path(), help="cli.option-linking-key-file"
)
recoding_options = stack(
    argument("vault", type=click.Path()),
    argument("table"),
    column_option,
    output_option,
    key_option,
    option("--length", type=int, help="cli.option-length"),
    option("--symbols", type=click.Choice(["digits", "letters"]), help="cli.option-length"),
    reading_options,
    escape_option,
    json_option,
)
"""Of a command that gives a table, whose people are in a vault, other codes."""


@click.command(cls=Command, help="cli.help-exchanging-reissue")
@option("--new-vault", required=True, type=click.Path(), help="cli.option-new-vault")
@option("--new-key-file", type=click.Path(), help="cli.option-new-key-file")
@option("--pseudonym-key-file", type=click.Path(), help="cli.option-pseudonym-key-file")
@recoding_options
def reissue(
    vault: str,
    table: str,
    column: str,
    output: str,
    new_vault: str,
    key_file: str | None,
    new_key_file: str | None,
    pseudonym_key_file: str | None,
    length: int | None,
    symbols: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Give everybody a new pseudonym in TABLE and in a new vault, after a breach.

    They are of the same kind and format as the old ones, as the certificate of TABLE says;
    --length or --symbols ask for random codes, and so does a TABLE without a certificate.
    """
    old = vault_secret(key_file)
    known, key = celosia.open_vault(vault, old), pseudonym_key(pseudonym_key_file, NEW_KEY)
    with table_of(table, reading) as opened:
        before = None if (length, symbols) != (None, None) else find_coding(opened, column)
        technique = before or _codes(column, length, symbols)
        _check_key(technique, column, key)
        context = replace(_context(key), real=real_values(opened))
        again = upkeep.reissue(known, technique, context)
        secret = secret_of(new_key_file, NEW, "cli.ask-new-vault", new=True)
        if secret == old:
            raise celosia.ParameterError("cli.new-vault-needs-another-passphrase")
        kept = VaultFile(Path(new_vault), secret)
        done = write_renamed(opened, again, output, kept, key)
    show_exchanged(done, Message("cli.with-new-pseudonyms", kind=technique.kind), as_json)
    if not as_json:
        say("cli.vault-keep-apart-table", new_vault=new_vault)
        say("cli.destroy-old-when-no-table", vault=vault)


@click.command(cls=Command, help="cli.help-exchanging-rekey")
@argument("table")
@column_option
@output_option
@option("--key-file", type=click.Path(), help="cli.option-exchanging-key-file")
@option("--new-key-file", type=click.Path(), help="cli.option-exchanging-new-key-file")
@reading_options
@escape_option
@json_option
def rekey(
    table: str,
    column: str,
    output: str,
    key_file: str | None,
    new_key_file: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Encipher the format-preserving pseudonyms of TABLE with a new key, after the old one leaked.

    No vault is needed. The certificate of TABLE says how the column was enciphered, and
    whether the old key is the right one.
    """
    old, new = pseudonym_key(key_file), pseudonym_key(new_key_file, NEW_KEY)
    if old is None or new is None:
        raise celosia.ParameterError("cli.name-old-key-new-key")
    with table_of(table, reading) as opened:
        again = exchange.rekey(opened, column, old, new)
        done = write_renamed(opened, again, output, key=new)
    show_exchanged(done, Message("cli.with-new-key"), as_json)


@click.command(cls=Command, help="cli.help-exchanging-decipher")
@argument("table")
@argument("pseudonym", required=False)
@column_option
@option("-o", "--output", type=click.Path(), help="cli.option-exchanging-output")
@option("--key-file", type=click.Path(), help="cli.option-exchanging-key-file-2")
@reading_options
@escape_option
@json_option
def decipher(
    table: str,
    pseudonym: str | None,
    column: str,
    output: str | None,
    key_file: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Say who is behind a format-preserving PSEUDONYM of TABLE, or behind all, by the key alone.

    No vault is needed. The certificate of TABLE says how the column was enciphered, and
    whether the key is the right one.
    """
    key = pseudonym_key(key_file)
    if key is None:
        raise celosia.ParameterError("cli.name-key-key-file-celosia")
    if (pseudonym is None) == (output is None):
        raise celosia.ParameterError("cli.give-pseudonym-table-write-output")
    with table_of(table, reading) as opened:
        if pseudonym is not None:
            people = exchange.decipher(opened, column, key, [pseudonym])
            show_person(people.reidentify(pseudonym, column), column, as_json)
        elif output is not None:
            people = exchange.decipher(opened, column, key)
            done = write_named(opened, people, column, output)
            show_exchanged(done, Message("cli.that-name-people"), as_json)


@click.command(cls=Command, help="cli.help-exchanging-double")
@option("--linking", required=True, type=click.Path(), help="cli.option-linking")
@linking_key_option
@recoding_options
def double(
    vault: str,
    table: str,
    column: str,
    output: str,
    linking: str,
    key_file: str | None,
    linking_key_file: str | None,
    length: int | None,
    symbols: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Code TABLE once more by random codes; the linking vault goes to a trusted third party."""
    technique = _codes(column, length, symbols)
    coding = second_coding(open_vault_file(vault, key_file), technique, _context())
    secret = secret_of(linking_key_file, LINKING, "cli.ask-third-party", new=True)
    kept = VaultFile(Path(linking), secret)
    with table_of(table, reading) as opened:
        done = write_renamed(opened, coding, output, kept)
    show_exchanged(done, Message("cli.with-final-pseudonyms"), as_json)
    if not as_json:
        say("cli.give-third-party-destroy-copy", linking=linking)


COMMANDS = (reissue, rekey, decipher, double)


def show_person(value: str, column: str, as_json: bool) -> None:
    """Say who is behind a pseudonym."""
    if as_json:
        print_json({"column": column, "value": value})
    else:
        click.echo(value)


def show_exchanged(done: Exchanged, what: Message, as_json: bool) -> None:
    """Say what was written, and that it is personal data."""
    if as_json:
        told = {"records": done.records, "output": done.output, "personal_data": True}
        print_json({**told, "certificate": str(done.certificate)})
        return
    say("cli.wrote-records", records=done.records, what=what)
    say("cli.personal-data", label=done.label)
    say("cli.table-certificate", output=done.output, certificate=done.certificate)


def table_of(source: str, reading: dict[str, Any]) -> celosia.Table:
    """Open a table as the options say."""
    schema_file = reading.pop("schema_file", None)
    schema = read_schema(schema_file) if schema_file else None
    return celosia.read(source, read_options(**reading), schema)


def _codes(column: str, length: int | None, symbols: str | None) -> Pseudonym:
    wanted = LENGTH if length is None else length
    return RandomPseudonym(column, wanted, "letters" if symbols == "letters" else "digits")


def _check_key(technique: Technique, column: str, key: bytes | None) -> None:
    if technique.needs_key and key is None:
        raise celosia.ParameterError(
            "cli.column-holds-new-ones-need", column=column, kind=technique.kind, variable=NEW_KEY
        )


def _context(key: bytes | None = None) -> TechniqueContext:
    return TechniqueContext(Randomness(os.urandom(32)), key)
