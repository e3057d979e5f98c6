"""`celosia synthesize`: records of nobody."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.cli.language import argument, option
from celosia.cli.new_table import made_from
from celosia.cli.options import ManyValues, escape_option, json_option, pair, reading_options
from celosia.cli.secret_options import ledger_option
from celosia.core.technique import TableMaker
from celosia.techniques.tables import DataForTesting, StatisticalCopy


@click.command("synthesize", cls=ManyValues, help="cli.help-synthesize")
@argument("data", type=click.Path())
@option(
    "--for",
    "purpose",
    type=click.Choice(["testing", "statistics"]),
    required=True,
    help="cli.option-for",
)
@option("--records", type=int, help="cli.option-records")
@option("--epsilon", type=float, help="cli.option-synthesize-epsilon")
@option("--categories", multiple=True, metavar="NAME=A,B,C", help="cli.option-categories")
@option("--bounds", multiple=True, metavar="NAME=LOW,HIGH", help="cli.option-synthesize-bounds")
@option("--leave-out", multiple=True, metavar="NAME", help="cli.option-leave-out")
@option(
    "--identifier",
    "identifiers",
    multiple=True,
    metavar="NAME",
    help="cli.option-synthesize-identifier",
)
@option("--seed", type=int, default=0, show_default=True)
@ledger_option
@option("-o", "--output", required=True, type=click.Path())
@reading_options
@escape_option
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
    maker: TableMaker
    if epsilon is None and (categories or bounds):
        raise celosia.ParameterError("cli.categories-bounds-epsilon")
    if purpose == "statistics":
        maker = StatisticalCopy(
            records=records,
            leave_out=leave_out,
            identifiers=identifiers or None,
            epsilon=epsilon,
            categories=tuple(map(_listed, categories)),
            bounds=tuple(map(_between, bounds)),
        )
    elif epsilon is not None:
        raise celosia.ParameterError("cli.epsilon-statistics")
    else:
        maker = DataForTesting(
            records=records, leave_out=leave_out, identifiers=identifiers or None
        )
    made_from(data, maker, (output,), seed, reading, as_json, ledger)


def _listed(text: str) -> tuple[str, ...]:
    name, values = pair(text)
    return (name, *values.split(","))


def _between(text: str) -> tuple[str, str, str]:
    listed = _listed(text)
    if len(listed) != 3:
        raise celosia.ParameterError("cli.bounds-takes-name-low-high")
    return listed[0], listed[1], listed[2]
