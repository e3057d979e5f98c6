"""`celosia anonymize`: publish a release, verified, with its certificate."""

from __future__ import annotations

import time
from typing import Any

import click

import celosia
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


@click.command("anonymize", cls=ManyValues)
@click.argument("data")
@click.option("-o", "--output", type=click.Path(), help=".csv .txt .csv.gz .parquet .xlsx")
@click.option("--source", type=click.Path(), help="Another file than the recipe names.")
@stack(role_options, model_options, search_options, reading_options)
@click.option("--node", metavar="L,L,…", help="Apply this candidate: a level per --qi.")
@click.option("--method", type=click.Choice(["optimal", "incognito"]), help="How to search.")
@click.option("--keep-suppressed", is_flag=True, help="Write suppressed records as *.")
@click.option("--seed", type=int, help="Decides the order of rows.")
@click.option("--time-budget", "seconds", type=float, help="Seconds, for huge lattices.")
@json_option
def command(
    data: str,
    node: str | None,
    method: str | None,
    keep_suppressed: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Publish a release of DATA (a file or a recipe) that satisfies the models.

    Nothing is published unless what was written, read again, confirms every model.
    """
    recipe = recipe_from(data, {**given, **_more(method, keep_suppressed)})
    recipe = _with_node(recipe, node)
    start = time.perf_counter()
    with open_table(recipe) as table, progress(as_json) as report:
        reading = time.perf_counter() - start
        release = celosia.anonymize(table, recipe, progress=report)
    if as_json:
        print_json(_as_dict(release, recipe, reading))
    else:
        show(release, recipe)
        click.echo("The working data were erased, and that was checked.")


def _more(method: str | None, keep_suppressed: bool) -> dict[str, Any]:
    more: dict[str, Any] = {"keep_suppressed": True if keep_suppressed else None}
    if method:
        more["method"] = celosia.Method(method)
    return more


def _with_node(recipe: celosia.Recipe, node: str | None) -> celosia.Recipe:
    if node is None:
        return recipe
    from dataclasses import replace

    try:
        levels = [int(level) for level in node.strip("[]() ").split(",")]
    except ValueError:
        raise celosia.ParameterError("--node takes whole numbers: 0,2,1.") from None
    names = recipe.quasi_identifiers
    if len(levels) != len(names):
        raise celosia.ParameterError(
            f"--node needs {len(names)} levels ({', '.join(names)}); got {len(levels)}."
        )
    return replace(recipe, node=dict(zip(names, levels, strict=True)))


def _as_dict(release: celosia.Release, recipe: celosia.Recipe, reading: float) -> dict[str, Any]:
    figures = release.after.figures
    return {
        "node": list(release.search.optimum.node),
        "attributes": list(release.search.attributes),
        "records_in": release.records_in,
        "records_out": figures.records + release.after.excluded,
        "suppressed": release.suppressed,
        "excluded": release.excluded,
        "min_class": figures.min_class,
        "classes": figures.classes,
        "loss": release.search.optimum.loss,
        "exact": release.search.exact,
        "gap": release.search.gap,
        "nulls": recipe.nulls.value,
        "proposed_hierarchies": list(release.proposed),
        "output": str(release.path),
        "certificate": str(release.certificate),
        "seconds": {"read": reading, **release.seconds},
    }


def show(release: celosia.Release, recipe: celosia.Recipe) -> None:
    """Tell a person what was published."""
    before, after = release.before, release.after.figures
    print_table(
        "Before and after",
        ["", "before", "after"],
        [
            ("records", before.records, after.records),
            ("classes", before.classes, after.classes),
            ("smallest class", before.min_class, after.min_class),
            ("records like no other", before.risk.unique, after.risk.unique),
            ("highest prosecutor risk", f"{before.risk.highest:.3f}", f"{after.risk.highest:.3f}"),
            ("average prosecutor risk", f"{before.risk.average:.3f}", f"{after.risk.average:.3f}"),
            ("loss", "0.000", f"{release.search.optimum.loss:.3f}"),
        ],
    )
    print_table(
        "Generalization",
        ["quasi-identifier", "level", "of", "hierarchy"],
        [
            (name, level, top, "proposed" if name in release.proposed else "given")
            for (name, level), top in zip(
                release.node.items(), release.search.max_levels, strict=True
            )
        ],
    )
    models = " and ".join(map(str, recipe.models))
    click.echo(
        f"Meets {models} on {{{', '.join(recipe.quasi_identifiers)}}} "
        f"(nulls: {recipe.nulls.value}), verified by reading the file again."
    )
    click.echo(f"{release.suppressed} of {release.records_in} records were suppressed.")
    if release.excluded:
        click.echo(f"{release.excluded} records with nulls were left out.")
    if not release.search.exact and not recipe.node:
        click.echo(
            f"Not proven best: the optimum's {recipe.objective} is at most "
            f"{release.search.gap:.4f} lower."
        )
    click.echo("It does not protect against homogeneity, background knowledge or other releases.")
    click.echo(f"Release:     {release.path}\nCertificate: {release.certificate}")
