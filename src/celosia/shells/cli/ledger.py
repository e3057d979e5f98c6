"""What the commands that pay from a privacy budget share."""

from __future__ import annotations

from pathlib import Path

import click

import celosia

ledger_option = click.option(
    "--budget",
    "ledger",
    type=click.Path(),
    help="The ledger that pays for differential privacy; see celosia budget.",
)


def budget_file(ledger: str | None) -> celosia.BudgetFile | None:
    """Give the ledger, if one was named."""
    return celosia.BudgetFile(Path(ledger)) if ledger else None


def told_cost(release: celosia.Release) -> str:
    """Say what private cells took from the ledger, or that nothing remembers it; else nothing."""
    if release.paid:
        return told_payment(release.paid)
    private = any(hasattr(step.technique, "epsilon") for step in release.steps)
    return f"Note: {celosia.BudgetFile.unnamed.text()}" if private else ""


def told_payment(paid: celosia.Payment) -> str:
    """Say what was paid, and what is left."""
    return (
        f"Paid epsilon {paid.epsilon:g} from {paid.ledger}: "
        f"{paid.left:g} of {paid.total:g} is left."
    )
