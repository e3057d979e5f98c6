"""Second opinions on models that compare the values of a class with those of the whole table."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
from math import inf, isfinite, log, log2
from operator import itemgetter
from typing import Any

from celosia.second_opinion.opinion import FORGIVEN, OPINIONS
from celosia.second_opinion.reread import Lot, View
from celosia.text.days import FORMATS, ISO, as_day
from celosia.text.normal_form import listed_as
from celosia.text.numerals import COMMA, as_number


@OPINIONS.register("beta-likeness")
def of_beta_likeness(model: Mapping[str, Any], table: View) -> list[bool]:
    """Cao and Karras 2012, Definition 2 (basic) and 3 (enhanced): (p - q) / q where p > q."""
    whole = table.whole(model["attribute"])
    bounds = {
        value: min(model["beta"], -log(n / whole.known) if model["enhanced"] else inf) + FORGIVEN
        for value, n in whole.holders.items()
    }
    return [
        all(_gain(lot, whole, value) <= bounds[value] for value in lot.holders)
        for lot in table.lots(model["attribute"])
    ]


def _gain(lot: Lot, whole: Lot, value: str) -> float:
    """Give p / q - 1, or 0 for a value that does not become likelier."""
    here, there = lot.holders[value] * whole.known, whole.holders[value] * lot.known
    return max(here - there, 0) / there


@OPINIONS.register("delta-disclosure")
def of_delta_disclosure(model: Mapping[str, Any], table: View) -> list[bool]:
    """Brickell and Shmatikov 2008, Definition 2: |log2 p / q| < delta for every value."""
    whole = table.whole(model["attribute"])
    return [
        len(lot.holders) == len(whole.holders)
        and all(
            abs(log2(n * whole.known / (whole.holders[value] * lot.known))) < model["delta"]
            for value, n in lot.holders.items()
        )
        for lot in table.lots(model["attribute"])
    ]


@OPINIONS.register("t-closeness")
def of_t_closeness(model: Mapping[str, Any], table: View) -> list[bool]:
    """Li, Li and Venkatasubramanian 2007, Definition 2, with the distances of section 3."""
    whole = table.whole(model["attribute"])
    lots = table.lots(model["attribute"])
    if not whole.holders:
        return [True] * len(lots)
    measure = _DISTANCES[model["distance"]](whole, model)
    t = model["t"] + FORGIVEN
    return [not lot.holders or measure(lot) <= t for lot in lots]


Measure = Callable[[Lot], float]


def _equal(whole: Lot, _: Mapping[str, Any]) -> Measure:
    """Half the sum of |p - q|; nor may the share of holders of a value differ by more."""
    total = sum(whole.holders.values())
    commonest = sorted(whole.holders.items(), key=itemgetter(1), reverse=True)

    def measured(lot: Lot) -> float:
        here = sum(lot.holders.values())
        apart = sum(abs(n * total - whole.holders[v] * here) for v, n in lot.holders.items())
        lacking = (total - sum(whole.holders[value] for value in lot.holders)) * here
        return max((apart + lacking) / (2 * total * here), furthest(lot))

    def furthest(lot: Lot) -> float:
        lacking = next((n for value, n in commonest if value not in lot.holders), 0)
        shares = [
            abs(n / lot.known - whole.holders[v] / whole.known) for v, n in lot.holders.items()
        ]
        return max(*shares, lacking / whole.known)

    return measured


def _ordered(whole: Lot, _: Mapping[str, Any]) -> Measure:
    """Sum of |P_i - Q_i| over the ranks, with cumulated shares, divided by m - 1."""
    values = _in_order(whole.holders)
    rank = {value: i for i, value in enumerate(values)}
    total = sum(whole.holders.values())
    below = list(accumulate(whole.holders[value] for value in values))
    """Holders of the values up to each rank: Q_i times the total."""
    areas = [0, *accumulate(below)]

    def measured(lot: Lot) -> float:
        if len(values) < 2:
            return 0.0
        here = sum(lot.holders.values())
        places = sorted((rank[value], n) for value, n in lot.holders.items())
        steps = [0, *(place for place, _ in places), len(values)]
        levels = [0, *accumulate(n for _, n in places)]
        moved = sum(
            between(low, high, level, here)
            for (low, high), level in zip(pairwise(steps), levels, strict=True)
        )
        return moved / (here * total * (len(values) - 1))

    def between(low: int, high: int, level: int, here: int) -> int:
        """Add up |level * total - below[i] * here| for the ranks from `low` to before `high`."""
        crossing = bisect_left(below, level * total / here, low, high)
        over = level * total * (crossing - low) - here * (areas[crossing] - areas[low])
        under = here * (areas[high] - areas[crossing]) - level * total * (high - crossing)
        return over + under

    return measured


def _in_order(values: Mapping[str, int]) -> list[str]:
    """Order values as numbers if all are, as dates if all are of one format, else as texts."""
    readings: list[Callable[[str], float]] = [lambda text: as_number(text, COMMA)]
    readings += [lambda text, f=f: as_day(text, f) for f in (ISO, *FORMATS)]  # type: ignore[misc]
    for read in readings:
        amounts = {value: read(value) for value in values}
        if all(map(isfinite, amounts.values())):
            return sorted(values, key=lambda value: (amounts[value], value))
    return sorted(values)


def _hierarchical(whole: Lot, model: Mapping[str, Any]) -> Measure:
    """Sum of |p - q| over the nodes below the root, divided by twice the height.

    Values are as far apart as their lowest common ancestor is high, so that every edge of the tree
    is worth 1 / (2 height), and what passes it is what its branch has too much or too little of
    (Evans and Matsen, J. R. Stat. Soc. B 74(3), 2012: the distance of Kantorovich and Rubinstein
    on a tree). Li et al. give the same amount as a recursion, section 3.2.
    """
    given = {path[0]: tuple(path[:-1]) for path in model["paths"]}
    paths = {value: given[node] for value, node in listed_as(whole.holders, given).items()}
    if len(paths) < len(whole.holders):
        return lambda lot: inf
    height = len(model["paths"][0]) - 1
    total = sum(whole.holders.values())
    there = _by_branch(whole.holders, paths)

    def measured(lot: Lot) -> float:
        here = sum(lot.holders.values())
        held = _by_branch(lot.holders, paths)
        apart = sum(abs(n * total - there[branch] * here) for branch, n in held.items())
        lacking = height * total - sum(there[branch] for branch in held)
        return (apart + lacking * here) / (2 * height * total * here)

    return measured


def _by_branch(
    holders: Mapping[str, int], paths: Mapping[str, Sequence[str]]
) -> Counter[tuple[int, str]]:
    """Add up the holders below every node but the root."""
    found: Counter[tuple[int, str]] = Counter()
    for value, n in holders.items():
        for level, node in enumerate(paths[value]):
            found[level, node] += n
    return found


_DISTANCES: dict[str, Callable[[Lot, Mapping[str, Any]], Measure]] = {
    "equal": _equal,
    "ordered": _ordered,
    "hierarchical": _hierarchical,
}
