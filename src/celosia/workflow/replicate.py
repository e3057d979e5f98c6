"""Run a published experiment again, on a table anyone has, and write it as a page."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.table import Table
from celosia.core.values import FloatArray
from celosia.errors import DataError
from celosia.files.atomic import write_whole
from celosia.methods.fuzzy.experiment import (
    Experiment,
    ExperimentMode,
    ExperimentTable,
    census_experiment,
)
from celosia.text.languages import Language
from celosia.text.messages import Message, number_in

_TITLE = Message("workflow.title")
_RULES = {
    ExperimentMode.SOUND: Message("workflow.rules-sound"),
    ExperimentMode.PAPER: Message("workflow.rules-paper"),
}
_COMPARED = Message("workflow.compared")
_SOURCE = Message("workflow.source")
_MEANINGS = Message("workflow.meanings")
_ALONE = Message("workflow.alone")
_TOGETHER = Message("workflow.together")
_ANNEX = Message("workflow.annex")
_WORDS = (
    "criterion",
    "k-anonymity",
    "Q-anonymity",
    "l-diversity",
    "t-closeness",
    "k-means",
    "fuzzy",
    "joint-k-means",
    "joint-gustafson-kessel",
    "joint-c-means",
    "global-recode",
    "mean",
    "distance",
)
"""What heads and criteria are made of, besides names of columns."""
_INDEPENDENT_TABLES = ("4.1", "4.2", "4.3")
_WINS = ("4.2", "4.5", "4.7")


def experiment_page(experiment: Experiment, language: Language) -> str:
    """Write what was compared, the tables of the chapter, and where those of the annex are."""
    tables = experiment.tables()
    chapter = [table for table in tables if table.number.startswith("4.")]
    annex = [table for table in tables if table.number.startswith("5.")]
    lines = [
        f"- [{t.number}](table-{t.number}.csv): {t.title.text(language)} "
        f"({', '.join(_word(head, language) for head in t.columns[4:])})"
        for t in annex
    ]
    parts = [
        f"# {_TITLE.text(language)}",
        _RULES[experiment.mode].text(language),
        _compared(experiment, language),
        _SOURCE.text(language),
        _MEANINGS.text(language),
        *(_markdown(table, language) for table in chapter),
        f"## {_ANNEX.text(language)}",
        "\n".join(lines),
    ]
    return "\n\n".join(parts) + "\n"


def _compared(experiment: Experiment, language: Language) -> str:
    names = [name for name in experiment.names if name not in experiment.sensitive]
    pairs = list(dict.fromkeys(row.pair for row in experiment.rows))
    return _COMPARED.given(
        pairs=len(pairs),
        open=len(names),
        names=", ".join(names),
        sensitive=", ".join(experiment.sensitive),
        seed=experiment.seed,
        first=" × ".join(experiment.names[number - 1] for number in pairs[0]),
    ).text(language)


def _markdown(table: ExperimentTable, language: Language) -> str:
    scope = _ALONE if table.number in _INDEPENDENT_TABLES else _TOGETHER
    lines = [
        f"## {table.number} {table.title.text(language)}: {scope.text(language)}",
        "",
        _line([_word(head, language) for head in table.columns]),
        _line(["---", *["---:"] * (len(table.columns) - 1)]),
    ]
    for name, *cells in table.rows:
        numbers = [cell for cell in cells if isinstance(cell, int | float)]
        best = max(numbers, default=None) if table.number in _WINS else None
        told = [
            f"**{_text(cell, language)}**" if cell is not None and cell == best
            else _text(cell, language)
            for cell in cells
        ]  # fmt: skip
        lines.append(_line([_word(str(name), language), *told]))
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _word(text: str, language: Language) -> str:
    """Say a head or a criterion, whose first or only word is known, in the language.

    >>> _word("l-diversity PEARNVAL", "es"), _word("fuzzy mean", "es")
    ('l-diversidad PEARNVAL', 'difusa media')
    """
    return " ".join(
        Message(f"workflow.word-{word.lower()}").text(language) if word in _WORDS else word
        for word in text.split(" ")
    )


def _text(cell: str | int | float | None, language: Language) -> str:
    if cell is None:
        return "–"
    text = f"{cell:.4g}" if isinstance(cell, float) else str(cell)
    return number_in(language, text)


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
