"""How often an attack succeeds, with the uncertainty of having tried it a few hundred times."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from celosia.errors import ParameterError

CONFIDENCE = 0.95
"""Level of every interval of the attacks."""

_Z = NormalDist().inv_cdf(0.5 * (1 + CONFIDENCE))


@dataclass(frozen=True, slots=True)
class Rate:
    """Successes among attempts, with the Wilson score interval at 95 %.

    Successes may be a fraction where they are an expectation, not a count.

    References: Wilson, JASA 22(158), 1927.

    >>> rate = Rate(successes=8, attempts=10)
    >>> rate.share, [round(end, 4) for end in rate.interval]
    (0.8, [0.4902, 0.9433])
    """

    successes: float
    attempts: int

    def __post_init__(self) -> None:
        if self.attempts < 1 or not 0 <= self.successes <= self.attempts:
            raise ParameterError("risk.rate-successes-must-lie-between")

    @property
    def share(self) -> float:
        """Successes per attempt, as counted."""
        return self.successes / self.attempts

    @property
    def centre(self) -> float:
        """Middle of the interval: the share drawn towards a half, never quite 0 or 1."""
        return (self.successes + 0.5 * _Z**2) / (self.attempts + _Z**2)

    @property
    def error(self) -> float:
        """Half the length of the interval."""
        spread = self.successes * (self.attempts - self.successes) / self.attempts
        return _Z / (self.attempts + _Z**2) * sqrt(spread + 0.25 * _Z**2)

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the Wilson score interval."""
        return clipped(self.centre - self.error), clipped(self.centre + self.error)


def clipped(value: float) -> float:
    """Keep a probability between 0 and 1.

    >>> clipped(-0.01), clipped(0.5)
    (0.0, 0.5)
    """
    return min(max(value, 0.0), 1.0)
