"""`celosia init`: propose a recipe for a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.language import Command, argument, option, say, spoken
from celosia.cli.options import read_options, reading_options
from celosia.cli.output import print_json
from celosia.workflow.propose import init
from celosia.workflow.read import read_schema, write_schema


@click.command("init", cls=Command, help="cli.help-init")
@argument("data", type=click.Path())
@option("-o", "--output", "target", default="celosia.toml", show_default=True)
@option("--schema-output", type=click.Path(), help="cli.option-schema-output")
@option("--force", is_flag=True, help="cli.option-force")
@option("--json", "as_json", is_flag=True, help="cli.option-json")
@reading_options
def command(
    data: str,
    target: str,
    schema_output: str | None,
    force: bool,
    as_json: bool,
    schema_file: str | None,
    **reading: Any,
) -> None:
    """Write a proposed recipe for DATA, with comments that explain each choice."""
    lang = spoken()
    path = Path(target)
    if path.exists() and not force:
        raise celosia.ParameterError("cli.exists-force-replaces", recipe=path)
    options = read_options(**reading)
    schema = read_schema(schema_file) if schema_file else None
    with celosia.read(data, options, schema) as table:
        proposal = init(table, path, lang)
        if schema_output:
            write_schema(celosia.Schema(tuple(p.column for p in proposal.columns)), schema_output)
    if as_json:
        roles = {p.column.name: p.role.role.value for p in proposal.columns}
        print_json({"recipe": os.fspath(path), "roles": roles, "subject": list(proposal.subject)})
        return
    if proposal.person_rows is not None:
        click.echo(proposal.person_rows.told.text(lang))
    for column in (p for p in proposal.columns if p.read_as_missing):
        codes = [f"{code} ({number})" for code, number in column.read_as_missing.items()]
        say("cli.read-as-missing", column=column.column.name, codes=codes)
    say("cli.wrote-check-choices-run-celosia", path=path)
