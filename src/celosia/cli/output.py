"""What people and machines see: JSON, tables, progress, and what a release came to."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

import celosia
from celosia.cli.language import figure, figure_name, say, spoken, told
from celosia.cli.secret_options import told_cost
from celosia.core.model import model_name
from celosia.core.technique import Technique
from celosia.methods.method import MethodFamily, own_stage
from celosia.register import json_ready
from celosia.techniques.effect import ColumnEffect
from celosia.text.messages import Message
from celosia.workflow.guard import Guard, Verdict

if TYPE_CHECKING:
    from celosia.methods.fuzzy.fuzzy_figures import FuzzyFigures
    from celosia.workflow.residual_risks import ResidualRisk

STAGES = (
    "count", "group", "groups", "k", "measure", "neighbourhoods", "pairs", "refine", "runs",
    "satisfy", "search", "verify", "write",
)  # fmt: skip
"""The stages that work of several kinds has; a method names those that are its own."""
REFINING = "refine"
"""The stage whose work is worth keeping whenever it stops."""


def print_json(value: Any) -> None:
    """Print for machines."""
    click.echo(json.dumps(json_ready(value), ensure_ascii=False))


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table for people; cells are shown as they are."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        cells = [cell if isinstance(cell, Text) else Text(str(cell)) for cell in row]
        table.add_row(*cells)
    console = Console(soft_wrap=False)
    if not console.is_terminal:
        console = Console(width=160)
    console.print(table)


def told_stage(stage: str) -> str:
    """Say what work is under way; a stage that nobody named is shown as it is."""
    if stage in STAGES:
        return told(f"cli.stage-{stage}")
    named = own_stage(stage)
    return named.text(spoken()) if named else stage


@contextmanager
def progress(quiet: bool = False) -> Iterator[Callable[[str, float], None]]:
    """Show a bar on stderr while work is long; the first Ctrl-C asks the work to stop."""
    stop = _on_interrupt()
    if quiet or not sys.stderr.isatty():
        with stop as check:
            yield lambda stage, share: check(stage)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with stop as check, Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def report(stage: str, share: float) -> None:
            check(stage)
            bar.update(task, description=told_stage(stage), completed=share)

        yield report


@contextmanager
def _on_interrupt() -> Iterator[Callable[[str], None]]:
    """Turn Ctrl-C into a request that work answers between two steps.

    Refining ends with the best groups so far, and they are published; anything else is given up.
    """
    asked = False

    def ask(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)  # a second Ctrl-C stops at once

    def check(stage: str) -> None:
        nonlocal asked
        if not asked:
            return
        if stage == REFINING:
            asked = False
            say("cli.stopped-refining-best-groups-far", err=True)
        raise celosia.Cancelled("cli.stopped-user")

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)


def show(release: celosia.Release, recipe: celosia.Recipe) -> None:
    """Tell a person what was published."""
    before, after = release.before, release.after.figures
    searched = recipe.how.family is not MethodFamily.UNTOUCHED
    print_table(
        told("cli.before-after"),
        ["", told("cli.before"), told("cli.after")],
        [
            (told("cli.row-records"), before.records, after.records),
            (told("cli.row-classes"), before.classes, after.classes),
            (told("cli.row-smallest-class"), before.min_class, after.min_class),
            *(
                [
                    (told("cli.row-persons"), before.persons, after.persons),
                    (told("cli.row-fewest-persons"), before.min_persons, after.min_persons),
                ]
                if after.persons is not None
                else []
            ),
            (told("cli.row-records-like-no-other"), before.risk.unique, after.risk.unique),
            (
                told("cli.row-highest-prosecutor-risk"),
                figure(before.risk.highest, ".3f"),
                figure(after.risk.highest, ".3f"),
            ),
            (
                told("cli.row-average-prosecutor-risk"),
                figure(before.risk.average, ".3f"),
                figure(after.risk.average, ".3f"),
            ),
            *(
                [(told("cli.row-loss"), figure(0.0, ".3f"), figure(release.loss, ".3f"))]
                if searched
                else []
            ),
        ],
    )
    _show_techniques(release)
    if recipe.how.groups:
        _show_groups(release)
    elif recipe.how.family is MethodFamily.FUZZY:
        _show_sets(release)
    elif searched:
        _show_levels(release, recipe)
    say(
        _verdict(recipe),
        models=[model_name(model) for model in recipe.models],
        quasi_identifiers=release.after.quasi_identifiers,
        nulls=Message(f"cli.nulls-{recipe.nulls.value}"),
    )
    say_checked_once(release.after)
    _show_verdict(release.guard)
    _show_left_out(release, recipe)
    show_residual(release.residual)
    say("cli.release-certificate", output=release.output, certificate=release.certificate)
    say("cli.evidence-private-shows-auditor-made", evidence=release.evidence)
    if cost := told_cost(release):
        click.echo(cost)
    if release.vault:
        say("cli.vault-keep-apart-release", vault=release.vault)


def _verdict(recipe: celosia.Recipe) -> str:
    if not recipe.models:
        return "cli.asked-for-no-model"
    return "cli.meets-in-persons" if recipe.subject else "cli.meets"


def _show_verdict(guard: Guard) -> None:
    """Say whether all published columns are guarded; in amber where they are not."""
    colour = "green" if guard.verdict is Verdict.GUARDED else "yellow"
    click.secho(guard.told.text(spoken()), fg=colour)


def show_residual(risks: Sequence[ResidualRisk]) -> None:
    """Say what is not ruled out, each with its figure or its reason."""
    if risks:
        say("cli.does-not-rule-out")
    for risk in risks:
        click.echo(f"- {risk.told.text(spoken())}")


def _show_left_out(release: celosia.Release, recipe: celosia.Recipe) -> None:
    """Tell what became of the records that came in, by the reason why they are not there."""
    by_techniques = release.records_in - sum(
        (release.after.figures.records, release.after.excluded, release.excluded)
    )
    suppressed = release.suppressed
    if not recipe.keep_suppressed:
        by_techniques -= suppressed
    reasons = [
        Message(f"cli.left-out-{why}", count=count)
        for why, count in (
            ("by-techniques", by_techniques),
            ("suppressed", 0 if recipe.keep_suppressed else suppressed),
            ("nulls", release.excluded),
        )
        if count
    ]
    if reasons:
        say("cli.records-left-out", records_in=release.records_in, reasons=reasons)
    else:
        say("cli.no-record-left-out", records_in=release.records_in)
    if recipe.keep_suppressed and suppressed:
        say("cli.records-starred", count=suppressed)


def say_checked_once(verification: celosia.Verification) -> None:
    """Name the models of which only their own code tells that they hold."""
    if once := verification.checked_once:
        say("cli.checked-once", models=[model_name(model) for model in once])


def _show_techniques(release: celosia.Release) -> None:
    for mended in release.mended:
        say("cli.note", warning=mended.told)
    if not release.steps:
        return
    rows = []
    for step in release.steps:
        left = step.effect.records_before - step.effect.records_after
        changed = [(c.column, _change(c)) for c in step.effect.columns if not left]
        rows += [
            (title_of(step.technique), column, *shown)
            for column, shown in changed or [("", (told("cli.left-out", count=left), "", ""))]
        ]
    print_table(
        told("cli.techniques"),
        [
            told("cli.technique"),
            told("cli.column"),
            told("cli.changed"),
            told("cli.distinct"),
            told("cli.mean"),
        ],
        rows,
    )
    for warning in dict.fromkeys(w for step in release.steps for w in step.warnings):
        say("cli.note", warning=warning)


def title_of(technique: Technique) -> str:
    """Say what a technique is called, and by which name a recipe knows it."""
    return f"{technique.described.title.text(spoken())} ({technique.kind})"


def show_explanations(release: celosia.Release) -> None:
    """Say what each technique does, what it keeps, and what it does not protect."""
    for step in release.steps:
        said = step.technique.explanation.text(spoken())
        click.echo(f"{title_of(step.technique)}: {said}")


def _change(column: ColumnEffect) -> tuple[str, str, str]:
    if column.removed:
        return told("cli.column-left-out"), "", ""
    numbers = column.numbers
    return (
        "" if column.changed is None else figure(column.changed, ".1%"),
        f"{column.distinct_before} → {column.distinct_after}",
        _means(numbers.mean_before, numbers.mean_after) if numbers else "",
    )


def _means(before: float, after: float) -> str:
    return f"{figure(before, '.4g')} → {figure(after, '.4g')}"


def _show_levels(release: celosia.Release, recipe: celosia.Recipe) -> None:
    print_table(
        told("cli.generalization"),
        [
            told("cli.roles-quasi-identifier"),
            told("cli.level"),
            told("cli.of"),
            told("cli.hierarchy"),
        ],
        [
            (name, level, top, told("cli.proposed" if name in release.proposed else "cli.given"))
            for (name, level), top in zip(
                release.node.items(), release.search.max_levels, strict=True
            )
        ],
    )
    if release.raised:
        raised = [
            Message("cli.from-level", name=name, level=level)
            for name, level in release.raised.items()
        ]
        say("cli.too-many-combinations-count-finest", raised=raised)
    if not release.search.exact and not recipe.node:
        say(
            "cli.not-proven-best-optimums-most",
            objective=figure_name(recipe.objective),
            gap=release.search.gap,
        )


def _show_sets(release: celosia.Release) -> None:
    found = release.fuzzy
    print_table(
        told("cli.fuzzy-sets"),
        [told("cli.roles-quasi-identifier"), told("cli.low-high"), told("cli.loss")],
        [
            (name, " · ".join(found.found.names[name]), figure(found.losses[name], ".4f"))
            for name in found.coded
        ],
    )
    if found.figures is None:
        say("cli.q-l-t-not-measured")
    else:
        print_table(
            told("cli.labels-protect"),
            [told("cli.figure"), told("cli.value")],
            _fuzzy_rows(found.figures),
        )


def _fuzzy_rows(figures: FuzzyFigures) -> list[tuple[str, str]]:
    rows = [
        (told("cli.row-k-by-labels"), str(figures.k)),
        (told("cli.row-q-by-memberships"), str(figures.q)),
        (told("cli.row-records-at-risk"), str(figures.at_risk)),
    ]
    if figures.singling is not None:
        rows.append((told("cli.row-records-alone"), str(figures.singling.alone)))
    for name, held in figures.sensitive.items():
        rows.append((told("cli.row-l-of", name=name), f"{held.l}, {held.label_l}"))
        rows.append(
            (
                told("cli.row-t-of", name=name),
                f"{figure(held.t, '.4f')}; {figure(held.label_t, '.4f')}",
            )
        )
    return rows


def _show_groups(release: celosia.Release) -> None:
    found = release.grouping
    print_table(
        told("cli.groups"),
        [told("cli.roles-quasi-identifier"), told("cli.published"), told("cli.loss")],
        [
            (name, told(f"cli.output-{output.value}"), figure(found.losses[name], ".4f"))
            for name, output in found.outputs.items()
        ],
    )
    if found.reason:
        say("cli.method", reason=found.reason)
    if found.refined:
        refined = found.refined
        say(
            "cli.refined" if refined.finished else "cli.refined-cut-short",
            before=refined.before,
            after=refined.after,
        )
