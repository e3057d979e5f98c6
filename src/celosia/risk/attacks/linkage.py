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
from celosia.risk.attacks.trial import AttackResult, Persons, Rate, how_many
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

    With `persons`, those looked up are persons, and m counts the persons among the candidates of
    one record of theirs: several records of one person are no confusion. Of somebody's records,
    the one that finds them best counts, for an attacker may know any. (Ours; with one record of
    everybody it is the same.)

    References: Samarati, IEEE TKDE 13(6), 2001 (a generalized tuple stands for what it covers);
    El Emam and Dankar, JAMIA 15(5), 2008 (1/m).

    >>> release = {"age": ["20-29", "20-29", "30-39"], "sex": ["*", "*", "F"]}
    >>> sample = {"age": ["23", "35", "90"], "sex": ["M", "F", "F"]}
    >>> risk = LinkageRisk.of(release, sample, columns=["age", "sex"], k=2)
    >>> risk.linked, risk.highest, risk.expected, risk.small.share
    (2, 1.0, 1.5, 0.3333333333333333)
    """

    records: int
    """Original records looked up, or persons."""
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
    """Those with fewer than k candidates, and at least one; with its interval at 95 %."""
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
        persons: Persons | None = None,
    ) -> LinkageRisk:
        """Look up every record of a sample of the original table."""
        check_whole("LinkageRisk: k", k, least=2)
        lookup = _Lookup.of(release, originals, columns, hierarchies, _of_released(persons))
        found = lookup.candidates()
        if persons is not None:
            persons.check(persons.released.size, found.size, persons.outside.size)
            found = fewest(found, persons.inside)
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
    persons: Persons | None = None,
) -> AttackResult:
    """Compare how often people of the table, and others, are linked to fewer than k records.

    The baseline picks k - 1 released records at random. With `persons`, an attempt is a person,
    who is found when any of their records is linked to fewer than k persons; see `LinkageRisk`.

    References: see `LinkageRisk`; the comparison is that of Giomi et al., PoPETs 2023(2).

    >>> release = {"age": [str(n) for n in range(40)]}
    >>> others = {"age": [str(n + 100) for n in range(40)]}
    >>> linkage(release, release, others, columns=["age"]).main_rate
    Rate(successes=40, attempts=40)
    """
    check_whole("linkage: k", k, least=2)
    people = height(Message("risk.original-table"), originals, columns)
    others = height(Message("risk.control-group"), control, columns)
    everybody = {name: [*originals[name], *control[name]] for name in columns}
    whose = _of_released(persons)
    found = _Lookup.of(release, everybody, columns, hierarchies, whose).candidates()
    inside, outside = np.split(found, [people])
    among = len(release[columns[0]])
    if persons is not None:
        persons.check(among, people, others)
        inside, outside = fewest(inside, persons.inside), fewest(outside, persons.outside)
        among = how_many(persons.released)
    chance = min((k - 1) / among, 1.0)
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


def _of_released(persons: Persons | None) -> IntArray | None:
    return None if persons is None else persons.released


def fewest(found: IntArray, persons: IntArray) -> IntArray:
    """Give, of the candidates of each person's records, the fewest that are some.

    >>> fewest(np.array([3, 0, 2, 0]), np.array([0, 0, 0, 1]))
    array([2, 0])
    """
    order = np.argsort(persons, kind="stable")
    starts = np.unique(persons[order], return_index=True)[1]
    none = np.iinfo(np.int64).max
    least = np.minimum.reduceat(np.where(found > 0, found, none)[order], starts)
    return np.where(least < none, least, 0)


def _small(found: IntArray, k: int) -> int:
    return int(np.count_nonzero((found > 0) & (found < k)))


@dataclass(frozen=True, slots=True, eq=False)
class _Lookup:
    """Distinct released tuples, with their number, and distinct original ones.

    The number is of records, or of the persons who have all their records in one tuple. Those who
    have them in several are counted one by one.
    """

    matchings: tuple[Matching, ...]
    tuples: IntArray
    """A row per distinct released tuple, a column per attribute."""
    weights: IntArray
    wanted: IntArray
    wanted_of: IntArray
    spread: IntArray
    """Person by person, the tuples of those who have several."""
    starts: IntArray
    """Where each of those persons begins."""
    unread: tuple[str, ...]

    @classmethod
    def of(
        cls,
        release: TableLike,
        originals: TableLike,
        columns: Sequence[str],
        hierarchies: Mapping[str, Hierarchy] | None,
        persons: IntArray | None = None,
    ) -> _Lookup:
        height(Message("risk.release"), release, columns)
        height(Message("risk.original-table"), originals, columns)
        released, people = coded(release, columns), coded(originals, columns)
        known = hierarchies or {}
        matchings = [Matching.of(released[n], people[n], known.get(n)) for n in columns]
        tuples, tuple_of, weights = _distinct(released, columns)
        wanted, wanted_of, _ = _distinct(people, columns)
        spread = starts = np.zeros(0, np.int64)
        if persons is not None:
            weights, spread, starts = _persons_of(tuple_of, persons, len(tuples))
        read = (tuple(matchings), tuples, weights, wanted, wanted_of, spread, starts)
        return cls(*read, _unread(columns, matchings))

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
            found[start : start + _CHUNK] = fits @ weights + self._met(fits)
        return found[self.wanted_of]

    def _met(self, fits: NDArray[np.uint8]) -> IntArray:
        """Count the persons with several tuples of which some fits."""
        if not self.starts.size:
            return np.zeros(len(fits), np.int64)
        met = np.maximum.reduceat(fits[:, self.spread], self.starts, axis=1)
        number: IntArray = met.sum(axis=1, dtype=np.int64)
        return number

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


def _persons_of(
    tuple_of: IntArray, persons: IntArray, tuples: int
) -> tuple[IntArray, IntArray, IntArray]:
    """Count persons with one tuple by tuple; list the tuples of the others, person by person."""
    pairs = np.unique(np.column_stack([persons, tuple_of]), axis=0)
    _, number = np.unique(pairs[:, 0], return_counts=True)
    single = np.repeat(number == 1, number)
    weights = np.bincount(pairs[single, 1], minlength=tuples).astype(np.int64)
    several = number[number > 1]
    begins = np.concatenate([[0], np.cumsum(several)[:-1]]) if several.size else several
    return weights, pairs[~single, 1], begins.astype(np.int64)


def _unread(columns: Sequence[str], matchings: Sequence[Matching]) -> tuple[str, ...]:
    for name, matching in zip(columns, matchings, strict=True):
        if not matching.useful:
            raise unreadable(name, matching)
    pairs = zip(columns, matchings, strict=True)
    return tuple(name for name, matching in pairs if matching.useful < len(matching.labels))
