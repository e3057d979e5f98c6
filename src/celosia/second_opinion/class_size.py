"""Second opinions on models that look at how many are alike: here, or in the population."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp, expm1, fsum, lgamma, log
from typing import Any

from celosia.second_opinion.opinion import FORGIVEN, OPINIONS
from celosia.second_opinion.reread import Lot, View

BEYOND = 500
"""With a larger mean the model asks for k itself, by its declaration."""


@OPINIONS.register("k-anonymity")
def of_k_anonymity(model: Mapping[str, Any], table: View) -> list[bool]:
    """Sweeney 2002, Definition 3: every class is that of at least k persons."""
    return [lot.persons >= model["k"] for lot in table.lots()]


@OPINIONS.register("k-map")
def of_k_map(model: Mapping[str, Any], table: View) -> list[bool]:
    """Sweeney 2001, section 5.2: every class looks like at least k people of the population."""
    return [(lot.people or 0) >= model["k"] for lot in table.lots()]


@OPINIONS.register("estimated-k-map")
def of_estimated_k_map(model: Mapping[str, Any], table: View) -> list[bool]:
    """El Emam and Dankar 2008: k people would not give so large a class but by a rare chance."""
    rare: dict[int, bool] = {}
    for lot in table.lots():
        if lot.persons not in rare:
            rare[lot.persons] = lot.persons >= model["k"] or _is_rare(lot.persons, model)
    return [rare[lot.persons] for lot in table.lots()]


def _is_rare(size: int, model: Mapping[str, Any]) -> bool:
    """Tell whether a Poisson draw of k people reaches a size with little probability."""
    mean = model["k"] * model["fraction"]
    if mean > BEYOND:
        return False
    smaller = [exp(n * log(mean) - mean - lgamma(n + 1)) for n in range(size)]
    reached = 1 - fsum(smaller)
    if model["estimator"] == "D4":  # known not to be empty
        reached = min(reached / -expm1(-mean), 1.0)
    return bool(reached <= model["significance"] + FORGIVEN)


@OPINIONS.register("delta-presence")
def of_delta_presence(model: Mapping[str, Any], table: View) -> list[bool]:
    """Nergiz, Atzori and Clifton 2007, Definition 3, for everybody of the population."""
    lots = table.lots()
    if table.absent and model["lowest"] > 0:  # who looks like nobody is surely not here
        return [False] * len(lots)
    low, high = model["lowest"] - FORGIVEN, model["highest"] + FORGIVEN
    return [bool(lot.people) and low <= min(_present(lot), 1) <= high for lot in lots]


def _present(lot: Lot) -> float:
    return min(lot.records, lot.persons) / (lot.people or 1)


@OPINIONS.register("average-risk")
def of_average_risk(model: Mapping[str, Any], table: View) -> list[bool]:
    """El Emam 2013: the mean of 1 / (persons who look alike), over all records."""
    lots = table.lots()
    records = sum(lot.records for lot in lots)
    risk = fsum(lot.records / lot.persons for lot in lots) / records
    return [risk <= model["threshold"] + FORGIVEN] * len(lots)


@OPINIONS.register("sample-uniqueness")
def of_sample_uniqueness(model: Mapping[str, Any], table: View) -> list[bool]:
    """El Emam 2013: the share of records that look like nobody else's."""
    lots = table.lots()
    alone = sum(lot.records for lot in lots if lot.persons == 1)
    share = Fraction(alone, sum(lot.records for lot in lots))
    return [float(share) <= model["threshold"] + FORGIVEN] * len(lots)
