"""Run the experiment on a table of numbers, and lay its results out as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import TypeAlias

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.randomness import seeded
from celosia.core.values import FloatArray, IntArray
from celosia.errors import ParameterError
from celosia.methods.fuzzy.crisp_codings import Cutting, borders, global_recode, k_means
from celosia.methods.fuzzy.experiment.criteria import (
    INDEPENDENT,
    JOINT,
    RISK,
    CensusCoding,
    Criteria,
    Criterion,
    ExperimentMode,
    ExperimentRow,
    K,
    Line,
    Q,
    crisp_criteria,
    fuzzy_criteria,
    lines_of,
    of_sensitive,
    sound_criteria,
)
from celosia.methods.fuzzy.fuzzy_clusters import best_fit
from celosia.methods.fuzzy.fuzzy_sets import FuzzyPartition
from celosia.methods.fuzzy.partition_fit import Search
from celosia.text.messages import Message

TableCell: TypeAlias = str | int | float | None
WITHOUT_STRETCHING = (CensusCoding.JOINT_K_MEANS, CensusCoding.JOINT_C_MEANS)


@dataclass(frozen=True, slots=True)
class ExperimentTable:
    """One table, ready to be written."""

    number: str
    """As the source numbers it."""
    title: Message
    columns: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]


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
    body: list[tuple[TableCell, ...]] = []
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
    body: list[tuple[TableCell, ...]] = []
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


SETS = 3
NAMES = ("1", "2", "3")
K_MEANS = Search(starts=30)
FUZZY = Search(starts=1)
START = (0.9501292851, 0.2311385136, 0.6068425835, 0.4859824687, 0.8912989661, 0.7620968330)
"""Where the source's fuzzy searches started: the first numbers of Matlab's `rand('state', 0)`.

The tolerance of 1e-4 leaves traces of the start in the fourth decimal of t."""
LEFT_OUT = -1


def by_k_means(columns: FloatArray, seed: int) -> FuzzyPartition:
    """Divide by k-means in the units of the data, as most starts agree."""
    randomness = seeded(seed)
    fit = k_means(columns, SETS, randomness, K_MEANS, scaled=False, most_frequent=True)
    return FuzzyPartition(NAMES, fit.shape.memberships(columns))


def by_c_means(columns: FloatArray) -> FuzzyPartition:
    """Share by fuzzy c-means."""
    return _fuzzy(columns, adaptive=False)


def by_gustafson_kessel(columns: FloatArray) -> FuzzyPartition:
    """Share by Gustafson and Kessel's method."""
    return _fuzzy(columns, adaptive=True)


def by_equal_amounts(columns: FloatArray) -> FuzzyPartition:
    """Divide into intervals with as many records each."""
    fit = global_recode(columns, SETS, Cutting.EQUAL_AMOUNT)
    return FuzzyPartition(NAMES, fit.shape.memberships(columns))


def equal_amounts_without_the_lowest(values: FloatArray) -> IntArray:
    """Number the intervals as the source did: ends in whole units, the lowest values left out."""
    ends = np.round(borders(values, SETS, Cutting.EQUAL_AMOUNT))
    return np.asarray(np.searchsorted(ends, values, side="left") + LEFT_OUT, np.int64)


def _fuzzy(columns: FloatArray, adaptive: bool) -> FuzzyPartition:
    draws = np.array(START[: SETS * len(columns)]).reshape(1, len(columns), SETS)
    fit = best_fit(columns, draws.transpose(0, 2, 1), FUZZY, adaptive)
    return FuzzyPartition(NAMES, fit.shape.memberships(columns))


CELLS = SETS * SETS


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """What every coding of every pair achieved."""

    mode: ExperimentMode
    seed: int
    names: tuple[str, ...]
    """All attributes, as they are numbered in the rows from 1."""
    sensitive: tuple[str, ...]
    rows: tuple[ExperimentRow, ...]

    def tables(self) -> tuple[ExperimentTable, ...]:
        """Lay the rows out as the source's tables 4.1–4.7 and its annex, 5.1–5.12."""
        return (
            *chapter_tables(self.rows, self.sensitive),
            *annex_tables(self.rows, self.names, self.sensitive),
        )


