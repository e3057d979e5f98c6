"""Differentially private tables of groups, answered by OpenDP and by nothing of our own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import product
from math import ceil, floor, inf
from secrets import token_bytes
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.core.parameters import (
    PUBLIC,
    Between,
    Whole,
    check_between,
    check_name,
    check_parameters,
)
from celosia.core.randomness import Randomness
from celosia.core.technique import MadeTables, TableMaker, TechniqueContext, declared_maker
from celosia.core.values import BoolArray, CellArray, Cells, FloatArray, IntArray, cell_array
from celosia.errors import MissingExtraError, ParameterError
from celosia.techniques.perturbation.noise import rounded_by_chance
from celosia.techniques.quantities import NumberCells
from celosia.text.messages import Message
from celosia.text.numerals import POINT


def noisy_counts(codes: IntArray, groups: int, epsilon: float, contributions: int = 1) -> IntArray:
    """Count the records of each group; one person holds at most `contributions` of them.

    References: Dwork, McSherry, Nissim and Smith, TCC 2006; discrete noise by Canonne, Kamath and
    Steinke, NeurIPS 2020.
    """
    dp = _opendp()
    counting = dp.t.make_count_by_categories(
        _whole_numbers(dp), dp.symmetric_distance(), list(range(groups)), False, TOA="i64"
    )
    asked = counting >> _noise(dp, counting, epsilon, contributions)
    return np.array(asked(codes.tolist()), np.int64)


def noisy_sums(
    values: IntArray,
    codes: IntArray,
    groups: int,
    bounds: tuple[int, int],
    epsilon: float,
    contributions: int = 1,
) -> IntArray:
    """Add up the whole numbers of each group, each cut at the bounds.

    A record is in one group only, so all groups together cost epsilon (McSherry, SIGMOD 2009,
    theorem 4).
    """
    dp = _opendp()
    adding = dp.t.make_clamp(_whole_numbers(dp), dp.symmetric_distance(), bounds)
    adding = adding >> dp.t.then_sum()
    asked = adding >> _noise(dp, adding, epsilon, contributions)
    return np.array([asked(values[codes == group].tolist()) for group in range(groups)], np.int64)


def noisy_best(scores: Sequence[int], epsilon: float) -> int:
    """Choose one of the highest scores, none of which one record changes by more than 1.

    References: McKenna and Sheldon, NeurIPS 2020 (permute and flip).
    """
    dp = _opendp()
    space = _whole_numbers(dp), dp.linf_distance(T="i64")

    def choosing(scale: float) -> Any:
        return dp.m.make_noisy_max(*space, dp.max_divergence(), scale=scale)

    return int(choosing(_least_scale(dp, choosing, 1, epsilon))(list(scores)))


def _noise(dp: Any, query: Any, epsilon: float, contributions: int) -> Any:
    """Find the least noise that keeps the promise, as OpenDP itself computes it."""

    def with_noise(scale: float) -> Any:
        return query >> dp.m.then_laplace(scale)

    return dp.m.then_laplace(_least_scale(dp, with_noise, contributions, epsilon))


def _least_scale(
    dp: Any, mechanism: Callable[[float], Any], contributions: int, epsilon: float
) -> float:
    """Search for the least scale that costs epsilon; where OpenDP can count none, say so."""
    try:
        scale = dp.binary_search_param(mechanism, d_in=contributions, d_out=epsilon, T=float)
    except (dp.OpenDPException, ValueError):
        raise ParameterError("techniques.epsilon-small-person-can-change") from None
    return float(scale)


def _whole_numbers(dp: Any) -> Any:
    return dp.vector_domain(dp.atom_domain(T="i64"))


def _opendp() -> Any:
    try:
        dp = import_module("opendp.prelude")
    except ImportError:
        raise MissingExtraError("techniques.differential-privacy-needs-opendp-pip") from None
    dp.enable_features("contrib")
    return dp


EXACT = 1 << 53
"""Whole numbers below have their own float."""
MOST_DECIMALS = 15
"""A float has as many digits that can be relied on."""


@declared_maker(order=2)
@dataclass(frozen=True, slots=True)
class PrivateAggregation(TableMaker):
    """Publish counts, sums and means of groups with noise that hides each person.

    The groups are those of `keys`, whether anybody is in them or not: a list taken from the data
    would tell who is there. Records of other groups are left out. Numbers are cut at `bounds`,
    which must be known without looking at the data, and counted in units of 10^-`decimals`, up or
    down by chance, so that sums and means are right on average whatever their decimals. Nulls add
    nothing to a sum, and are left out of a mean.

    Epsilon is shared equally among the questions: the counts, each sum, and two for each mean.
    Totals are added up from the lines, and cost nothing. Noise may bring a count below zero; it is
    left so, because cutting it would bias the totals.

    References: Dwork, McSherry, Nissim and Smith, TCC 2006; item 7 of issue 6.
    """

    by: Annotated[tuple[str, ...], PUBLIC]
    keys: tuple[tuple[str, ...], ...]
    """The groups of each column of `by`."""
    epsilon: Annotated[float, Between(0, open_low=True, public=True)]
    sums: Annotated[tuple[str, ...], PUBLIC] = ()
    means: Annotated[tuple[str, ...], PUBLIC] = ()
    bounds: tuple[tuple[float, float], ...] = ()
    """The lowest and the highest number of each column of `sums`, then of `means`."""
    decimals: Annotated[int, Whole(0, MOST_DECIMALS, public=True)] = 0
    contributions: Annotated[int, Whole(1, public=True)] = 1
    """How many records one person has at most."""
    totals: Annotated[bool, PUBLIC] = True
    total_label: str = "TOTAL"
    kind: ClassVar[str] = "private-aggregation"
    command: ClassVar[str] = "aggregate"
    of_groups: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        for name in (*self.by, *self.sums, *self.means):
            check_name(Message("techniques.privateaggregation-each-entry-sums-means"), name)
        if not self.by or max(Counter(self.names).values()) > 1:
            raise ParameterError("techniques.privateaggregation-name-least-column-none")
        self._check_keys()
        self._check_bounds()

    def _check_keys(self) -> None:
        if len(self.keys) != len(self.by) or not all(self.keys):
            raise ParameterError("techniques.privateaggregation-keys-needs-groups-each")
        if any(len(set(keys)) < len(keys) or self.total_label in keys for keys in self.keys):
            raise ParameterError("techniques.privateaggregation-no-group-may-named")

    def _check_bounds(self) -> None:
        if len(self.bounds) != len(self.sums) + len(self.means):
            raise ParameterError("techniques.privateaggregation-bounds-needs-lowest-highe")
        for pair in self.bounds:
            if len(pair) != 2 or not pair[0] < pair[1]:
                raise ParameterError("techniques.privateaggregation-each-pair-bounds-must")
            for bound in pair:
                check_between(
                    Message("techniques.privateaggregation-each-bound"), bound, -inf, 1e12
                )
                check_between(
                    Message("techniques.privateaggregation-each-bound"), -bound, -inf, 1e12
                )
            if max(map(abs, self._in_units(pair))) >= EXACT:
                raise ParameterError(
                    "techniques.privateaggregation-decimals-more-numbers-bet",
                    decimals=self.decimals,
                )

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of the result."""
        sums, means = (f"sum_{name}" for name in self.sums), (f"mean_{name}" for name in self.means)
        return (*self.by, "count", *sums, *means)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        groups, epsilon = ", ".join(self.by), self.epsilon
        return Message(
            "techniques.publishes-groups-noise-whether-person", groups=groups, epsilon=epsilon
        )

    @property
    def spends(self) -> float | None:
        """Its epsilon."""
        return self.epsilon

    def make(self, cells: Cells, context: TechniqueContext) -> MadeTables:
        """Group with noise; no figure but epsilon is told."""
        return MadeTables((self.made(cells, context),), {"epsilon": self.epsilon})

    def made(self, cells: Cells, context: TechniqueContext) -> Cells:
        """Ask OpenDP; whoever publishes the answer pays epsilon for it."""
        numbers = {
            name: NumberCells.of(name, cells.column(name)) for name in (*self.sums, *self.means)
        }
        codes, inside = self._codes(cells)
        share = self.epsilon / (1 + len(self.sums) + 2 * len(self.means))
        columns = self._labels()
        counts = noisy_counts(codes[inside], self._groups, share, self.contributions)
        columns["count"] = cell_array(str(n) for n in self._with_totals(counts).tolist())
        for name, bounds in zip(self.sums, self.bounds, strict=False):
            added = self._sum(numbers[name].values, codes, inside, bounds, share)
            figures = self._with_totals(added) / 10.0**self.decimals
            columns[f"sum_{name}"] = _written(figures, self.decimals)
        for name, bounds in zip(self.means, self.bounds[len(self.sums) :], strict=True):
            figures = self._mean(numbers[name].values, codes, inside, bounds, share)
            columns[f"mean_{name}"] = _written(figures, self.decimals + 1)
        return Cells(columns)

    @property
    def _groups(self) -> int:
        return int(np.prod([len(keys) for keys in self.keys]))

    def _codes(self, cells: Cells) -> tuple[IntArray, BoolArray]:
        """Number the group of each record, and mark the records that are in one."""
        codes = np.zeros(cells.records, np.int64)
        inside = np.ones(cells.records, bool)
        for name, keys in zip(self.by, self.keys, strict=True):
            place = {key: at for at, key in enumerate(keys)}
            own = np.array([place.get(cell, -1) for cell in cells.column(name)], np.int64)
            inside &= own >= 0
            codes = codes * len(keys) + own
        return codes, inside

    def _labels(self) -> dict[str, CellArray]:
        lines = list(product(*self.keys))
        if self.totals:
            lines.append((self.total_label,) * len(self.by))
        return {
            name: cell_array(line[place] for line in lines) for place, name in enumerate(self.by)
        }

    def _with_totals(self, figures: IntArray) -> IntArray:
        return np.append(figures, figures.sum()) if self.totals else figures

    def _sum(
        self,
        values: FloatArray,
        codes: IntArray,
        inside: BoolArray,
        bounds: tuple[float, float],
        epsilon: float,
    ) -> IntArray:
        """Add up in whole units; cut before rounding, so that no number is too large for them."""
        used = inside & ~np.isnan(values)
        randomness = Randomness(token_bytes(32))
        cut = rounded_by_chance(np.clip(values[used], *bounds), self.decimals, randomness)
        units = np.rint(cut * 10.0**self.decimals).astype(np.int64)
        ends = self._in_units(bounds)
        return noisy_sums(units, codes[used], self._groups, ends, epsilon, self.contributions)

    def _in_units(self, bounds: tuple[float, float]) -> tuple[int, int]:
        """Count the bounds in units, outwards: what is rounded by chance lies within them."""
        low, high = (Fraction(str(bound)) * 10**self.decimals for bound in bounds)
        return floor(low), ceil(high)

    def _mean(
        self,
        values: FloatArray,
        codes: IntArray,
        inside: BoolArray,
        bounds: tuple[float, float],
        epsilon: float,
    ) -> FloatArray:
        """Divide one answer by another; null where the noise leaves nobody."""
        known = codes[inside & ~np.isnan(values)]
        counts = noisy_counts(known, self._groups, epsilon, self.contributions)
        sums = self._sum(values, codes, inside, bounds, epsilon)
        counted, added = self._with_totals(counts), self._with_totals(sums) / 10.0**self.decimals
        ratio: FloatArray = np.full(counted.shape, np.nan)
        np.divide(added, counted, out=ratio, where=counted > 0)
        return np.clip(ratio, *bounds)


def _written(figures: FloatArray, decimals: int) -> CellArray:
    """Write figures with a point: the decimal sign of the column would tell of one person's."""
    return NumberCells(figures, POINT, decimals).written(figures)
