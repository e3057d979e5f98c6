"""Run a published experiment again, on a table anyone has."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.language import Language, Sentence
from celosia.domain.progress import Progress, silent
from celosia.domain.table import Table
from celosia.errors import DataError
from celosia.methods.fuzzy.experiment import (
    Experiment,
    ExperimentMode,
    ExperimentTable,
    census_experiment,
)

CENSUS_SENSITIVE = ("PEARNVAL", "WSALVAL")
"""The attributes that the source takes for sensitive; it calls them PTOTVAL and TAXINC."""

_TITLE = Sentence(
    "Six codings of every pair of attributes", "Seis codificaciones de cada par de atributos"
)
_RULES = {
    ExperimentMode.SOUND: Sentence(
        "Every criterion is reckoned as it is defined.",
        "Cada criterio se calcula según su definición.",
    ),
    ExperimentMode.PAPER: Sentence(
        "Every criterion is reckoned as the source's own program did, to reproduce its figures: "
        "do not take these for guarantees.",
        "Cada criterio se calcula como lo hizo el programa de la fuente, para reproducir sus "
        "cifras: no son garantías.",
    ),
}


def experiment_census(
    table: Table,
    sensitive: Sequence[str] = CENSUS_SENSITIVE,
    mode: ExperimentMode = ExperimentMode.SOUND,
    seed: int = 0,
    progress: Progress = silent,
) -> Experiment:
    """Compare six codings, crisp and fuzzy, on every pair of a table's attributes.

    All columns must be numbers without nulls. With `mode` paper the figures of the source's annex
    come out; see `docs/fuzzy.md` for what they are worth.

    References: Quirós, Protección de la privacidad en microdatos, Universidad de Oviedo, 2013,
    chapter 4 and annex.
    """
    cells = table.relation.cells(table.columns, table.records)
    columns = {name: _numbers(name, cells[name]) for name in table.columns}
    return census_experiment(columns, sensitive, mode, seed, progress)


def write_experiment(
    experiment: Experiment, folder: str | Path, language: Language = "en"
) -> tuple[Path, ...]:
    """Write each table as CSV, and a page in Markdown with those of the chapter."""
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    tables = experiment.tables()
    written = []
    for table in tables:
        path = into / f"table-{table.number}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(table.columns)
            writer.writerows(table.rows)
        written.append(path)
    page = into / "experiment.md"
    chapter = [table for table in tables if table.number.startswith("4.")]
    parts = [
        f"# {_TITLE.text(language)}",
        _RULES[experiment.mode].text(language),
        *(_markdown(table, language) for table in chapter),
    ]
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return (*written, page)


def _numbers(name: str, cells: Sequence[str | None]) -> FloatArray:
    told = [cell for cell in cells if cell is not None]
    if len(told) < len(cells):
        raise DataError(
            f"'{name}' has nulls in {len(cells) - len(told)} records: fill or drop them."
        )
    try:
        return np.array([float(cell) for cell in told])
    except ValueError:
        raise DataError(f"'{name}' has values that are no numbers: leave the column out.") from None


def _markdown(table: ExperimentTable, language: Language) -> str:
    lines = [
        f"## {table.number} {table.title.text(language)}",
        "",
        _line(table.columns),
        _line(["---"] * len(table.columns)),
        *(_line([_text(cell) for cell in row]) for row in table.rows),
    ]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(cell: str | int | float | None) -> str:
    if cell is None:
        return "–"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)
