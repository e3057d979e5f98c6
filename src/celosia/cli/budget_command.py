"""`celosia budget`: the ledger of differentially private tables."""

from __future__ import annotations

from pathlib import Path

import click

from celosia.cli.language import SpokenGroup, argument, figure, option, say, told
from celosia.cli.options import json_option
from celosia.cli.output import print_json, print_table
from celosia.workflow.budget import BudgetFile


@click.group("budget", cls=SpokenGroup, help="cli.help-budget")
def command() -> None:
    """Keep count of the privacy that the people of a table lose by what is published of them.

    Each table made with --epsilon costs that epsilon, and costs add up. A ledger says how much may
    be spent in all; `aggregate` and `synthesize` pay from it with --budget, and publish nothing
    that it cannot pay. Keep one ledger for all tables of the same people.
    """


@command.command(help="cli.help-budget-new")
@argument("ledger", type=click.Path())
@option("--total", type=float, required=True, metavar="EPSILON", help="cli.option-total")
def new(ledger: str, total: float) -> None:
    """Begin LEDGER, a TOML file."""
    BudgetFile(Path(ledger)).begin(total)
    say("cli.wrote-epsilon-may-spent-all", ledger=ledger, total=total)


@command.command(help="cli.help-budget-show")
@argument("ledger", type=click.Path())
@json_option
def show(ledger: str, as_json: bool) -> None:
    """Say what was spent from LEDGER, on what, and what is left."""
    budget = BudgetFile(Path(ledger)).read()
    if as_json:
        print_json({**budget.to_dict(), "left": budget.left})
        return
    rows = [(paid.on, paid.what, figure(paid.epsilon, "g")) for paid in budget.expenses]
    if rows:
        print_table(told("cli.paid"), [told("cli.on"), told("cli.what"), told("cli.epsilon")], rows)
    say("cli.spent-left", spent=budget.spent, epsilon=budget.epsilon, left=budget.left)
