"""`celosia load`: bring a file to a database server."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.cli.language import Command, argument, option, say
from celosia.cli.options import json_option, read_options, reading_options
from celosia.cli.output import print_json
from celosia.workflow.read import read_schema


@click.command("load", cls=Command, help="cli.help-load")
@argument("data", type=click.Path())
@argument("address")
@option("--replace", "replace_table", is_flag=True, help="cli.option-replace")
@reading_options
@json_option
def command(
    data: str,
    address: str,
    replace_table: bool,
    schema_file: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Make a table of DATA at ADDRESS, such as mariadb://ana@localhost/clinic#patients.

    Columns get the types and lengths of the schema; those it does not name are text.
    """
    schema = read_schema(schema_file) if schema_file else None
    options = read_options(**reading)
    records = celosia.load_table(data, address, options, schema, replace_table=replace_table)
    if as_json:
        print_json({"records": records})
        return
    say("cli.records-loaded", records=records)
