"""The criteria one by one: as they are defined, and as the source's own program reckoned them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import numpy as np

from celosia.core.values import BoolArray, FloatArray, IntArray
from celosia.methods.fuzzy.fuzzy_privacy import (
    Distance,
    QAnonymity,
    k_anonymity,
    l_diversity,
    mixed_distances,
    records_at_risk,
    t_closeness,
)
from celosia.methods.fuzzy.fuzzy_sets import FuzzyPartition

DECIMALS = 4
"""t is compared and told with as many decimals as the source prints."""


class ExperimentMode(StrEnum):
    """By which rules the criteria are reckoned."""

    SOUND = "sound"
    """As they are defined."""
    PAPER = "paper"
    """As the source's own program reckoned them, to reproduce its figures."""


class CensusCoding(StrEnum):
    """The six codings: three of each attribute on its own and crossed, three of both together."""

    K_MEANS = "k-means"
    GLOBAL_RECODE = "global-recode"
    FUZZY = "fuzzy"
    JOINT_K_MEANS = "joint-k-means"
    JOINT_GUSTAFSON_KESSEL = "joint-gustafson-kessel"
    JOINT_C_MEANS = "joint-c-means"

    @property
    def is_fuzzy(self) -> bool:
        """Whether records are shared among sets."""
        crisp = (CensusCoding.K_MEANS, CensusCoding.GLOBAL_RECODE, CensusCoding.JOINT_K_MEANS)
        return self not in crisp


INDEPENDENT = (CensusCoding.K_MEANS, CensusCoding.GLOBAL_RECODE, CensusCoding.FUZZY)
JOINT = (
    CensusCoding.JOINT_K_MEANS,
    CensusCoding.JOINT_GUSTAFSON_KESSEL,
    CensusCoding.JOINT_C_MEANS,
)


@dataclass(frozen=True, slots=True)
class Criteria:
    """How well a coding protects; None where the source tells nothing."""

    k: int
    risk: int
    """Records that stand out, by `measure_risk`."""
    q: int | None
    """Q-anonymity; only of fuzzy codings."""
    l: tuple[int | None, ...]
    """One per sensitive attribute, and so is t."""
    t: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class ExperimentRow:
    """One line of the annex."""

    pair: tuple[int, int]
    """The numbers of the attributes, from 1, as the source counts them."""
    coding: CensusCoding
    criteria: Criteria


Line = dict[CensusCoding, Criteria]
"""All codings of one pair."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One figure of the criteria."""

    name: str
    field: Literal["k", "risk", "q", "l", "t"]
    sensitive: int = 0
    """Which sensitive attribute, for l and t."""

    def of(self, criteria: Criteria) -> float | None:
        """Take it from the criteria of one coding."""
        match self.field:
            case "l":
                return criteria.l[self.sensitive]
            case "t":
                return criteria.t[self.sensitive]
            case "q":
                return criteria.q
            case "k":
                return criteria.k
            case "risk":
                return criteria.risk

    def best(self, line: Line, codings: Sequence[CensusCoding]) -> float | None:
        """Find the best that any of the codings reaches for one pair; None if nothing is told."""
        told = [value for coding in codings if (value := self.of(line[coding])) is not None]
        less_is_better = self.field in ("risk", "t")
        choose = min if less_is_better else max
        return choose(told) if told else None


K = Criterion("k-anonymity", "k")
RISK = Criterion("measure_risk", "risk")
Q = Criterion("Q-anonymity", "q")


def of_sensitive(names: Sequence[str]) -> list[Criterion]:
    """List l and t of every sensitive attribute."""
    return [
        criterion
        for i, name in enumerate(names)
        for criterion in (
            Criterion(f"l-diversity {name}", "l", i),
            Criterion(f"t-closeness {name}", "t", i),
        )
    ]


def lines_of(rows: Sequence[ExperimentRow]) -> dict[tuple[int, int], Line]:
    """Gather the codings of each pair."""
    lines: dict[tuple[int, int], Line] = {}
    for row in rows:
        lines.setdefault(row.pair, {})[row.coding] = row.criteria
    return lines


def crisp_criteria(labels: IntArray, cells: int, sensitive: Sequence[FloatArray]) -> Criteria:
    """Judge crisp labels, those of the records left in, beside the first rows' values."""
    k = k_anonymity(labels)
    sizes = np.bincount(labels, minlength=cells)
    filled = int((sizes > 0).sum())
    entering = (sizes > 0) & (np.arange(cells) < filled)
    held = [_held(labels[:, None] == np.arange(cells), values) for values in sensitive]
    return Criteria(
        k,
        int(records_at_risk(labels).sum()),
        None,
        tuple(None if k == 1 else int(one.sum(axis=1)[sizes > 0].min()) for one in held),
        tuple(None if k == 1 else _least(np.eye(entering.sum()), one[entering]) for one in held),
    )


def fuzzy_criteria(partition: FuzzyPartition, sensitive: Sequence[FloatArray]) -> Criteria:
    """Judge a fuzzy partition; l and t are not told when k or Q is 1."""
    labels = partition.labels
    k, q = k_anonymity(labels), max(1, QAnonymity.of(partition).largest())
    held = [_held(partition.members, values) for values in sensitive]
    alone = 1 in (k, q)
    return Criteria(
        k,
        int(records_at_risk(labels).sum()),
        q,
        tuple(None if alone else int(one.sum(axis=1).min()) for one in held),
        tuple(None if alone else _least(partition.memberships, one) for one in held),
    )


def _held(members: BoolArray, values: FloatArray) -> BoolArray:
    """Tell which of all values each set holds, reading the values of the first rows: (sets, m)."""
    different, codes = np.unique(values, return_inverse=True)
    held = np.zeros((members.shape[1], different.size), bool)
    records, sets = np.nonzero(members)
    held[sets, codes[records]] = True
    return held


def _least(memberships: FloatArray, held: BoolArray) -> float:
    """Measure every record's mixture against the sets' own average, and take the smallest."""
    number = held.sum(axis=1, keepdims=True)
    rows = np.divide(held, number, out=np.zeros(held.shape), where=number > 0)
    whole = held.sum(axis=0) / held.sum()
    return round(float(mixed_distances(memberships, rows, whole, Distance.ORDERED).min()), DECIMALS)


def sound_criteria(
    partition: FuzzyPartition, sensitive: Sequence[FloatArray], is_fuzzy: bool
) -> Criteria:
    """Judge a partition: every row beside its own value, every value as often as it occurs.

    t compares with the whole table and is the largest over all records.
    """
    labels = partition.labels
    return Criteria(
        k_anonymity(labels),
        int(records_at_risk(labels).sum()),
        QAnonymity.of(partition).largest() if is_fuzzy else None,
        tuple(l_diversity(partition, values) for values in sensitive),
        tuple(round(t_closeness(partition, values), DECIMALS) for values in sensitive),
    )
