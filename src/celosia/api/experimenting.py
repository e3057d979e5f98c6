"""Run a published experiment again, on a table anyone has."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from celosia.api.experiment_page import experiment_page
from celosia.domain.arrays import FloatArray
from celosia.domain.progress import Progress, silent
from celosia.domain.table import Table
from celosia.errors import DataError
from celosia.files.atomic import write_whole
from celosia.methods.fuzzy.experiment import (
    Experiment,
    ExperimentMode,
    census_experiment,
)
from celosia.text.languages import Language

CENSUS_SENSITIVE = ("PEARNVAL", "WSALVAL")
"""The attributes that the source takes for sensitive; it calls them PTOTVAL and TAXINC."""


def experiment_census(
    table: Table,
    sensitive: Sequence[str] = CENSUS_SENSITIVE,
    mode: ExperimentMode = ExperimentMode.SOUND,
    seed: int = 0,
    progress: Progress = silent,
) -> Experiment:
    """Compare six codings, crisp and fuzzy, on every pair of a table's attributes.

    All columns must be numbers without nulls. With `mode` paper the figures of the source's annex
    come out; see *Fuzzy sets* in the docs for what they are worth.

    References: Quirós, Protección de la privacidad en microdatos, Universidad de Oviedo, 2013,
    chapter 4 and annex.
    """
    cells = table.relation.cells(table.columns, table.records)
    columns = {name: _numbers(name, cells[name]) for name in table.columns}
    return census_experiment(columns, sensitive, mode, seed, progress)


def write_experiment(
    experiment: Experiment, folder: str | Path, language: Language = "en"
) -> tuple[Path, ...]:
    """Write each table as CSV, and a page in Markdown with those of the chapter.

    Heads of the CSV files are the same in every language.
    """
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    written = []
    for table in experiment.tables():
        path = into / f"table-{table.number}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(table.columns)
            writer.writerows(table.rows)
        written.append(path)
    page = into / "experiment.md"
    write_whole(page, experiment_page(experiment, language))
    return (*written, page)


def _numbers(name: str, cells: Sequence[str | None]) -> FloatArray:
    told = [cell for cell in cells if cell is not None]
    if len(told) < len(cells):
        raise DataError(
            "workflow.nulls-records-fill-drop", name=name, records=len(cells) - len(told)
        )
    try:
        return np.array([float(cell) for cell in told])
    except ValueError:
        raise DataError("workflow.values-no-numbers-leave-column", name=name) from None
