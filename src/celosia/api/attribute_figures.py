"""How well sensitive attributes are protected: the figure of every model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.classes import Classes
from celosia.models.beta_likeness import gain, needed_beta
from celosia.models.delta_disclosure import log_ratio, needed_delta
from celosia.models.earth_mover import emd_equal, emd_ordered
from celosia.models.entropy_l_diversity import entropy
from celosia.models.per_class import highest_share
from celosia.models.recursive_c_l_diversity import needed_c

HIGHEST_L = 20


@dataclass(frozen=True, slots=True)
class AttributeFigures:
    """How well a sensitive attribute is protected: the worst class, for each model."""

    alpha_k: float
    """Highest share of one value in a class: α of (α,k)-anonymity."""
    distinct_l: int
    entropy_l: float
    """exp of the lowest Shannon entropy."""
    entropy_l_grassberger: float
    recursive_c_l: Mapping[int, float]
    """For each l from 2 to the distinct l, at most 20: c must be greater than this."""
    t_equal: float
    t_ordered: float
    beta_basic: float
    beta_enhanced: float
    """Infinite where a class exceeds -ln q for some value, whatever β is."""
    delta_disclosure: float
    """Infinite where a class lacks a value, as the definition has it."""
    delta_disclosure_present: float
    """Over the values that a class holds only, as some tools have it."""
    distinct_l_beside: int | None = None
    """Distinct l when the other sensitive attributes count as quasi-identifiers."""

    @classmethod
    def of(cls, classes: Classes, attribute: str, beside: tuple[str, ...] = ()) -> AttributeFigures:
        """Measure an attribute; `beside` names the other sensitive ones."""
        distinct = int(classes.distinct(attribute).min()) if classes.number else 0
        joint = None
        if beside:
            joint = int(classes.refined((*beside, attribute)).classes.distinct(attribute).min())
        return cls(
            alpha_k=_worst(highest_share(classes, attribute)),
            distinct_l=distinct,
            entropy_l=float(np.exp(entropy(classes, attribute).min())),
            entropy_l_grassberger=float(np.exp(entropy(classes, attribute, "grassberger").min())),
            recursive_c_l={
                l: _worst(needed_c(classes, attribute, l))
                for l in range(2, min(distinct, HIGHEST_L) + 1)
            },
            t_equal=_worst(emd_equal(classes, attribute)),
            t_ordered=_worst(emd_ordered(classes, attribute)),
            beta_basic=_worst(gain(classes, attribute)),
            beta_enhanced=_worst(needed_beta(classes, attribute)),
            delta_disclosure=_worst(needed_delta(classes, attribute)),
            delta_disclosure_present=_worst(log_ratio(classes, attribute)),
            distinct_l_beside=joint,
        )


WORST = {
    "alpha_k": max,
    "distinct_l": min,
    "entropy_l": min,
    "entropy_l_grassberger": min,
    "t_equal": max,
    "t_ordered": max,
    "beta_basic": max,
    "beta_enhanced": max,
    "delta_disclosure": max,
    "delta_disclosure_present": max,
}
"""Which of several attributes' figures stands for the table."""


def privacy_figures(attributes: Mapping[str, AttributeFigures]) -> dict[str, Any]:
    """Give each figure of the table: that of its worst attribute."""
    if not attributes:
        return {}
    figures = [asdict(figures) for figures in attributes.values()]
    worst: dict[str, Any] = {name: pick(f[name] for f in figures) for name, pick in WORST.items()}
    common = set.intersection(*(set(f["recursive_c_l"]) for f in figures))
    worst["recursive_c_l"] = {
        l: max(f["recursive_c_l"][l] for f in figures) for l in sorted(common)
    }
    return worst


def sensitive_queries(sensitive: Sequence[str]) -> list[tuple[str, ...]]:
    """Ask for each attribute on its own, and with the others as quasi-identifiers."""
    alone: list[tuple[str, ...]] = [(name,) for name in sensitive]
    if len(sensitive) < 2:
        return alone
    return alone + [(*others(sensitive, name), name) for name in sensitive]


def others(sensitive: Sequence[str], name: str) -> tuple[str, ...]:
    """Name the other sensitive attributes, in order."""
    return tuple(other for other in sensitive if other != name)


def _worst(per_class: FloatArray) -> float:
    return float(per_class.max(initial=0.0))
