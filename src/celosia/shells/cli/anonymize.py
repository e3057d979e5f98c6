"""`celosia anonymize`: publish a release, verified, with its certificate."""

from __future__ import annotations

import time
from typing import Any

import click

import celosia
from celosia.shells.cli.fuzzy_sets import OPTIONS as FUZZY, fuzzy_options, with_fuzzy_sets
from celosia.shells.cli.language import remember
from celosia.shells.cli.ledger import budget_file, ledger_option
from celosia.shells.cli.options import (
    ManyValues,
    json_option,
    model_options,
    open_table,
    pair,
    reading_options,
    recipe_from,
    role_options,
    search_options,
    stack,
)
from celosia.shells.cli.output import print_json, progress
from celosia.shells.cli.registered import EntryOf, EntryOption, Registered
from celosia.shells.cli.secrets import key_option, pseudonym_key, vault_file
from celosia.shells.cli.showing import show, show_explanations
from celosia.shells.cli.techniques import with_techniques

GROUPING = ("refine", "relaxed", "split", "neighbourhood")


@click.command("anonymize", cls=ManyValues)
@click.argument("data")
@click.option(
    "-o", "--output", type=click.Path(), help=" ".join(celosia.FILE_FORMATS.written_endings)
)
@click.option("--source", type=click.Path(), help="Another file than the recipe names.")
@stack(role_options, model_options, search_options, reading_options)
@click.option("--node", metavar="L,L,…", help="Apply this candidate: a level per --qi.")
@click.option(
    "--method",
    type=Registered("METHODS"),
    help="optimal, incognito: one level per column; fuzzy: vague words for numbers; the others: "
    "labels per group of records.",
)
@click.option(
    "--publish-as",
    "outputs",
    multiple=True,
    metavar="NAME=OUTPUT",
    help="What a group tells of a column: interval, set, ancestor, mean, median, mode.",
)
@click.option("--refine", type=float, help="Most seconds of moving records between groups.")
@click.option("--relaxed", is_flag=True, help="Mondrian: equal values may go to both sides.")
@click.option("--split", type=click.Choice(["balanced", "median"]), help="Mondrian: which cuts.")
@click.option("--neighbourhood", type=int, help="k-members, l-greedy: exact in parts so large.")
@fuzzy_options
@click.option(
    "--technique",
    "techniques",
    cls=EntryOption,
    type=EntryOf("TECHNIQUES"),
    multiple=True,
    metavar="TOML",
    help='After those of the recipe: \'kind = "rounding", column = "age", base = 5\'.',
)
@key_option
@click.option("--vault", type=click.Path(), help="Keep here who is behind each pseudonym.")
@click.option("--vault-key-file", type=click.Path(), help="Opens the vault, for a passphrase.")
@click.option(
    "--lang",
    "language",
    type=click.Choice(["en", "es"]),
    callback=remember,
    help="Of labels that are words, of --explain and of errors.",
)
@ledger_option
@click.option("--explain", is_flag=True, help="Say what each technique does, and does not.")
@click.option("--keep-suppressed", is_flag=True, help="Write suppressed records as *.")
@click.option("--seed", type=int, help="Decides ties between groups and the order of rows.")
@click.option("--time-budget", "seconds", type=float, help="Seconds, for huge lattices.")
@json_option
def command(
    data: str,
    node: str | None,
    method: str | None,
    outputs: tuple[str, ...],
    techniques: tuple[str, ...],
    key_file: str | None,
    vault: str | None,
    vault_key_file: str | None,
    ledger: str | None,
    explain: bool,
    keep_suppressed: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Publish a release of DATA (a file or a recipe) that satisfies the models.

    Nothing is published unless what was written, read again, confirms every model.
    """
    options = {name: given.pop(name) for name in GROUPING}
    sets = {name: given.pop(name) for name in FUZZY}
    recipe = recipe_from(data, {**given, **_more(method, keep_suppressed)})
    recipe = _with_groups(_with_node(recipe, node), outputs, options)
    recipe = with_techniques(with_fuzzy_sets(recipe, sets), techniques)
    key, kept = pseudonym_key(key_file), vault_file(vault, vault_key_file)
    start = time.perf_counter()
    with open_table(recipe) as table, progress(as_json) as report:
        reading = time.perf_counter() - start
        release = celosia.anonymize(table, recipe, None, report, key, kept, budget_file(ledger))
    if as_json:
        print_json(release.to_dict(recipe, reading))
    else:
        show(release, recipe)
        if explain:
            show_explanations(release, recipe)
        click.echo("The working data were erased, and that was checked.")


def _more(method: str | None, keep_suppressed: bool) -> dict[str, Any]:
    more: dict[str, Any] = {"keep_suppressed": True if keep_suppressed else None}
    if method:
        more["method"] = method
    return more


def _with_groups(
    recipe: celosia.Recipe, outputs: tuple[str, ...], options: dict[str, Any]
) -> celosia.Recipe:
    """Take what is said about groups of records."""
    from dataclasses import replace

    try:
        chosen = {name: celosia.Output(output) for name, output in map(pair, outputs)}
    except ValueError:
        choices = ", ".join(output.value for output in celosia.Output)
        raise celosia.ParameterError(f"--publish-as takes NAME=OUTPUT: {choices}.") from None
    given = {
        name: value for name, value in options.items() if value is not None and value is not False
    }
    if (chosen or given) and not recipe.how.groups:
        raise celosia.ParameterError(
            "--publish-as, --refine, --relaxed, --split and --neighbourhood are for methods that "
            f"group records; '{recipe.method}' does not. Name another with --method."
        )
    if split := given.get("split"):
        given["split"] = celosia.Split(split)
    return recipe.changed(
        outputs={**recipe.outputs, **chosen},
        grouping=replace(recipe.grouping, **given),
    )


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
