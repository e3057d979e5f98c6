"""What the commands that make new tables share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import click

import celosia
from celosia.cli.language import amount, figure_name, say, spoken, told
from celosia.cli.options import read_options
from celosia.cli.output import print_json, print_table
from celosia.cli.secret_options import budget_file, told_payment
from celosia.core.technique import TableMaker
from celosia.workflow.read import read_schema


def made_from(
    data: str,
    maker: TableMaker,
    outputs: tuple[str, ...],
    seed: int,
    reading: dict[str, Any],
    as_json: bool,
    ledger: str | None = None,
) -> None:
    """Make the tables and tell what was made."""
    schema_file = reading.pop("schema_file")
    schema = read_schema(schema_file) if schema_file else None
    with celosia.read(data, read_options(**reading), schema) as table:
        made = celosia.make_tables(table, maker, outputs, seed, budget_file(ledger))
    if as_json:
        print_json(
            {
                "kind": maker.kind,
                "outputs": [str(path) for path in made.outputs],
                "records": list(made.records),
                "figures": dict(made.figures),
                "warnings": [warning.text() for warning in made.warnings],
                "budget": made.paid and asdict(made.paid),
                "certificate": str(made.certificate),
                "evidence": str(made.evidence),
            }
        )
        return
    print_table(told("cli.measured"), [told("cli.figure"), told("cli.value")], _rows(made.figures))
    click.echo(made.explanation.text(spoken()))
    for warning in made.warnings:
        say("cli.note", warning=warning)
    if made.paid:
        click.echo(told_payment(made.paid))
    for path, records in zip(made.outputs, made.records, strict=True):
        say("cli.wrote-rows", records=records, path=path)
    say("cli.certificate", certificate=made.certificate)
    say("cli.evidence-private-shows-auditor-made", evidence=made.evidence)


def _rows(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, value in figures.items():
        if isinstance(value, dict):  # a figure of each column
            rows += [(figure_name(name, column=each), _shown(of)) for each, of in value.items()]
        else:
            rows.append((figure_name(name), _shown(value)))
    return rows


def _shown(value: Any) -> str:
    return amount(value) if isinstance(value, float) else str(value)
