"""`celosia hierarchy`: propose, build, check and convert hierarchies."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.language import SpokenGroup, argument, option, say, spoken, told
from celosia.cli.options import EntryOf, EntryOption, read_options, reading_options
from celosia.cli.output import print_json, print_table
from celosia.files.untrusted_text import parse_toml
from celosia.hierarchies import (
    FORMATS as HIERARCHY_FORMATS,
    ProposedHierarchy,
    rule_from_dict,
    rule_to_dict,
)
from celosia.workflow.read import read_schema

FORMATS = click.Choice(tuple(HIERARCHY_FORMATS))
SHOWN = 30
"""About a screen; what a file would hold is told by its number."""


@click.group("hierarchy", cls=SpokenGroup, help="cli.help-hierarchy")
def command() -> None:
    """Propose, build, check and convert hierarchies."""


@command.command(help="cli.help-hierarchy-propose")
@argument("data", type=click.Path())
@argument("column")
@option("-o", "--output", type=click.Path(), help="cli.option-hierarchy-output")
@option("--format", "written", type=FORMATS, default="own", show_default=True)
@option("--json", "as_json", is_flag=True, help="cli.option-json")
@reading_options
def propose(
    data: str, column: str, output: str | None, written: str, as_json: bool, **reading: Any
) -> None:
    """Propose a hierarchy for COLUMN of DATA, and say why."""
    with _table(data, reading) as table:
        values = table.relation.values(column)
        proposed = celosia.propose_hierarchy(column, values, table.schema.column(column))
    _deliver(proposed.rule.build(column, values), output, written, as_json, proposed)


@command.command(help="cli.help-hierarchy-build")
@argument("data", type=click.Path())
@argument("column")
@option("--rule", cls=EntryOption, type=EntryOf("RULES"), required=True, help="cli.option-rule")
@option("-o", "--output", type=click.Path(), help="cli.option-hierarchy-output")
@option("--format", "written", type=FORMATS, default="own", show_default=True)
@option("--json", "as_json", is_flag=True, help="cli.option-json")
@reading_options
def build(
    data: str,
    column: str,
    rule: str,
    output: str | None,
    written: str,
    as_json: bool,
    **reading: Any,
) -> None:
    """Build a hierarchy for COLUMN of DATA by a rule."""
    try:
        entries = parse_toml(f"rule = {{{rule}}}")["rule"]
    except tomllib.TOMLDecodeError:
        raise celosia.ParameterError("cli.rule-written-kind-digits-levels") from None
    with _table(data, reading) as table:
        values = table.relation.values(column)
    _deliver(rule_from_dict(entries).build(column, values), output, written, as_json)


@command.command(help="cli.help-hierarchy-check")
@argument("file", type=click.Path())
@option("--data", required=True, type=click.Path(), help="cli.option-data")
@option("--column", required=True, help="cli.option-hierarchy-column")
@option("--format", "written", type=FORMATS, help="cli.option-format")
@option("--json", "as_json", is_flag=True, help="cli.option-json")
@reading_options
@click.pass_context
def check(
    ctx: click.Context,
    /,
    file: str,
    data: str,
    column: str,
    written: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """List what FILE misses, lists twice, or splits. Exits 1 if it cannot be used.

    This shows values of the data: they are what you asked for.
    """
    hierarchy = celosia.read_hierarchy(file, column, written)
    with _table(data, reading) as table:
        problems = hierarchy.problems(table.relation.values(column).values)
    if as_json:
        print_json(
            {
                "usable": not problems.fatal,
                "height": hierarchy.height,
                "missing": list(problems.missing),
                "duplicates": list(problems.duplicates),
                "splits": [{"level": level, "label": label} for level, label in problems.splits],
            }
        )
    else:
        say("cli.levels", file=file, number=hierarchy.height + 1, problems=problems.told)
        for what in ("missing", "duplicates"):
            for value in getattr(problems, what):
                say(f"cli.value-{what}", value=value)
        for level, label in problems.splits:
            say("cli.splits-above-level", level=level, label=label)
    if problems.fatal:
        ctx.exit(1)


@command.command(help="cli.help-hierarchy-convert")
@argument("file", type=click.Path())
@argument("output", type=click.Path())
@option("--from", "read_as", type=FORMATS, help="cli.option-format")
@option("--to", "written", type=FORMATS, default="own", show_default=True)
@option("--name", help="cli.option-name")
@option("--suppress", is_flag=True, help="cli.option-suppress")
def convert(
    file: str, output: str, read_as: str | None, written: str, name: str | None, suppress: bool
) -> None:
    """Write FILE again as OUTPUT in another format."""
    hierarchy = celosia.read_hierarchy(file, name or Path(file).stem, read_as)
    if suppress:
        hierarchy = hierarchy.with_suppression()
    celosia.write_hierarchy(hierarchy, output, written)
    say(
        "cli.wrote-levels-values",
        output=output,
        number=hierarchy.height + 1,
        number2=len(hierarchy.values),
    )


def _table(data: str, reading: dict[str, Any]) -> celosia.Table:
    schema_file = reading.pop("schema_file", None)
    schema = read_schema(schema_file) if schema_file else None
    return celosia.read(data, read_options(**reading), schema)


def _deliver(
    hierarchy: celosia.Hierarchy,
    output: str | None,
    written: str,
    as_json: bool,
    proposed: ProposedHierarchy | None = None,
) -> None:
    if output:
        celosia.write_hierarchy(hierarchy, output, written)
    if as_json:
        described: dict[str, Any] = {
            "attribute": hierarchy.attribute,
            "height": hierarchy.height,
            "rows": [list(row) for row in hierarchy.rows],
        }
        if proposed is not None:
            described["rule"] = rule_to_dict(proposed.rule)
            described["reason"] = proposed.reason.text()
        print_json(described)
        return
    if proposed is not None:
        click.echo(proposed.reason.text(spoken()))
    columns = [told("cli.level-number", level=level) for level in range(hierarchy.height + 1)]
    print_table(hierarchy.attribute, columns, hierarchy.rows[:SHOWN])
    if len(hierarchy.rows) > SHOWN:
        say("cli.more-values", number=len(hierarchy.rows) - SHOWN)
    if output:
        say("cli.wrote", output=output)
