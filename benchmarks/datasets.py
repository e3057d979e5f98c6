"""The benchmark tables with all their columns as quasi-identifiers."""

from __future__ import annotations

import csv
from pathlib import Path

import celosia
from celosia.hierarchies import FromFile
from celosia.methods.lattice import LatticeProblem
from celosia.models import KAnonymity
from celosia.workflow.count import prepare

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"
K = 5


def columns(folder: Path) -> list[str]:
    with (folder / "data.csv").open(encoding="utf-8", newline="") as file:
        return next(csv.reader(file, delimiter=";"))


def hierarchies(folder: Path) -> dict[str, Path]:
    return {name: folder / "hierarchies" / f"{name}.csv" for name in columns(folder)}


def problem(folder: Path, suppression: float, objective: str) -> LatticeProblem:
    """Count a table's combinations, under its own hierarchies."""
    recipe = celosia.Recipe(
        roles=dict.fromkeys(columns(folder), celosia.Role.QUASI_IDENTIFIER),
        models=(KAnonymity(K),),
        hierarchies={n: FromFile(str(p)) for n, p in hierarchies(folder).items()},
        suppression=suppression,
        objective=objective,
    )
    with celosia.read(folder / "data.csv") as table:
        return prepare(table, recipe).problem
