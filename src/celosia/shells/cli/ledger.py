"""What the commands that pay from a privacy budget share."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

import celosia
from celosia.shells.cli.speaking import option, told

ledger_option = option("--budget", "ledger", type=click.Path(), help="cli.option-budget")


def budget_file(ledger: str | None) -> celosia.BudgetFile | None:
    """Give the ledger, if one was named."""
    return celosia.BudgetFile(Path(ledger)) if ledger else None


def told_cost(release: celosia.Release) -> str:
    """Say what private cells took from the ledger, or that nothing remembers it; else nothing."""
    if release.paid:
        return told_payment(release.paid)
    private = any(hasattr(step.technique, "epsilon") for step in release.steps)
    return told("cli.note", warning=celosia.BudgetFile.unnamed) if private else ""


def told_payment(paid: celosia.Payment) -> str:
    """Say what was paid, and what is left."""
    return told("cli.paid-epsilon", **asdict(paid))
