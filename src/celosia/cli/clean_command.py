"""`celosia clean`: find what a killed run left on a server or in a folder."""

from __future__ import annotations

import os

import click

from celosia.cli.language import Command, argument, option, say, told
from celosia.cli.options import json_option, password_option
from celosia.cli.output import print_json
from celosia.workflow.read import list_left_behind, list_unfinished


@click.command("clean", cls=Command, help="cli.help-clean")
@argument("address")
@option("--drop", "drop_all", is_flag=True, help="cli.option-drop")
@password_option
@json_option
def command(address: str, drop_all: bool, as_json: bool) -> None:
    """List what Celosía works with on the server at ADDRESS, or in that folder.

    It belongs to runs that are under way, or that were killed before they could clean up. --drop
    removes what nobody holds, and finishes what a killed run had begun to publish.
    """
    begun = list_unfinished(address)
    found = list_left_behind(address, drop_all=drop_all)
    left = list_left_behind(address) if drop_all else found
    if as_json:
        print_json({"found": found, "left": left, "unfinished": begun})
        return
    click.echo(os.linesep.join(found) if found else told("cli.nothing-left-there"))
    for path in begun:
        say("cli.finished" if drop_all else "cli.unfinished", path=path)
    if drop_all and found:
        say("cli.dropped-checked", number=len(found) - len(left))
    if drop_all and left:
        say("cli.left-in-use", number=len(left))
