"""`celosia anatomize`: quasi-identifiers in one table, sensitive values in another."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.shells.cli.making import made_from
from celosia.shells.cli.options import ManyValues, json_option, reading_options


@click.command("anatomize", cls=ManyValues)
@click.argument("data", type=click.Path())
@click.option("--qi", multiple=True, required=True, metavar="NAME", help="A quasi-identifier.")
@click.option("--sensitive", required=True, metavar="NAME", help="The column to part from them.")
@click.option("-l", "l", type=int, required=True, help="Each group has l different values.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "-o", "--output", "outputs", nargs=2, required=True, type=click.Path(), help="Two files."
)
@reading_options
@json_option
def command(
    data: str,
    qi: tuple[str, ...],
    sensitive: str,
    l: int,
    seed: int,
    outputs: tuple[str, str],
    as_json: bool,
    **reading: Any,
) -> None:
    """Write the quasi-identifiers of DATA as they are, and apart the sensitive values by group."""
    maker = celosia.Anatomization(qi, sensitive, l)
    made_from(data, maker, outputs, seed, reading, as_json)
