"""Run the experiment on a table of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.progress import Progress, silent
from celosia.errors import ParameterError
from celosia.methods.fuzzy.experiment.paper import crisp_criteria, fuzzy_criteria
from celosia.methods.fuzzy.experiment.partitions import (
    LEFT_OUT,
    SETS,
    by_c_means,
    by_equal_amounts,
    by_gustafson_kessel,
    by_k_means,
    equal_amounts_without_the_lowest,
)
from celosia.methods.fuzzy.experiment.rows import (
    CensusCoding,
    Criteria,
    ExperimentMode,
    ExperimentRow,
)
from celosia.methods.fuzzy.experiment.sound import sound_criteria
from celosia.methods.fuzzy.experiment.tables import ExperimentTable, annex_tables, chapter_tables
from celosia.methods.fuzzy.partitions import FuzzyPartition

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
