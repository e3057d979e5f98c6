"""`celosia synthesize`: records of nobody."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.shells.cli.making import made_from
from celosia.shells.cli.options import json_option, reading_options


@click.command("synthesize")
@click.argument("data", type=click.Path())
@click.option(
    "--for",
    "purpose",
    type=click.Choice(["testing", "statistics"]),
    required=True,
    help="testing: formats and types alone; statistics: distributions and relations too.",
)
@click.option("--records", type=int, help="How many to make; as many as DATA has otherwise.")
@click.option("--epsilon", type=float, help="statistics: learn with differential privacy.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("-o", "--output", required=True, type=click.Path())
@reading_options
@json_option
def command(
    data: str,
    purpose: str,
    records: int | None,
    epsilon: float | None,
    seed: int,
    output: str,
    as_json: bool,
    **reading: Any,
) -> None:
    """Make synthetic records in the form of DATA, and measure how near they come to real ones."""
    maker: celosia.Maker
    if purpose == "statistics":
        maker = celosia.StatisticalCopy(records=records, epsilon=epsilon)
    elif epsilon is not None:
        raise celosia.ParameterError("--epsilon is for --for statistics.")
    else:
        maker = celosia.DataForTesting(records=records)
    made_from(data, maker, (output,), seed, reading, as_json)
