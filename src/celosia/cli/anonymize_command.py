"""`celosia anonymize`: publish a release, verified, with its certificate."""

from __future__ import annotations

import time
from typing import Any

import click

import celosia
from celosia.cli.language import argument, option, read_whole, say
from celosia.cli.method_choices import MethodCommand, told_options, with_options, words_option
from celosia.cli.options import (
    EntryOf,
    EntryOption,
    Registered,
    entries_from,
    escape_option,
    json_option,
    model_options,
    open_table,
    reading_options,
    role_options,
    search_options,
    stack,
    with_language,
    with_techniques,
)
from celosia.cli.output import print_json, progress, show, show_explanations
from celosia.cli.secret_options import (
    budget_file,
    key_option,
    ledger_option,
    pseudonym_key,
    vault_file,
)
from celosia.recipe.recipe import RecipeEntries
from celosia.text.messages import verbatim


@click.command("anonymize", cls=MethodCommand, help="cli.help-anonymize")
@argument("data")
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
@words_option
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
@escape_option
@json_option
def command(
    data: str,
    node: str | None,
    method: str | None,
    outputs: tuple[str, ...],
    words: tuple[str, ...],
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
    told = told_options(given)
    entries = with_language(entries_from(data, {**given, **_more(method, keep_suppressed)}))
    entries = with_options(_with_node(entries, node), told, outputs, words)
    recipe = celosia.Recipe.checked(with_techniques(entries, techniques))
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
            show_explanations(release)
        say("cli.working-data-erased-checked")


def _more(method: str | None, keep_suppressed: bool) -> dict[str, Any]:
    more: dict[str, Any] = {"keep_suppressed": True if keep_suppressed else None}
    if method:
        more["method"] = method
    return more


def _with_node(recipe: RecipeEntries, node: str | None) -> RecipeEntries:
    if node is None:
        return recipe
    try:
        levels = [read_whole(level) for level in node.strip("[]() ").split(",")]
    except ValueError:
        raise celosia.ParameterError("cli.node-takes-whole-numbers-0") from None
    names = recipe.quasi_identifiers
    if len(levels) != len(names):
        raise celosia.ParameterError(
            "cli.node-needs-levels-got", number=len(names), names=names, got=len(levels)
        )
    return recipe.changed(node=dict(zip(names, levels, strict=True)))
