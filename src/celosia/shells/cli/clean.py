"""`celosia clean`: find what a killed run left on a server or in a folder."""

from __future__ import annotations

import os

import click

import celosia
from celosia.shells.cli.options import json_option, password_option
from celosia.shells.cli.output import print_json


@click.command("clean")
@click.argument("address")
@click.option("--drop", "drop_all", is_flag=True, help="Remove it: no run may be under way.")
@password_option
@json_option
def command(address: str, drop_all: bool, as_json: bool) -> None:
    """List what Celosía works with on the server at ADDRESS, or in that folder.

    It belongs to runs that are under way, or that were killed before they could clean up. A folder
    that a killed run had moved away, to give its name to another, is put back by --drop.
    """
    moved = celosia.moved_away(address)
    found = celosia.left_behind(address, drop_all=drop_all)
    left = celosia.left_behind(address) if drop_all else found
    if as_json:
        print_json({"found": found, "left": left, "moved_away": moved})
        return
    click.echo(os.linesep.join(found) if found else "Nothing of Celosía's is left there.")
    for path in moved:
        told = "was put back" if drop_all else "was moved away by a killed run; --drop puts it back"
        click.echo(f"{path} {told}.")
    if drop_all and found:
        click.echo(f"{len(found) - len(left)} were dropped, and that was checked.")
