"""`celosia aggregate`: groups instead of records."""

from __future__ import annotations

from math import isnan
from typing import Any

import click

import celosia
from celosia.cli.language import argument, option, read_whole
from celosia.cli.new_table import made_from
from celosia.cli.options import ManyValues, escape_option, json_option, pair, reading_options
from celosia.cli.secret_options import ledger_option
from celosia.core.technique import TableMaker
from celosia.techniques.tables import Aggregation, PrivateAggregation
from celosia.text.messages import Message
from celosia.text.numerals import as_number


@click.command("aggregate", cls=ManyValues, help="cli.help-aggregate")
@argument("data", type=click.Path())
@option("--by", multiple=True, required=True, metavar="NAME", help="cli.option-by")
@option("--sum", "sums", multiple=True, metavar="NAME", help="cli.option-sum")
@option("--mean", "means", multiple=True, metavar="NAME", help="cli.option-mean")
@option("--edges", multiple=True, metavar="NAME=A,B,C", help="cli.option-edges")
@option("--least", type=int, default=3, show_default=True, help="cli.option-least")
@option("--dominance", metavar="N,K", help="cli.option-dominance")
@option("--p-percent", type=float, default=0, help="cli.option-p-percent")
@option("--epsilon", type=float, help="cli.option-epsilon")
@option("--groups", multiple=True, metavar="NAME=A,B,C", help="cli.option-groups")
@option("--bounds", multiple=True, metavar="NAME=LOW,HIGH", help="cli.option-bounds")
@option("--decimals", type=int, default=0, show_default=True, help="cli.option-decimals")
@option("--contributions", type=int, default=1, show_default=True, help="cli.option-contributions")
@option("--no-totals", is_flag=True, help="cli.option-no-totals")
@ledger_option
@option("-o", "--output", required=True, type=click.Path(), help="cli.option-output")
@reading_options
@escape_option
@json_option
def command(
    data: str,
    by: tuple[str, ...],
    sums: tuple[str, ...],
    means: tuple[str, ...],
    edges: tuple[str, ...],
    least: int,
    dominance: str | None,
    p_percent: float,
    epsilon: float | None,
    groups: tuple[str, ...],
    bounds: tuple[str, ...],
    decimals: int,
    contributions: int,
    no_totals: bool,
    ledger: str | None,
    output: str,
    as_json: bool,
    **reading: Any,
) -> None:
    """Publish how many records of DATA are in each group, with sums and means.

    Small groups are hidden, and with them as many others as it takes that no total tells them.
    With --epsilon all groups are published with noise.
    """
    shared: dict[str, Any] = {"by": by, "sums": sums, "means": means, "totals": not no_totals}
    maker: TableMaker
    if epsilon is not None:
        if edges or dominance or p_percent:
            raise celosia.ParameterError("cli.epsilon-nothing-hidden-cut-edges")
        maker = PrivateAggregation(
            **shared,
            epsilon=epsilon,
            decimals=decimals,
            contributions=contributions,
            keys=_of_each(by, dict(map(_texts, groups)), "--groups", "--by"),
            bounds=_of_each(
                (*sums, *means), dict(map(_bounds, bounds)), "--bounds", Message("cli.sum-and-mean")
            ),
        )
    elif groups or bounds or decimals or contributions != 1:
        raise celosia.ParameterError("cli.groups-bounds-decimals-contributions-epsilon")
    else:
        cuts = dict(_numbers(text, "--edges") for text in edges)
        stray = sorted(set(cuts) - set(by))
        if stray:
            raise celosia.ParameterError("cli.edges-names-columns-does-not", stray=stray)
        maker = Aggregation(
            **shared,
            edges=tuple(cuts.get(name, ()) for name in by) if cuts else (),
            least=least,
            dominance=_dominance(dominance),
            p_percent=p_percent,
        )
    made_from(data, maker, (output,), 0, reading, as_json, ledger)


def _of_each(
    names: tuple[str, ...], given: dict[str, Any], option: str, columns: str | Message
) -> tuple[Any, ...]:
    """Give what was said of each column, in their order."""
    if set(names) != set(given):
        raise celosia.ParameterError("cli.needs-entry-each-column", option=option, columns=columns)
    return tuple(given[name] for name in names)


def _texts(text: str) -> tuple[str, tuple[str, ...]]:
    name, texts = pair(text)
    return name, tuple(texts.split(","))


def _bounds(text: str) -> tuple[str, tuple[float, ...]]:
    return _numbers(text, "--bounds")


def _numbers(text: str, option: str) -> tuple[str, tuple[float, ...]]:
    name, numbers = pair(text)
    try:
        return name, tuple(map(_listed, numbers.split(",")))
    except ValueError:
        raise celosia.ParameterError("cli.takes-name-number-number", option=option) from None


def _listed(text: str) -> float:
    """Read a number of a list: its decimal sign is a point, as commas stand between numbers."""
    if isnan(number := as_number(text)):
        raise ValueError
    return number


def _dominance(text: str | None) -> tuple[float, ...]:
    if text is None:
        return ()
    try:
        n, k = text.split(",")
        return read_whole(n), _listed(k)
    except ValueError:
        raise celosia.ParameterError("cli.dominance-takes-n-k-2") from None
