"""`celosia candidates`: every generalization that satisfies the models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import celosia
from celosia.files.atomic import write_whole
from celosia.shells.cli.lattice_picture import lattice_svg
from celosia.shells.cli.options import (
    ManyValues,
    json_option,
    model_options,
    open_table,
    reading_options,
    recipe_from,
    role_options,
    search_options,
    stack,
)
from celosia.shells.cli.output import print_json, print_table, progress
from celosia.shells.cli.secrets import key_option, pseudonym_key
from celosia.shells.cli.speaking import figure, option, say, told

SHOWN = 50


@click.command("candidates", cls=ManyValues, help="cli.help-candidates")
@click.argument("data")
@option("--source", type=click.Path(), help="cli.option-source")
@stack(role_options, model_options, search_options, reading_options, key_option)
@option("--graph", type=click.Path(dir_okay=False), help="cli.option-graph")
@option("--all", "show_all", is_flag=True, help=celosia.Message("cli.option-all", shown=SHOWN))
@json_option
def command(
    data: str,
    graph: str | None,
    show_all: bool,
    key_file: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """List every generalization of DATA (a file or a recipe) that satisfies the models.

    Minimal ones are marked, the best one is highlighted.
    """
    recipe, key = recipe_from(data, given), pseudonym_key(key_file)
    with open_table(recipe) as table, progress(as_json) as report:
        found = celosia.candidates(table, recipe, report, key)
    if graph:
        write_whole(Path(graph), lattice_svg(found.result))
    if as_json:
        print_json(found.to_dict(recipe))
        return
    _show(found, recipe, None if show_all else SHOWN)
    if graph:
        say("cli.lattice-drawn", graph=graph)


def _show(found: celosia.Candidates, recipe: celosia.Recipe, limit: int | None) -> None:
    from rich.text import Text

    result = found.result
    ranked = sorted(result.candidates, key=lambda c: (not c.optimal, c.score, c.node))
    rows = []
    for candidate in ranked[:limit]:
        mark = _mark(candidate)
        style = "bold green" if candidate.optimal else ""
        cells = [
            *candidate.node,
            mark,
            figure(candidate.loss, ".4f"),
            *([] if recipe.objective == "loss" else [figure(candidate.score, ".6g")]),
            candidate.suppressed,
            candidate.classes,
            candidate.min_class,
        ]
        rows.append([Text(str(cell), style=style) for cell in cells])
    extra = [] if recipe.objective == "loss" else [recipe.objective]
    columns = [
        *result.attributes,
        "",
        told("cli.row-loss"),
        *extra,
        told("cli.suppressed"),
        told("cli.row-classes"),
        told("cli.smallest"),
    ]
    minimal = sum(candidate.minimal for candidate in result.candidates)
    print_table(
        told(
            "cli.generalizations-satisfy-minimal-nulls",
            number=len(result.candidates),
            nodes=result.nodes,
            models=[celosia.model_name(model) for model in recipe.models],
            minimal=minimal,
            nulls=recipe.nulls.value,
        ),
        columns,
        rows,
    )
    if limit is not None and len(ranked) > limit:
        say("cli.more-all-shows", number=len(ranked) - limit)
    if result.ties:
        say("cli.more-same-best", number=len(result.ties), objective=recipe.objective)
    if found.proposed:
        say("cli.hierarchies-proposed", proposed=found.proposed)


def _mark(candidate: celosia.Candidate) -> str:
    if candidate.optimal:
        return told("cli.best")
    return told("cli.minimal") if candidate.minimal else ""
