"""What people and machines see."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

import click

import celosia
from celosia.cli.speaking import say, told

STAGES = (
    "count", "curve", "group", "groups", "k", "mdav", "measure", "pairs", "recode", "refine",
    "runs", "satisfy", "search", "v-mdav", "verify", "write",
)  # fmt: skip
"""The stages of long work that have a name in the catalogues."""
REFINING = "refine"
"""The stage whose work is worth keeping whenever it stops."""


def print_json(value: Any) -> None:
    """Print for machines."""
    click.echo(json.dumps(celosia.json_ready(value), ensure_ascii=False))


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
    return told(f"cli.stage-{stage}") if stage in STAGES else stage


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
