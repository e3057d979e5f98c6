"""`celosia anatomize`: quasi-identifiers in one table, sensitive values in another."""

from __future__ import annotations

from typing import Any

import click

from celosia.cli.language import argument, option
from celosia.cli.new_table import made_from
from celosia.cli.options import ManyValues, escape_option, json_option, reading_options
from celosia.techniques.tables import Anatomization


@click.command("anatomize", cls=ManyValues, help="cli.help-anatomize")
@argument("data", type=click.Path())
@option("--qi", multiple=True, required=True, metavar="NAME", help="cli.option-qi")
@option("--sensitive", required=True, metavar="NAME", help="cli.option-sensitive")
@option("-l", "l", type=int, required=True, help="cli.option-l")
@option("--seed", type=int, default=0, show_default=True)
@option(
    "-o",
    "--output",
    "outputs",
    nargs=2,
    required=True,
    type=click.Path(),
    help="cli.option-anatomize-output",
)
@reading_options
@escape_option
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
    maker = Anatomization(qi, sensitive, l)
    made_from(data, maker, outputs, seed, reading, as_json)
