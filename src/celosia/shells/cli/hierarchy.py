"""`celosia hierarchy`: propose, build, check and convert hierarchies."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.shells.cli.options import read_options, reading_options
from celosia.shells.cli.output import print_json, print_table
from celosia.shells.cli.registered import EntryOf, EntryOption

FORMATS = click.Choice(["own", "arx", "amnesia", "taxonomy"])
SHOWN = 30


@click.group("hierarchy")
def command() -> None:
    """Propose, build, check and convert hierarchies."""


@command.command()
@click.argument("data", type=click.Path())
@click.argument("column")
@click.option("-o", "--output", type=click.Path(), help="Write the hierarchy here.")
@click.option("--format", "written", type=FORMATS, default="own", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@reading_options
def propose(
    data: str, column: str, output: str | None, written: str, as_json: bool, **reading: Any
) -> None:
    """Propose a hierarchy for COLUMN of DATA, and say why."""
    with _table(data, reading) as table:
        values = table.relation.values(column)
        proposed = celosia.propose_hierarchy(column, values, table.schema.column(column))
    _deliver(proposed.rule.build(column, values), output, written, as_json, proposed)


@command.command()
@click.argument("data", type=click.Path())
@click.argument("column")
@click.option(
    "--rule",
    cls=EntryOption,
    type=EntryOf("RULES"),
    required=True,
    help="As in a recipe: 'kind = \"digits\", levels = 2'.",
)
@click.option("-o", "--output", type=click.Path(), help="Write the hierarchy here.")
@click.option("--format", "written", type=FORMATS, default="own", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
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
        entries = tomllib.loads(f"rule = {{{rule}}}")["rule"]
    except tomllib.TOMLDecodeError:
        raise celosia.ParameterError(
            "--rule is written as 'kind = \"digits\", levels = 2'."
        ) from None
    with _table(data, reading) as table:
        values = table.relation.values(column)
    _deliver(celosia.rule_from_dict(entries).build(column, values), output, written, as_json)


@command.command()
@click.argument("file", type=click.Path())
@click.option("--data", required=True, type=click.Path(), help="The table it is for.")
@click.option("--column", required=True, help="The column it is for.")
@click.option("--format", "written", type=FORMATS, help="Found out otherwise.")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
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
        click.echo(f"{file}: {hierarchy.height + 1} levels, {problems}.")
        for what in ("missing", "duplicates"):
            for value in getattr(problems, what):
                click.echo(f"  {what}: {value}")
        for level, label in problems.splits:
            click.echo(f"  splits above level {level}: {label}")
    if problems.fatal:
        ctx.exit(1)


@command.command()
@click.argument("file", type=click.Path())
@click.argument("output", type=click.Path())
@click.option("--from", "read_as", type=FORMATS, help="Found out otherwise.")
@click.option("--to", "written", type=FORMATS, default="own", show_default=True)
@click.option("--name", help="The attribute's name; the file's otherwise.")
@click.option("--suppress", is_flag=True, help="Add a level that is * for all.")
def convert(
    file: str, output: str, read_as: str | None, written: str, name: str | None, suppress: bool
) -> None:
    """Write FILE again as OUTPUT in another format."""
    hierarchy = celosia.read_hierarchy(file, name or Path(file).stem, read_as)
    if suppress:
        hierarchy = hierarchy.with_suppression()
    celosia.write_hierarchy(hierarchy, output, written)
    click.echo(f"Wrote {output}: {hierarchy.height + 1} levels, {len(hierarchy.values)} values.")


def _table(data: str, reading: dict[str, Any]) -> celosia.Table:
    schema_file = reading.pop("schema_file", None)
    schema = celosia.read_schema(schema_file) if schema_file else None
    return celosia.read(data, read_options(**reading), schema)


def _deliver(
    hierarchy: celosia.Hierarchy,
    output: str | None,
    written: str,
    as_json: bool,
    proposed: celosia.ProposedHierarchy | None = None,
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
            described["rule"] = celosia.rule_to_dict(proposed.rule)
            described["reason"] = proposed.reason.text()
        print_json(described)
        return
    if proposed is not None:
        click.echo(proposed.reason.text())
    columns = [f"level_{level}" for level in range(hierarchy.height + 1)]
    print_table(hierarchy.attribute, columns, hierarchy.rows[:SHOWN])
    if len(hierarchy.rows) > SHOWN:
        click.echo(f"and {len(hierarchy.rows) - SHOWN} more values.")
    if output:
        click.echo(f"Wrote {output}")
