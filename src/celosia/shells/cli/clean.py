"""`celosia clean`: find what a killed run left on a server."""

from __future__ import annotations

import os

import click

import celosia
from celosia.shells.cli.options import json_option, password_option
from celosia.shells.cli.output import print_json


@click.command("clean")
@click.argument("address")
@click.option("--drop", "drop_all", is_flag=True, help="Drop them: no run may be under way.")
@password_option
@json_option
def command(address: str, drop_all: bool, as_json: bool) -> None:
    """List the working tables of Celosía on the server at ADDRESS.

    They belong to runs that are under way, or that were killed before they could clean up.
    """
    found = celosia.left_behind(address, drop_all=drop_all)
    left = celosia.left_behind(address) if drop_all else found
    if as_json:
        print_json({"found": found, "left": left})
        return
    click.echo(os.linesep.join(found) if found else "There are no working tables.")
    if drop_all and found:
        click.echo(f"{len(found) - len(left)} were dropped, and that was checked.")
