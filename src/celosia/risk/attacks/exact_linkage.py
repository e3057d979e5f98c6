"""Every original is looked for in a release, and counted: nothing is drawn."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import Any

from celosia.core.parameters import check_whole
from celosia.core.values import Matched

Row = tuple[Hashable, Hashable, int]
"""What records hold, whose they are (nothing if each is somebody's own), and their number."""


@dataclass(frozen=True, slots=True)
class FoundShare:
    """How many originals an attack finds; and how many it would find were each left out.

    The control leaves each original in turn out of the release and looks for it all the same: what
    is found then is others who happen to be alike, which the release does not give away. It is a
    control of real people, as Giomi et al. want one, where no others are known; and it costs
    nothing, for whoever is left out takes one candidate away, themselves.

    References: Giomi et al., PoPETs 2023(2), for risk = (main - control) / (1 - control); leaving
    out one at a time is Stone, JRSS B 36(2), 1974.

    >>> FoundShare(number=90, control=50, of=100).risk
    0.8
    """

    number: int
    control: int
    of: int

    @property
    def share(self) -> float:
        """How large a part of the originals is found."""
        return self.number / self.of if self.of else 0.0

    @property
    def control_share(self) -> float:
        """How large a part would be found without their own records."""
        return self.control / self.of if self.of else 0.0

    @property
    def risk(self) -> float:
        """What the release adds to what is found without one's own record."""
        if self.control >= self.of:
            return 0.0
        return max((self.number - self.control) / (self.of - self.control), 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Give every figure under its stable name."""
        return {
            "number": self.number,
            "main_rate": self.share,
            "control_rate": self.control_share,
            "risk": self.risk,
        }


@dataclass(frozen=True, slots=True, eq=False)
class ExactLinkage:
    """How well somebody who knows columns of every original finds them in a release.

    The candidates of an original are the released ones that hold what it becomes: its labels where
    values were generalized, its own cells elsewhere. With persons, candidates are persons, and of
    somebody's records the one that finds them best counts.

    References: Samarati, IEEE TKDE 13(6), 2001 (what a generalized tuple stands for); Cohen and
    Nissim, PNAS 117(15), 2020 (to single out: true of one original); persons: ours.

    >>> found = ExactLinkage(10, Matched.records([(1, 1, 4), (3, 2, 1)]), k=5)
    >>> found.one.number, found.few.number, found.singled, found.average
    (4, 7, 4, 0.55)
    """

    originals: int
    """Records or persons that were looked for."""
    matched: tuple[Matched, ...]
    """Those who have candidates."""
    k: int

    def __post_init__(self) -> None:
        check_whole("ExactLinkage: k", self.k, least=2)

    @property
    def one(self) -> FoundShare:
        """Those with exactly one candidate."""
        return self._below(2)

    @property
    def few(self) -> FoundShare:
        """Those with fewer than k candidates, and at least one."""
        return self._below(self.k)

    @property
    def singled(self) -> int:
        """Those of whom a statement made from the release is true, and of nobody else."""
        return sum(each.number for each in self.matched if each.singled)

    @property
    def average(self) -> float:
        """The mean chance of picking the right one among the candidates, at most."""
        chances = fsum(each.number / each.candidates for each in self.matched)
        return chances / self.originals if self.originals else 0.0

    def _below(self, most: int) -> FoundShare:
        return FoundShare(
            sum(each.number for each in self.matched if 1 <= each.candidates < most),
            sum(each.number for each in self.matched if 1 <= each.without_own < most),
            self.originals,
        )

    def to_dict(self) -> dict[str, Any]:
        """Give every figure under its stable name."""
        return {
            "originals": self.originals,
            "one_candidate": self.one.to_dict(),
            "fewer_than_k": {"k": self.k, **self.few.to_dict()},
            "singled_out": self.singled,
            "average": self.average,
        }


def match_rows(
    originals: Iterable[Row], released: Iterable[Row], persons: bool
) -> tuple[Matched, ...]:
    """Look for originals in a release, row by row: as exact as an engine that does it, and slower.

    >>> rows = [("a", "ana", 1), ("b", "ana", 1), ("b", "eva", 1)]
    >>> found = match_rows(rows, rows, persons=True)
    >>> [(m.number, m.candidates, m.without_own, m.singled) for m in found]
    [(1, 1, 1, True), (1, 2, 1, False)]
    """
    if not persons:
        inside, out = _records(originals), _records(released)
        pairs = Counter((number, out[key]) for key, number in inside.items())
        return Matched.records([(*pair, number) for pair, number in pairs.items()])
    held, there = _persons(originals), _persons(released)
    inside_of, out_of = _holders(held), _holders(there)
    found: Counter[tuple[int | None, int | None, int]] = Counter()
    for who, keys in held.items():
        own = there.get(who, set())
        seen = [(out_of[key], key in own, inside_of[key]) for key in keys]
        least = min((out for out, _, _ in seen if out), default=None)
        others = min((out - mine for out, mine, _ in seen if out > mine), default=None)
        found[least, others, any(each == (1, True, 1) for each in seen)] += 1
    return Matched.persons([(*fares, number) for fares, number in found.items()])


def _records(rows: Iterable[Row]) -> Counter[Hashable]:
    found: Counter[Hashable] = Counter()
    for key, _, number in rows:
        found[key] += number
    return found


def _persons(rows: Iterable[Row]) -> dict[Hashable, set[Hashable]]:
    held: defaultdict[Hashable, set[Hashable]] = defaultdict(set)
    for key, who, _ in rows:
        held[who].add(key)
    return dict(held)


def _holders(held: Mapping[Hashable, set[Hashable]]) -> Counter[Hashable]:
    return Counter(key for keys in held.values() for key in keys)
