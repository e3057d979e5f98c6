"""`celosia synthesize`: records of nobody."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.shells.cli.ledger import ledger_option
from celosia.shells.cli.making import made_from
from celosia.shells.cli.options import ManyValues, json_option, pair, reading_options


@click.command("synthesize", cls=ManyValues)
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
@click.option(
    "--categories",
    multiple=True,
    metavar="NAME=A,B,C",
    help="With --epsilon: the values of a column, known without looking at the data.",
)
@click.option(
    "--bounds",
    multiple=True,
    metavar="NAME=LOW,HIGH",
    help="With --epsilon: the lowest and the highest number or date of a column.",
)
@click.option(
    "--leave-out", multiple=True, metavar="NAME", help="A column that the new records do not have."
)
@click.option(
    "--identifier",
    "identifiers",
    multiple=True,
    metavar="NAME",
    help="A column that points at persons: none of its values appears. Found out if left out.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@ledger_option
@click.option("-o", "--output", required=True, type=click.Path())
@reading_options
@json_option
def command(
    data: str,
    purpose: str,
    records: int | None,
    epsilon: float | None,
    categories: tuple[str, ...],
    bounds: tuple[str, ...],
    leave_out: tuple[str, ...],
    identifiers: tuple[str, ...],
    seed: int,
    ledger: str | None,
    output: str,
    as_json: bool,
    **reading: Any,
) -> None:
    """Make synthetic records in the form of DATA, and measure how near they come to real ones."""
    maker: celosia.TableMaker
    if epsilon is None and (categories or bounds):
        raise celosia.ParameterError("--categories and --bounds are for --epsilon.")
    if purpose == "statistics":
        maker = celosia.StatisticalCopy(
            records=records,
            leave_out=leave_out,
            identifiers=identifiers or None,
            epsilon=epsilon,
            categories=tuple(map(_listed, categories)),
            bounds=tuple(map(_between, bounds)),
        )
    elif epsilon is not None:
        raise celosia.ParameterError("--epsilon is for --for statistics.")
    else:
        maker = celosia.DataForTesting(
            records=records, leave_out=leave_out, identifiers=identifiers or None
        )
    made_from(data, maker, (output,), seed, reading, as_json, ledger)


def _listed(text: str) -> tuple[str, ...]:
    name, values = pair(text)
    return (name, *values.split(","))


def _between(text: str) -> tuple[str, str, str]:
    listed = _listed(text)
    if len(listed) != 3:
        raise celosia.ParameterError("--bounds takes NAME=LOW,HIGH.")
    return listed[0], listed[1], listed[2]
