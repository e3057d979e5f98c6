"""SUDA2: the smallest sets of attributes that single a record out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial

import numpy as np

from celosia.core.parameters import check_between
from celosia.core.values import BoolArray, CodeArray, FloatArray, IntArray
from celosia.errors import ParameterError

MOST_KEYS = 16
"""Each further key doubles the sets of keys to look at: 1,000 records of four values a key take
0.15 s with 12 keys and 1.8 s with 16."""
MEMORY = 1 << 27
"""Bytes to note down who is unique on which set; with more rows, the search goes in turns."""


@dataclass(frozen=True, slots=True, eq=False)
class SudaRisk:
    """How special each record's uniqueness is.

    A minimal sample unique (MSU) of a record is a set of keys on which it is unique, while on no
    smaller part of the set it is. Of m keys, one of s keys scores (m - s)!: the fewer keys it
    takes, the more ways to know it. A record's score adds up those of its MSUs.

    The score is turned into a probability, DIS, as sdcMicro does: with P records in pairs and the
    sampling fraction d, odds = score^q * A * d / (P (1 - d)), where q = 1 + (8 - m)/20 and A is the
    sum of score^-q over the records that score. Without pairs there is nothing to scale by: DIS is
    1 for every record that scores.

    References: Manning, Haglin and Keane, *A recursive search algorithm for statistical disclosure
    assessment*, Data Min. Knowl. Discov. 16, 2008; Elliot, Manning, Mayes, Gurd and Bane, *SUDA: a
    program for detecting special uniques*, UNECE 2005; Skinner and Elliot, J. R. Stat. Soc. B
    64(4), 2002.

    >>> risk = SudaRisk.of(np.array([[1, 1], [1, 1], [1, 2], [2, 1], [2, 1]]))
    >>> risk.score, risk.contributions
    (array([0., 0., 1., 0., 0.]), array([0., 1.]))
    """

    score: FloatArray
    """Score of each record; 0 when other records have all of its keys."""
    dis: FloatArray
    """Chance that a match with the record is right."""
    contributions: FloatArray
    """Share of all scores that comes from MSUs with each key; the shares overlap."""

    @classmethod
    def of(
        cls, codes: CodeArray, null: BoolArray | None = None, fraction: float = 0.01
    ) -> SudaRisk:
        """Measure records, a row each, by their keys, a column each.

        A key that is `null` in a record is in none of the record's MSUs, and equals nothing.
        `fraction` is the sampling fraction: sdcMicro's DisFraction.
        """
        check_between("SudaRisk: fraction", fraction, 0, 1, open_low=True)
        missing = np.zeros(codes.shape, bool) if null is None else np.asarray(null, bool)
        _check(codes, missing)
        plain = np.where(missing, -1, codes.astype(np.int64) - int(codes.min()))
        rows, row_of, counts = np.unique(plain, axis=0, return_inverse=True, return_counts=True)
        keys = rows.shape[1]
        score, parts = np.zeros(len(rows)), np.zeros(keys)
        for members, found in minimal_uniques(rows, counts):
            worth = factorial(keys - len(members))
            score[found] += worth
            parts[members] += worth * found.size
        dis = _disclosure(score, 2 * int(np.count_nonzero(counts == 2)), fraction, keys)
        of_record = row_of.reshape(-1)
        return cls(score[of_record], dis[of_record], parts / max(score.sum(), 1))

    @property
    def special(self) -> int:
        """Records with an MSU: unique on some set of keys."""
        return int(np.count_nonzero(self.score))


def minimal_uniques(rows: IntArray, counts: IntArray) -> Iterator[tuple[list[int], IntArray]]:
    """Give sets of keys that are MSUs of some rows, with those rows.

    `rows` are distinct, `counts` how often each occurs, and a code of -1 is a null.
    """
    alone = np.flatnonzero(counts == 1)
    columns = np.ascontiguousarray(rows.T)
    at_once = 8 * MEMORY >> len(columns)
    for start in range(0, alone.size, at_once):
        yield from _search(columns, counts, alone[start : start + at_once])


def _search(
    columns: IntArray, counts: IntArray, sought: IntArray
) -> Iterator[tuple[list[int], IntArray]]:
    """Find the MSUs of the rows that are sought.

    Sets of keys are numbers with a bit per key. In ascending order every set comes after its parts,
    and its parent, the set without the lowest bit, is the last one of its size: what a set needs
    to know of rows is on a short stack. A row is carried on only while its group has others in it
    and some row that is sought.
    """
    keys, rows = columns.shape
    number = np.full(rows, -1)
    number[sought] = np.arange(sought.size)
    unique = np.zeros((1 << keys, (sought.size + 7) // 8), np.uint8)
    stack = [(np.arange(rows), np.zeros(rows, np.int64))] + [_NOTHING] * keys
    for chosen in range(1, 1 << keys):
        members = [key for key in range(keys) if chosen >> key & 1]
        left, group = _joined(*stack[len(members) - 1], columns[members[0]])
        size = np.bincount(group, counts[left])
        wanted = number[left] >= 0
        onward = ((size > 1) & (np.bincount(group, wanted) > 0))[group]
        stack[len(members)] = left[onward], group[onward]
        flags = np.zeros(sought.size, bool)
        flags[number[left[wanted & (size == 1)[group]]]] = True
        new = np.packbits(flags)
        unique[chosen] = unique[chosen & (chosen - 1)] | new
        for key in members[1:]:
            new &= ~unique[chosen ^ (1 << key)]
        minimal = np.flatnonzero(np.unpackbits(new, count=sought.size))
        if minimal.size:
            yield members, sought[minimal]


def _joined(left: IntArray, group: IntArray, codes: IntArray) -> tuple[IntArray, IntArray]:
    """Split the groups of rows by one more key; rows without it drop out."""
    codes = codes[left]
    known = codes >= 0
    left, codes = left[known], codes[known]
    if left.size == 0:
        return _NOTHING
    return left, _renumbered(group[known] * (int(codes.max()) + 1) + codes)


def _renumbered(joint: IntArray) -> IntArray:
    """Number groups without gaps; by marking, which beats sorting unless the gaps are wide."""
    span = int(joint.max()) + 1
    if span > 64 * joint.size + 64:
        return np.unique(joint, return_inverse=True)[1].reshape(-1)
    held = np.zeros(span, bool)
    held[joint] = True
    return (np.cumsum(held) - 1)[joint]


def _disclosure(score: FloatArray, pairs: int, fraction: float, keys: int) -> FloatArray:
    special = score > 0
    if not special.any():
        return np.zeros(score.size)
    power = 1 + (8 - keys) / 20
    scale = (score[special] ** -power).sum()
    odds_against = pairs * (1 - fraction) / fraction
    dis = np.zeros(score.size)
    dis[special] = 1 / (1 + odds_against / (score[special] ** power * scale))
    return dis


def _check(codes: CodeArray, missing: BoolArray) -> None:
    if codes.ndim != 2 or codes.shape[1] == 0:
        raise ParameterError("risk.sudarisk-needs-least-key")
    if codes.shape[0] < 2:
        raise ParameterError("risk.sudarisk-needs-least-two-records")
    if codes.shape[1] > MOST_KEYS:
        raise ParameterError(
            "risk.sudarisk-keys-too-many-most", number=codes.shape[1], most=MOST_KEYS
        )
    if missing.shape != codes.shape:
        raise ParameterError("risk.sudarisk-missing-cells-codes-differ")


_NOTHING: tuple[IntArray, IntArray] = (np.empty(0, np.int64), np.empty(0, np.int64))
