"""The criteria one by one, and which way each is better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from celosia.methods.fuzzy.experiment.rows import CensusCoding, Criteria, ExperimentRow

Line = dict[CensusCoding, Criteria]
"""All codings of one pair."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One figure of the criteria."""

    name: str
    field: Literal["k", "risk", "q", "l", "t"]
    sensitive: int = 0
    """Which sensitive attribute, for l and t."""

    def of(self, criteria: Criteria) -> float | None:
        """Take it from the criteria of one coding."""
        match self.field:
            case "l":
                return criteria.l[self.sensitive]
            case "t":
                return criteria.t[self.sensitive]
            case "q":
                return criteria.q
            case "k":
                return criteria.k
            case "risk":
                return criteria.risk

    def best(self, line: Line, codings: Sequence[CensusCoding]) -> float | None:
        """Find the best that any of the codings reaches for one pair; None if nothing is told."""
        told = [value for coding in codings if (value := self.of(line[coding])) is not None]
        less_is_better = self.field in ("risk", "t")
        choose = min if less_is_better else max
        return choose(told) if told else None


K = Criterion("k-anonymity", "k")
RISK = Criterion("measure_risk", "risk")
Q = Criterion("Q-anonymity", "q")


def of_sensitive(names: Sequence[str]) -> list[Criterion]:
    """List l and t of every sensitive attribute."""
    return [
        criterion
        for i, name in enumerate(names)
        for criterion in (
            Criterion(f"l-diversity {name}", "l", i),
            Criterion(f"t-closeness {name}", "t", i),
        )
    ]


def lines_of(rows: Sequence[ExperimentRow]) -> dict[tuple[int, int], Line]:
    """Gather the codings of each pair."""
    lines: dict[tuple[int, int], Line] = {}
    for row in rows:
        lines.setdefault(row.pair, {})[row.coding] = row.criteria
    return lines
