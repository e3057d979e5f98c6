"""`celosia init`: propose a recipe for a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.shells.cli.language import language_option
from celosia.shells.cli.options import read_options, reading_options
from celosia.shells.cli.output import print_json


@click.command("init")
@click.argument("data", type=click.Path())
@click.option("-o", "--output", "target", default="celosia.toml", show_default=True)
@click.option("--schema-output", type=click.Path(), help="Also write the proposed schema here.")
@language_option
@click.option("--force", is_flag=True, help="Replace an existing recipe.")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@reading_options
def command(
    data: str,
    target: str,
    schema_output: str | None,
    lang: celosia.Language,
    force: bool,
    as_json: bool,
    schema_file: str | None,
    **reading: Any,
) -> None:
    """Write a proposed recipe for DATA, with comments that explain each choice."""
    path = Path(target)
    if path.exists() and not force:
        raise celosia.ParameterError(f"{path} exists; --force replaces it.")
    options = read_options(**reading)
    schema = celosia.read_schema(schema_file) if schema_file else None
    with celosia.read(data, options, schema) as table:
        proposal = celosia.init(table, path, lang)
        if schema_output:
            celosia.write_schema(table.schema, schema_output)
    if as_json:
        roles = {p.column.name: p.role.role.value for p in proposal.columns}
        print_json({"recipe": os.fspath(path), "roles": roles})
        return
    click.echo(f"Wrote {path}. Check the choices in it, then run: celosia anonymize {path}")
