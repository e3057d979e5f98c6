"""Lay the rows out as the tables of the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

from celosia.methods.fuzzy.experiment.criteria import (
    INDEPENDENT,
    JOINT,
    RISK,
    CensusCoding,
    Criterion,
    ExperimentRow,
    K,
    Line,
    Q,
    lines_of,
    of_sensitive,
)
from celosia.text.messages import Message

Cell: TypeAlias = str | int | float | None
WITHOUT_STRETCHING = (CensusCoding.JOINT_K_MEANS, CensusCoding.JOINT_C_MEANS)


@dataclass(frozen=True, slots=True)
class ExperimentTable:
    """One table, ready to be written."""

    number: str
    """As the source numbers it."""
    title: Message
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def chapter_tables(
    rows: Sequence[ExperimentRow], sensitive: Sequence[str]
) -> tuple[ExperimentTable, ...]:
    """Lay out tables 4.1 to 4.7.

    4.2 leaves out the pairs that no independent coding brings above k = 1, as the source does.
    """
    lines = list(lines_of(rows).values())
    protected = [line for line in lines if any(line[coding].k > 1 for coding in INDEPENDENT)]
    secret = of_sensitive(sensitive)
    alone, together = [K, RISK, *secret], [K, RISK, Q, *secret]
    diversity = [criterion for criterion in secret if criterion.field == "l"]
    return (
        _first_pair("4.1", lines[0], INDEPENDENT, alone),
        _wins("4.2", protected, INDEPENDENT, alone),
        _means("4.3", lines, INDEPENDENT, [K, RISK]),
        _first_pair("4.4", lines[0], JOINT, together),
        _wins("4.5", lines, JOINT, together),
        _means("4.6", lines, JOINT, together),
        _wins("4.7", lines, WITHOUT_STRETCHING, diversity),
    )


def annex_tables(
    rows: Sequence[ExperimentRow], names: Sequence[str], sensitive: Sequence[str]
) -> tuple[ExperimentTable, ...]:
    """Lay out tables 5.1 to 5.12: two for each coding."""
    lines = lines_of(rows)
    secret = of_sensitive(sensitive)
    tables = []
    for place, coding in enumerate(CensusCoding):
        counts = [Q, K, RISK] if coding.is_fuzzy else [K, RISK]
        tables.append(_annex(f"5.{2 * place + 1}", lines, coding, names, counts))
        tables.append(_annex(f"5.{2 * place + 2}", lines, coding, names, secret))
    return tuple(tables)


def _annex(
    number: str,
    lines: dict[tuple[int, int], Line],
    coding: CensusCoding,
    names: Sequence[str],
    criteria: Sequence[Criterion],
) -> ExperimentTable:
    title = Message("methods.every-pair-coded", coding=coding)
    heads = ("first", "second", "first name", "second name", *(one.name for one in criteria))
    body = tuple(
        (i, j, names[i - 1], names[j - 1], *(one.of(line[coding]) for one in criteria))
        for (i, j), line in lines.items()
    )
    return ExperimentTable(number, title, heads, body)


def _first_pair(
    number: str, line: Line, codings: Sequence[CensusCoding], criteria: Sequence[Criterion]
) -> ExperimentTable:
    title = Message("methods.first-pair-every-criterion")
    body = tuple((c.name, *(c.of(line[coding]) for coding in codings)) for c in criteria)
    return ExperimentTable(number, title, ("criterion", *codings), body)


def _wins(
    number: str, lines: list[Line], codings: Sequence[CensusCoding], criteria: Sequence[Criterion]
) -> ExperimentTable:
    """Count the pairs in which each coding is the best, or one of several."""
    title = Message("methods.how-many-pairs-each-coding", number=len(lines))
    body: list[tuple[Cell, ...]] = []
    for criterion in criteria:
        wins = [_times_best(lines, coding, codings, criterion) for coding in codings]
        body.append((criterion.name, *wins))
    return ExperimentTable(number, title, ("criterion", *codings), tuple(body))


def _times_best(
    lines: list[Line], coding: CensusCoding, codings: Sequence[CensusCoding], criterion: Criterion
) -> int | None:
    if all(criterion.of(line[coding]) is None for line in lines):
        return None
    bests = [(line, criterion.best(line, codings)) for line in lines]
    return sum(best is not None and criterion.of(line[coding]) == best for line, best in bests)


def _means(
    number: str, lines: list[Line], codings: Sequence[CensusCoding], criteria: Sequence[Criterion]
) -> ExperimentTable:
    """Average each coding, and how far it is from the best where it is not."""
    title = Message("methods.mean-each-coding-mean-distance")
    heads = [f"{coding} {what}" for coding in codings for what in ("mean", "distance")]
    body: list[tuple[Cell, ...]] = []
    for criterion in criteria:
        pairs = [_mean_and_distance(lines, coding, codings, criterion) for coding in codings]
        body.append((criterion.name, *(cell for pair in pairs for cell in pair)))
    return ExperimentTable(number, title, ("criterion", *heads), tuple(body))


def _mean_and_distance(
    lines: list[Line], coding: CensusCoding, codings: Sequence[CensusCoding], criterion: Criterion
) -> tuple[float | None, float | None]:
    values, behind = [], []
    for line in lines:
        value, best = criterion.of(line[coding]), criterion.best(line, codings)
        if value is None or best is None:
            continue
        values.append(value)
        if value != best:
            behind.append(abs(value - best))
    return fmean(values) if values else None, fmean(behind) if behind else None
