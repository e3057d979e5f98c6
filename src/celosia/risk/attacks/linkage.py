"""Linkage: original records are looked up among the released ones that could be theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import check_whole
from celosia.core.values import FloatArray, IntArray
from celosia.risk.attacks.attack_columns import (
    AttackColumn,
    Matching,
    TableLike,
    coded,
    height,
    unreadable,
)
from celosia.risk.attacks.trial import AttackResult, Rate
from celosia.text.messages import Message

_CHUNK = 128
"""People looked at together: a byte each for every released tuple, 128 MB of a million."""
_CACHED_BYTES = 1 << 27
_FEW = 8
"""Up to so many labels of a value, their tuples are marked one label at a time: faster."""


@dataclass(frozen=True, slots=True)
class LinkageRisk:
    """How well a sample of original records finds its released records.

    A released record is a candidate when each of its labels covers the value of the original one.
    The attacker picks one of m candidates: right with probability 1/m, or less if the person's own
    record was suppressed.

    References: Samarati, IEEE TKDE 13(6), 2001 (a generalized tuple stands for what it covers);
    El Emam and Dankar, JAMIA 15(5), 2008 (1/m).

    >>> release = {"age": ["20-29", "20-29", "30-39"], "sex": ["*", "*", "F"]}
    >>> sample = {"age": ["23", "35", "90"], "sex": ["M", "F", "F"]}
    >>> risk = LinkageRisk.of(release, sample, columns=["age", "sex"], k=2)
    >>> risk.linked, risk.highest, risk.expected, risk.small.share
    (2, 1.0, 1.5, 0.3333333333333333)
    """

    records: int
    """Original records looked up."""
    linked: int
    """Those with at least one candidate."""
    highest: float
    """Largest probability of a right link."""
    average: float
    """Mean probability of a right link, over all records looked up."""
    expected: float
    """Expected number of right links."""
    k: int
    small: Rate
    """Records with fewer than k candidates, and at least one; with its interval at 95 %."""
    unread: tuple[str, ...]
    """Columns with labels that cover no value of the sample; they may need their hierarchy."""

    @classmethod
    def of(
        cls,
        release: TableLike,
        originals: TableLike,
        *,
        columns: Sequence[str],
        k: int = 5,
        hierarchies: Mapping[str, Hierarchy] | None = None,
    ) -> LinkageRisk:
        """Look up every record of a sample of the original table."""
        check_whole("LinkageRisk: k", k, least=2)
        lookup = _Lookup.of(release, originals, columns, hierarchies)
        found = lookup.candidates()
        chances = 1 / found[found > 0]
        return cls(
            records=found.size,
            linked=chances.size,
            highest=float(chances.max(initial=0.0)),
            average=float(chances.sum() / found.size),
            expected=float(chances.sum()),
            k=k,
            small=Rate(_small(found, k), found.size),
            unread=lookup.unread,
        )


def linkage(
    release: TableLike,
    originals: TableLike,
    control: TableLike,
    *,
    columns: Sequence[str],
    k: int = 5,
    hierarchies: Mapping[str, Hierarchy] | None = None,
) -> AttackResult:
    """Compare how often people of the table, and others, are linked to fewer than k records.

    The baseline picks k - 1 released records at random.

    References: see `LinkageRisk`; the comparison is that of Giomi et al., PoPETs 2023(2).

    >>> release = {"age": [str(n) for n in range(40)]}
    >>> others = {"age": [str(n + 100) for n in range(40)]}
    >>> linkage(release, release, others, columns=["age"]).main_rate
    Rate(successes=40, attempts=40)
    """
    check_whole("linkage: k", k, least=2)
    height(Message("risk.original-table"), originals, columns)
    height(Message("risk.control-group"), control, columns)
    people = {name: [*originals[name], *control[name]] for name in columns}
    found = _Lookup.of(release, people, columns, hierarchies).candidates()
    inside, outside = np.split(found, [len(originals[columns[0]])])
    chance = min((k - 1) / len(release[columns[0]]), 1.0)
    return AttackResult.of(
        "linkage",
        main=Rate(_small(inside, k), inside.size),
        control=Rate(_small(outside, k), outside.size),
        baseline=Rate(chance * inside.size, inside.size),
    )


def candidates(
    release: TableLike,
    originals: TableLike,
    *,
    columns: Sequence[str],
    hierarchies: Mapping[str, Hierarchy] | None = None,
) -> IntArray:
    """Count, for each original record, the released records whose labels cover it.

    >>> candidates({"born": ["198*", "19**"]}, {"born": ["1986", "1991"]}, columns=["born"])
    array([2, 1])
    """
    return _Lookup.of(release, originals, columns, hierarchies).candidates()


def _small(found: IntArray, k: int) -> int:
    return int(np.count_nonzero((found > 0) & (found < k)))


@dataclass(frozen=True, slots=True, eq=False)
class _Lookup:
    """Distinct released tuples, with their number, and distinct original ones."""

    matchings: tuple[Matching, ...]
    tuples: IntArray
    """A row per distinct released tuple, a column per attribute."""
    weights: IntArray
    wanted: IntArray
    wanted_of: IntArray
    unread: tuple[str, ...]

    @classmethod
    def of(
        cls,
        release: TableLike,
        originals: TableLike,
        columns: Sequence[str],
        hierarchies: Mapping[str, Hierarchy] | None,
    ) -> _Lookup:
        height(Message("risk.release"), release, columns)
        height(Message("risk.original-table"), originals, columns)
        released, people = coded(release, columns), coded(originals, columns)
        known = hierarchies or {}
        matchings = [Matching.of(released[n], people[n], known.get(n)) for n in columns]
        tuples, _, weights = _distinct(released, columns)
        wanted, wanted_of, _ = _distinct(people, columns)
        unread = _unread(columns, matchings)
        return cls(tuple(matchings), tuples, weights, wanted, wanted_of, unread)

    def candidates(self) -> IntArray:
        """Count the candidates of each original record, in its order.

        Per value of an attribute, the distinct released tuples that fit it are a row of bits.
        The tuples that fit a record are the AND of one row per attribute.
        """
        rows = [self._all_bits(place) for place in range(len(self.matchings))]
        weights: FloatArray = self.weights.astype(np.float64)
        found = np.zeros(len(self.wanted), np.int64)
        for start in range(0, len(self.wanted), _CHUNK):
            chunk = self.wanted[start : start + _CHUNK]
            fitting = np.full((len(chunk), -(-len(self.tuples) // 8)), 255, np.uint8)
            for place, cached in enumerate(rows):
                fitting &= self._bits_of(place, chunk[:, place], cached)
            fits = np.unpackbits(fitting, axis=1, count=len(self.tuples))
            found[start : start + _CHUNK] = fits @ weights
        return found[self.wanted_of]

    def _all_bits(self, place: int) -> NDArray[np.uint8] | None:
        """Rows of all values of an attribute, or None when they would take too much memory."""
        values = len(self.matchings[place].values)
        if values * len(self.tuples) > 8 * _CACHED_BYTES:
            return None
        return self._bits(place, np.arange(values))

    def _bits_of(
        self, place: int, values: IntArray, cached: NDArray[np.uint8] | None
    ) -> NDArray[np.uint8]:
        if cached is not None:
            return cached[values]
        distinct, inverse = np.unique(values, return_inverse=True)
        return self._bits(place, distinct)[inverse]

    def _bits(self, place: int, values: IntArray) -> NDArray[np.uint8]:
        matching, codes = self.matchings[place], self.tuples[:, place]
        order = np.argsort(codes, kind="stable")
        starts = np.searchsorted(codes[order], np.arange(len(matching.labels) + 1))
        bits = np.empty((values.size, -(-len(self.tuples) // 8)), np.uint8)
        for row, value in enumerate(values):
            labels = matching.labels_of(int(value))
            if labels.size <= _FEW:
                fits = np.zeros(len(self.tuples), np.bool_)
                for label in labels:
                    fits[order[starts[label] : starts[label + 1]]] = True
            else:
                fitting = np.zeros(len(matching.labels), np.bool_)
                fitting[labels] = True
                fits = fitting[codes]
            bits[row] = np.packbits(fits)
        return bits


def _distinct(
    table: Mapping[str, AttackColumn], columns: Sequence[str]
) -> tuple[IntArray, IntArray, IntArray]:
    """Give the distinct tuples, which one each record holds, and how many records hold each."""
    key = np.zeros(table[columns[0]].codes.size, np.int64)
    for name in columns:
        wide = key * len(table[name].values) + table[name].codes
        key = np.unique(wide, return_inverse=True)[1].reshape(-1).astype(np.int64)
    _, first, counts = np.unique(key, return_index=True, return_counts=True)
    codes = np.column_stack([table[name].codes for name in columns])
    return codes[first], key, counts.astype(np.int64)


def _unread(columns: Sequence[str], matchings: Sequence[Matching]) -> tuple[str, ...]:
    for name, matching in zip(columns, matchings, strict=True):
        if not matching.useful:
            raise unreadable(name, matching)
    pairs = zip(columns, matchings, strict=True)
    return tuple(name for name, matching in pairs if matching.useful < len(matching.labels))
