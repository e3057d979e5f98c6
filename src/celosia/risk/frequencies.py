"""How classes are counted: people of the population behind a record, sizes, different persons."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.core.classes import Classes
from celosia.core.parameters import check_between
from celosia.core.values import BoolArray, CodeArray, FloatArray, IntArray
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True, eq=False)
class Frequencies:
    """For each record, f of its keys in the sample and F, estimated, in the population."""

    sample: FloatArray
    population: FloatArray


def frequencies(
    codes: CodeArray,
    null: BoolArray | None = None,
    weights: FloatArray | None = None,
    alpha: float = 1.0,
) -> Frequencies:
    """Count the records alike in every key, by themselves (f) and by their weights (F).

    `codes` has a row per record and a column per key, `null` says where a key is missing. Two
    records are compatible when each key is equal in both or missing in one. A record counts

    - every record with the same keys, missing in the same places, as one;
    - every other compatible record as one if its keys are complete, as `alpha` if one is missing.

    So `alpha` = 1 takes a null for a wildcard, and with 0 an incomplete record protects no other.
    This is sdcMicro's `freqCalc`, but for records with all keys missing: the rule holds for them
    too here, where sdcMicro counts the whole table for them, and them for no complete record.

    References: Templ, Kowarik and Meindl, J. Stat. Softw. 67(4), 2015; sdcMicro, `freqCalc`.

    >>> codes, null = np.array([[1], [1], [2], [0]]), np.array([[0], [0], [0], [1]], dtype=bool)
    >>> frequencies(codes, null, alpha=0.5).sample
    array([2.5, 2.5, 1.5, 4. ])
    """
    check_between("frequencies: alpha", alpha, 0, 1)
    missing = np.zeros(codes.shape, bool) if null is None else np.asarray(null, bool)
    weight = np.ones(len(codes)) if weights is None else np.asarray(weights, np.float64)
    _check(codes, missing, weight)
    plain = np.where(missing, 0, codes.astype(np.int64) - int(codes.min()) + 1)
    keys, class_of = np.unique(plain, axis=0, return_inverse=True)
    class_of = class_of.reshape(-1)
    records = np.bincount(class_of).astype(np.float64)
    amounts = np.stack([records, np.bincount(class_of, weight)], axis=1)
    total = amounts.copy()
    for pattern in np.unique(keys == 0, axis=0):
        if pattern.any():
            _match(total, amounts, keys, pattern, alpha)
    return Frequencies(total[class_of, 0], total[class_of, 1])


def _match(
    total: FloatArray, amounts: FloatArray, keys: IntArray, pattern: BoolArray, alpha: float
) -> None:
    """Let the classes with one pattern of missing keys meet all classes that they match."""
    mine = np.flatnonzero(((keys == 0) == pattern).all(axis=1))
    for other in np.unique(keys == 0, axis=0):
        theirs = np.flatnonzero(((keys == 0) == other).all(axis=1))
        common = ~pattern & ~other
        _, group = np.unique(
            np.concatenate([keys[mine], keys[theirs]])[:, common], axis=0, return_inverse=True
        )
        group, number = group.reshape(-1), int(group.max()) + 1
        of_mine, of_theirs = group[: mine.size], group[mine.size :]
        worth = alpha if other.any() else 1.0
        total[mine] += worth * _sums(of_theirs, amounts[theirs], number)[of_mine]
        if not other.any():
            total[theirs] += alpha * _sums(of_mine, amounts[mine], number)[of_theirs]
        elif (pattern == other).all():
            total[mine] -= worth * amounts[mine]  # a class is no match of its own


def _sums(group: IntArray, amounts: FloatArray, groups: int) -> FloatArray:
    sums = np.zeros((groups, 2))
    np.add.at(sums, group, amounts)
    return sums


def _check(codes: CodeArray, missing: BoolArray, weight: FloatArray) -> None:
    if codes.ndim != 2 or codes.shape[0] == 0 or codes.shape[1] == 0:
        raise ParameterError("risk.frequencies-needs-least-record-key")
    if missing.shape != codes.shape:
        raise ParameterError("risk.frequencies-missing-cells-codes-differ")
    if weight.shape != (codes.shape[0],):
        raise ParameterError(
            "risk.frequencies-records-but-weights", records=len(codes), weights=weight.size
        )
    wrong = np.count_nonzero(~(np.isfinite(weight) & (weight > 0)))
    if wrong:
        raise ParameterError(
            "risk.frequencies-weights-not-positive-numbers", wrong=wrong, weights=weight.size
        )


FIRST = (1, 2, 3, 4, 5, 6, 11, 21, 51, 101, 201, 501, 1001)
"""Where each band of sizes begins."""


@dataclass(frozen=True, slots=True)
class SizeBand:
    """The classes whose size lies from `low` to `high`; the last band has no end."""

    low: int
    high: int | None
    classes: int
    records: int

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class ClassSizes:
    """A histogram of class sizes: each size up to five, then ever wider bands.

    >>> [(str(b), b.classes, b.records) for b in ClassSizes.of(Classes(np.array([1, 1, 8]))).bands
    ...     if b.classes]
    [('1', 2, 2), ('6-10', 1, 8)]
    """

    bands: tuple[SizeBand, ...]

    @classmethod
    def of(cls, classes: Classes) -> ClassSizes:
        """Count classes."""
        held = classes.sizes > 0
        place = np.searchsorted(FIRST, classes.sizes[held], side="right") - 1
        number = np.bincount(place, minlength=len(FIRST))
        records = np.bincount(place, classes.records[held], len(FIRST))
        ends = [first - 1 for first in FIRST[1:]] + [None]
        return cls(
            tuple(
                SizeBand(low, high, int(many), int(held_by))
                for low, high, many, held_by in zip(FIRST, ends, number, records, strict=True)
            )
        )
