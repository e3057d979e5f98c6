"""Run the experiment on a table of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from celosia.core.arrays import FloatArray, IntArray
from celosia.core.progress import Progress, silent
from celosia.errors import ParameterError
from celosia.methods.fuzzy.codings.crisp_codings import Cutting, borders, global_recode, k_means
from celosia.methods.fuzzy.codings.fit import Search
from celosia.methods.fuzzy.codings.fuzzy_clusters import best_fit
from celosia.methods.fuzzy.experiment.criteria import (
    CensusCoding,
    Criteria,
    ExperimentMode,
    ExperimentRow,
    crisp_criteria,
    fuzzy_criteria,
    sound_criteria,
)
from celosia.methods.fuzzy.experiment.result_tables import (
    ExperimentTable,
    annex_tables,
    chapter_tables,
)
from celosia.methods.fuzzy.partitions import FuzzyPartition

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
    rng = np.random.default_rng(seed)
    fit = k_means(columns, SETS, rng, K_MEANS, scaled=False, most_frequent=True)
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
