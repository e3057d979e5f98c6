"""`celosia clean`: find what a killed run left on a server or in a folder."""

from __future__ import annotations

import os

import click

from celosia.cli.language import Command, argument, option, say, told
from celosia.cli.options import json_option, password_option
from celosia.cli.output import print_json
from celosia.workflow.read import list_left_behind, list_moved_away


@click.command("clean", cls=Command, help="cli.help-clean")
@argument("address")
@option("--drop", "drop_all", is_flag=True, help="cli.option-drop")
@password_option
@json_option
def command(address: str, drop_all: bool, as_json: bool) -> None:
    """List what Celosía works with on the server at ADDRESS, or in that folder.

    It belongs to runs that are under way, or that were killed before they could clean up. A folder
    that a killed run had moved away, to give its name to another, is put back by --drop.
    """
    moved = list_moved_away(address)
    found = list_left_behind(address, drop_all=drop_all)
    left = list_left_behind(address) if drop_all else found
    if as_json:
        print_json({"found": found, "left": left, "moved_away": moved})
        return
    click.echo(os.linesep.join(found) if found else told("cli.nothing-left-there"))
    for path in moved:
        say("cli.put-back" if drop_all else "cli.moved-away", path=path)
    if drop_all and found:
        say("cli.dropped-checked", number=len(found) - len(left))