def census_experiment(
    columns: Mapping[str, FloatArray],
    sensitive: Sequence[str],
    mode: ExperimentMode = ExperimentMode.SOUND,
    seed: int = 0,
    progress: Progress = silent,
) -> Experiment:
    """Code every pair of the attributes that are not sensitive in six ways, and judge each.

    Both modes judge the same partitions, but for Global Recode's lowest values.

    Parameters
    ----------
    columns
        All attributes in the order of the file: their numbers in the rows follow it.
    seed
        Of k-means' starts; the fuzzy searches start where the source's did.

    References: Quirós 2013, chapter 4 and annex.
    """
    if mode not in tuple(ExperimentMode):
        raise ParameterError("methods.mode", modes=ExperimentMode)
    names = tuple(columns)
    missing = [name for name in sensitive if name not in columns]
    if missing:
        raise ParameterError("methods.table-no-column", missing=missing)
    open_to_all = [i for i, name in enumerate(names) if name not in sensitive]
    if len(open_to_all) < 2:
        raise ParameterError("methods.experiment-needs-least-two-attributes")
    table = np.stack([np.asarray(columns[name], np.float64) for name in names])
    judge = _Judge(
        table, [np.asarray(columns[name]) for name in sensitive], ExperimentMode(mode), seed
    )
    pairs = list(combinations(open_to_all, 2))
    rows = []
    for number, (i, j) in enumerate(pairs):
        progress("pairs", number / len(pairs))
        for coding in CensusCoding:
            rows.append(ExperimentRow((i + 1, j + 1), coding, judge.criteria(i, j, coding)))
    return Experiment(judge.mode, seed, names, tuple(sensitive), tuple(rows))


class _Judge:
    """Finds partitions, those of single attributes once, and judges them by the mode's rules."""

    def __init__(
        self, table: FloatArray, sensitive: list[FloatArray], mode: ExperimentMode, seed: int
    ) -> None:
        self.table, self.sensitive, self.mode, self.seed = table, sensitive, mode, seed
        self.single: dict[tuple[int, CensusCoding], FuzzyPartition] = {}

    def criteria(self, i: int, j: int, coding: CensusCoding) -> Criteria:
        """Judge one coding of one pair."""
        if self.mode is ExperimentMode.PAPER and coding is CensusCoding.GLOBAL_RECODE:
            first, second = (equal_amounts_without_the_lowest(self.table[a]) for a in (i, j))
            kept = (first != LEFT_OUT) & (second != LEFT_OUT)
            labels = (first * SETS + second)[kept]
            return crisp_criteria(labels, CELLS, self.sensitive)
        partition = self.partition(i, j, coding)
        if self.mode is ExperimentMode.SOUND:
            return sound_criteria(partition, self.sensitive, coding.is_fuzzy)
        if coding.is_fuzzy:
            return fuzzy_criteria(partition, self.sensitive)
        return crisp_criteria(partition.labels, len(partition.names), self.sensitive)

    def partition(self, i: int, j: int, coding: CensusCoding) -> FuzzyPartition:
        """Find the partition of a pair."""
        match coding:
            case CensusCoding.JOINT_K_MEANS:
                return by_k_means(self.table[[i, j]], self.seed)
            case CensusCoding.JOINT_GUSTAFSON_KESSEL:
                return by_gustafson_kessel(self.table[[i, j]])
            case CensusCoding.JOINT_C_MEANS:
                return by_c_means(self.table[[i, j]])
            case _:
                return self.alone(i, coding).crossed(self.alone(j, coding))

    def alone(self, i: int, coding: CensusCoding) -> FuzzyPartition:
        """Find the partition of one attribute, or remember it."""
        if (i, coding) not in self.single:
            column = self.table[[i]]
            if coding is CensusCoding.K_MEANS:
                found = by_k_means(column, self.seed)
            elif coding is CensusCoding.GLOBAL_RECODE:
                found = by_equal_amounts(column)
            else:
                found = by_c_means(column)
            self.single[i, coding] = found
        return self.single[i, coding]
