"""What an attack on a release measured."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from celosia.risk.attacks.rates import Rate, clipped


@dataclass(frozen=True, slots=True)
class AttackResult:
    """Success of an attack on people of the table, beyond its success on people who are not in it.

    What an attacker learns of people outside the table is knowledge of the population, not a leak
    of the release. So risk = (main - control) / (1 - control), between 0 and 1; its interval is
    propagated from the Wilson intervals of both rates.

    References: Giomi, Boenisch, Wehmeyer and Tasnádi, PoPETs 2023(2).

    >>> result = AttackResult.of("inference", Rate(90, 100), Rate(50, 100), Rate(40, 100))
    >>> round(result.risk, 3), [round(end, 3) for end in result.interval]
    (0.77, [0.643, 0.897])
    """

    attack: str
    attempts: int
    """How many times the attacker tried on people of the table."""
    main_rate: Rate
    """Success on people whose record went into the release."""
    control_rate: Rate
    """Success on people whose record did not."""
    baseline_rate: Rate
    """Success of guessing without looking at the people."""
    risk: float
    interval: tuple[float, float]
    """At 95 %."""

    @classmethod
    def of(cls, attack: str, main: Rate, control: Rate, baseline: Rate) -> AttackResult:
        """Turn three rates into a risk."""
        margin = 1 - control.centre
        risk = (main.centre - control.centre) / margin
        by_main = main.error / margin
        by_control = control.error * (1 - main.centre) / margin**2
        error = sqrt(by_main**2 + by_control**2)
        interval = (clipped(risk - error), clipped(risk + error))
        return cls(attack, main.attempts, main, control, baseline, clipped(risk), interval)

    @property
    def beats_guessing(self) -> bool:
        """Whether the attack is any good; where it is not, a low risk proves nothing."""
        return self.main_rate.share > self.baseline_rate.share
