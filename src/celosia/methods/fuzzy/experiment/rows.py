"""What the experiment finds for one pair of attributes and one coding."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

DECIMALS = 4
"""t is compared and told with as many decimals as the source prints."""


class ExperimentMode(StrEnum):
    """By which rules the criteria are reckoned."""

    SOUND = "sound"
    """As they are defined."""
    PAPER = "paper"
    """As the source's own program reckoned them, to reproduce its figures."""


class CensusCoding(StrEnum):
    """The six codings: three of each attribute on its own and crossed, three of both together."""

    K_MEANS = "k-means"
    GLOBAL_RECODE = "global-recode"
    FUZZY = "fuzzy"
    JOINT_K_MEANS = "joint-k-means"
    JOINT_GUSTAFSON_KESSEL = "joint-gustafson-kessel"
    JOINT_C_MEANS = "joint-c-means"

    @property
    def is_fuzzy(self) -> bool:
        """Whether records are shared among sets."""
        crisp = (CensusCoding.K_MEANS, CensusCoding.GLOBAL_RECODE, CensusCoding.JOINT_K_MEANS)
        return self not in crisp


INDEPENDENT = (CensusCoding.K_MEANS, CensusCoding.GLOBAL_RECODE, CensusCoding.FUZZY)
JOINT = (
    CensusCoding.JOINT_K_MEANS,
    CensusCoding.JOINT_GUSTAFSON_KESSEL,
    CensusCoding.JOINT_C_MEANS,
)


@dataclass(frozen=True, slots=True)
class Criteria:
    """How well a coding protects; None where the source tells nothing."""

    k: int
    risk: int
    """Records that stand out, by `measure_risk`."""
    q: int | None
    """Q-anonymity; only of fuzzy codings."""
    l: tuple[int | None, ...]
    """One per sensitive attribute, and so is t."""
    t: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class ExperimentRow:
    """One line of the annex."""

    pair: tuple[int, int]
    """The numbers of the attributes, from 1, as the source counts them."""
    coding: CensusCoding
    criteria: Criteria
