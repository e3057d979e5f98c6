"""Second opinions on models that want several values in every class.

With one record a person these are the definitions of the papers. Where a person has several
values, holders of values overlap: what matters is how many persons do *not* hold the commonest.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import ceil, fsum, inf, log
from typing import Any

from celosia.second_opinion.opinion import FORGIVEN, OPINIONS
from celosia.second_opinion.reread import Lot, View

EULER_MASCHERONI = 0.57721566490153286


@OPINIONS.register("alpha-k-anonymity")
def of_alpha_k_anonymity(model: Mapping[str, Any], table: View) -> list[bool]:
    """Wong et al. 2006, Definition 4, for every value."""
    alpha = model["alpha"] + FORGIVEN
    return [
        lot.persons >= model["k"] and all(n <= alpha * lot.known for n in lot.holders.values())
        for lot in table.lots(model["attribute"])
    ]


@OPINIONS.register("distinct-l-diversity")
def of_distinct_l_diversity(model: Mapping[str, Any], table: View) -> list[bool]:
    """Machanavajjhala et al. 2007, Principle 2; and no value is everybody's."""
    return [
        min(len(lot.holders), lot.persons) >= model["l"] and max(lot.holders.values()) < lot.known
        for lot in table.lots(model["attribute"])
    ]


@OPINIONS.register("recursive-c-l-diversity")
def of_recursive_c_l_diversity(model: Mapping[str, Any], table: View) -> list[bool]:
    """Machanavajjhala et al. 2007, Definition 4.2: r1 < c (rl + ... + rm)."""
    c = Fraction(str(model["c"]))
    return [_is_recursive(lot, c, model["l"]) for lot in table.lots(model["attribute"])]


def _is_recursive(lot: Lot, c: Fraction, l: int) -> bool:
    counts = sorted(lot.holders.values(), reverse=True)
    if min(len(counts), lot.persons) < l:
        return False
    others = min(sum(counts[l - 1 :]), lot.known - counts[0])
    return counts[0] * c.denominator < c.numerator * others


@OPINIONS.register("entropy-l-diversity")
def of_entropy_l_diversity(model: Mapping[str, Any], table: View) -> list[bool]:
    """Machanavajjhala et al. 2007, Definition 4.1: -sum p log p >= log l, with l values there."""
    l, least = model["l"], ceil(model["l"] - FORGIVEN)
    measure = _estimated if model["estimator"] == "grassberger" else _entropy
    return [
        min(len(lot.holders), lot.persons) >= least and measure(lot) >= log(l) - FORGIVEN
        for lot in table.lots(model["attribute"])
    ]


def _entropy(lot: Lot) -> float:
    """Give the uncertainty of which value it is; no more than that of persons."""
    return min(_surprise(list(lot.holders.values())), _by_person(lot))


def _by_person(lot: Lot) -> float:
    """Give the uncertainty of whether somebody holds the commonest value, and else which other."""
    if not lot.holders:
        return 0.0
    first, *others = sorted(lot.holders.values(), reverse=True)
    without = lot.known - first
    return _surprise([first, without]) + without / lot.known * _surprise(others)


def _surprise(counts: list[int]) -> float:
    """Give -sum p log p of the shares of counts."""
    total = sum(counts)
    return fsum(-n / total * log(n / total) for n in counts if n)


def _estimated(lot: Lot) -> float:
    """Grassberger, arXiv:physics/0307138, equation 35: log N - sum n G(n) / N."""
    total = sum(lot.holders.values())
    if not total:
        return 0.0
    found = log(total) - fsum(n * _observed_log(n) for n in lot.holders.values()) / total
    several = total > lot.known  # then who holds the commonest value counts for it alone
    return min(max(found, 0.0), _by_person(lot) if several else inf)


@cache
def _observed_log(n: int) -> float:
    """Give G(n) by its definition: psi(n) + (-1)^n (psi((n + 1) / 2) - psi(n / 2)) / 2."""
    sign = -1 if n % 2 else 1
    return _psi(2 * n) + sign * (_psi(n + 1) - _psi(n)) / 2


@cache
def _psi(twice: int) -> float:
    """Give the digamma function of half a whole number."""
    if twice % 2:
        odd = fsum(2 / (2 * i - 1) for i in range(1, (twice - 1) // 2 + 1))
        return odd - EULER_MASCHERONI - 2 * log(2)
    return fsum(1 / i for i in range(1, twice // 2)) - EULER_MASCHERONI
