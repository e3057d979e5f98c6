"""`celosia experiment`: run a published experiment again."""

from __future__ import annotations

from pathlib import Path

import click

import celosia
from celosia.cli.language import SpokenGroup, argument, option, say, spoken
from celosia.cli.options import json_option
from celosia.cli.output import print_json, print_table, progress
from celosia.methods.fuzzy.experiment import ExperimentMode
from celosia.workflow.replicate import experiment_census, write_experiment


@click.group("experiment", cls=SpokenGroup, help="cli.help-experiment")
def command() -> None:
    """Run a published experiment again, on data that you have."""


@command.command("census", help="cli.help-experiment-census")
@argument("data", type=click.Path(exists=True, dir_okay=False))
@option(
    "--mode",
    type=click.Choice(["sound", "paper"]),
    default="sound",
    show_default=True,
    help="cli.option-mode",
)
@option("--seed", type=click.IntRange(0), default=0, show_default=True)
@option(
    "-o",
    "--output",
    type=click.Path(file_okay=False),
    default="experiment",
    show_default=True,
    help="cli.option-experiment-output",
)
@json_option
def census(data: str, mode: str, seed: int, output: str, as_json: bool) -> None:
    """Compare six codings, crisp and fuzzy, on every pair of DATA's attributes.

    DATA is the census table of the CASC project (sdcMicro's CASCrefmicrodata), or any with the
    columns PEARNVAL and WSALVAL and otherwise numbers.
    """
    lang = spoken()
    with celosia.read(Path(data)) as table, progress(as_json) as tell:
        found = experiment_census(table, mode=ExperimentMode(mode), seed=seed, progress=tell)
    written = write_experiment(found, output, lang)
    if as_json:
        print_json(
            {
                one.number: [dict(zip(one.columns, row, strict=True)) for row in one.rows]
                for one in found.tables()
            }
        )
        return
    for one in found.tables():
        if one.number in ("4.2", "4.5"):
            rows = [["–" if cell is None else cell for cell in row] for row in one.rows]
            print_table(one.title.text(lang), one.columns, rows)
    say("cli.files", number=len(written), output=output)
