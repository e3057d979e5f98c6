"""`celosia anonymize`: publish a release, verified, with its certificate."""

from __future__ import annotations

import time
from typing import Any

import click

import celosia
from celosia.cli.language import asked_language
from celosia.cli.options import (
    FUZZY_OPTIONS as FUZZY,
    EntryOf,
    EntryOption,
    ManyValues,
    Registered,
    fuzzy_options,
    json_option,
    model_options,
    open_table,
    pair,
    reading_options,
    recipe_from,
    role_options,
    search_options,
    stack,
    with_fuzzy_sets,
    with_techniques,
)
from celosia.cli.output import print_json, progress
from celosia.cli.secret_options import (
    budget_file,
    key_option,
    ledger_option,
    pseudonym_key,
    vault_file,
)
from celosia.cli.showing import show, show_explanations
from celosia.cli.speaking import option, say
from celosia.text.messages import verbatim

ENDINGS = verbatim(" ".join(celosia.FILE_FORMATS.written_endings))
GROUPING = ("refine", "relaxed", "split", "neighbourhood")


@click.command("anonymize", cls=ManyValues, help="cli.help-anonymize")
@click.argument("data")
@option(
    "-o",
    "--output",
    type=click.Path(),
    help=verbatim(" ".join(celosia.FILE_FORMATS.written_endings)),
)
@option("--source", type=click.Path(), help="cli.option-source")
@stack(role_options, model_options, search_options, reading_options)
@option("--node", metavar="L,L,…", help="cli.option-node")
@option("--method", type=Registered("METHODS"), help="cli.option-method")
@option(
    "--publish-as", "outputs", multiple=True, metavar="NAME=OUTPUT", help="cli.option-publish-as"
)
@option("--refine", type=float, help="cli.option-refine")
@option("--relaxed", is_flag=True, help="cli.option-relaxed")
@option("--split", type=click.Choice(["balanced", "median"]), help="cli.option-split")
@option("--neighbourhood", type=int, help="cli.option-neighbourhood")
@fuzzy_options
@option(
    "--technique",
    "techniques",
    cls=EntryOption,
    type=EntryOf("TECHNIQUES"),
    multiple=True,
    metavar="TOML",
    help="cli.option-technique",
)
@key_option
@option("--vault", type=click.Path(), help="cli.option-vault")
@option("--vault-key-file", type=click.Path(), help="cli.option-vault-key-file")
@ledger_option
@option("--explain", is_flag=True, help="cli.option-explain")
@option("--keep-suppressed", is_flag=True, help="cli.option-keep-suppressed")
@option("--seed", type=int, help="cli.option-seed")
@option("--time-budget", "seconds", type=float, help="cli.option-time-budget")
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
    given["language"] = asked_language()
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
        say("cli.working-data-erased-checked")


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
        raise celosia.ParameterError("cli.publish-takes-name-output", choices=choices) from None
    given = {
        name: value for name, value in options.items() if value is not None and value is not False
    }
    if (chosen or given) and not recipe.how.groups:
        raise celosia.ParameterError(
            "cli.publish-refine-relaxed-split-neighbourhood", method=recipe.method
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
        raise celosia.ParameterError("cli.node-takes-whole-numbers-0") from None
    names = recipe.quasi_identifiers
    if len(levels) != len(names):
        raise celosia.ParameterError(
            "cli.node-needs-levels-got", number=len(names), names=names, got=len(levels)
        )
    return replace(recipe, node=dict(zip(names, levels, strict=True)))
