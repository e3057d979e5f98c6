"""`celosia budget`: the ledger of differentially private tables."""

from __future__ import annotations

from pathlib import Path

import click

import celosia
from celosia.shells.cli.options import json_option
from celosia.shells.cli.output import print_json, print_table


@click.group("budget")
def command() -> None:
    """Keep count of the privacy that the people of a table lose by what is published of them.

    Each table made with --epsilon costs that epsilon, and costs add up. A ledger says how much may
    be spent in all; `aggregate` and `synthesize` pay from it with --budget, and publish nothing
    that it cannot pay. Keep one ledger for all tables of the same people.
    """


@command.command()
@click.argument("ledger", type=click.Path())
@click.option(
    "--total", type=float, required=True, metavar="EPSILON", help="What may be spent in all."
)
def new(ledger: str, total: float) -> None:
    """Begin LEDGER, a TOML file."""
    celosia.BudgetFile(Path(ledger)).begin(total)
    click.echo(f"Wrote {ledger}: epsilon {total:g} may be spent in all. Keep it with the table.")


@command.command()
@click.argument("ledger", type=click.Path())
@json_option
def show(ledger: str, as_json: bool) -> None:
    """Say what was spent from LEDGER, on what, and what is left."""
    budget = celosia.BudgetFile(Path(ledger)).read()
    if as_json:
        print_json({**budget.to_dict(), "left": budget.left})
        return
    rows = [(paid.on, paid.what, f"{paid.epsilon:g}") for paid in budget.expenses]
    if rows:
        print_table("What was paid", ["on", "what", "epsilon"], rows)
    click.echo(f"{budget.spent:g} of {budget.epsilon:g} is spent, {budget.left:g} is left.")
