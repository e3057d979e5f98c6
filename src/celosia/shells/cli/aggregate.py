"""`celosia aggregate`: groups instead of records."""

from __future__ import annotations

from typing import Any

import click

import celosia
from celosia.shells.cli.making import made_from
from celosia.shells.cli.options import ManyValues, json_option, pair, reading_options


@click.command("aggregate", cls=ManyValues)
@click.argument("data", type=click.Path())
@click.option("--by", multiple=True, required=True, metavar="NAME", help="A column to group by.")
@click.option("--sum", "sums", multiple=True, metavar="NAME", help="A number column to add up.")
@click.option("--mean", "means", multiple=True, metavar="NAME", help="A column to average.")
@click.option(
    "--edges", multiple=True, metavar="NAME=A,B,C", help="Where a number column of --by is cut."
)
@click.option("--least", type=int, default=3, show_default=True, help="Smaller groups are hidden.")
@click.option("--no-totals", is_flag=True, help="Leave the totals out.")
@click.option("-o", "--output", required=True, type=click.Path(), help=".csv or .txt")
@reading_options
@json_option
def command(
    data: str,
    by: tuple[str, ...],
    sums: tuple[str, ...],
    means: tuple[str, ...],
    edges: tuple[str, ...],
    least: int,
    no_totals: bool,
    output: str,
    as_json: bool,
    **reading: Any,
) -> None:
    """Publish how many records of DATA are in each group, with sums and means.

    Small groups are hidden, and with them as many others as it takes that no total tells them.
    """
    cuts = dict(map(_edges, edges))
    stray = sorted(set(cuts) - set(by))
    if stray:
        raise celosia.ParameterError(f"--edges names columns that --by does not: {stray}.")
    maker = celosia.Aggregation(
        by=by,
        sums=sums,
        means=means,
        edges=tuple(cuts.get(name, ()) for name in by) if cuts else (),
        least=least,
        totals=not no_totals,
    )
    made_from(data, maker, (output,), 0, reading, as_json)


def _edges(text: str) -> tuple[str, tuple[float, ...]]:
    name, numbers = pair(text)
    try:
        return name, tuple(float(number) for number in numbers.split(","))
    except ValueError:
        raise celosia.ParameterError("--edges takes NAME=NUMBER,NUMBER,…") from None
