"""A release, and people on whom an attack is tried: some of the table, some not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.checks import check_whole
from celosia.domain.hierarchy import Hierarchy
from celosia.risk.attacks.columns import Column, TableLike, coded, height
from celosia.risk.attacks.matching import Matching, unreadable
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Coded tables: the release in random order, and the people, those of the table first.

    The order of the release is shuffled because an attacker who has to choose between equally
    near records takes the first; the order in which they were written must not help.
    """

    released: Mapping[str, Column]
    people: Mapping[str, Column]
    matchings: Mapping[str, Matching]
    records: int
    """Records of the release."""
    originals: int
    """People whose record went into the release."""
    control: int
    """People whose record did not."""

    @classmethod
    def of(
        cls,
        release: TableLike,
        originals: TableLike,
        control: TableLike,
        columns: Sequence[str],
        rng: np.random.Generator,
        hierarchies: Mapping[str, Hierarchy] | None = None,
    ) -> Trial:
        """Check and code the tables."""
        records = height(Message("risk.release"), release, columns)
        inside = height(Message("risk.original-table"), originals, columns)
        outside = height(Message("risk.control-group"), control, columns)
        order = rng.permutation(records)
        released = {
            name: Column(column.values, column.codes[order])
            for name, column in coded(release, columns).items()
        }
        people = coded({name: [*originals[name], *control[name]] for name in columns}, columns)
        known = hierarchies or {}
        matchings = {
            name: Matching.of(released[name], people[name], known.get(name)) for name in columns
        }
        for name, matching in matchings.items():
            if not matching.useful and not matching.numeric:
                raise unreadable(name, matching)
        return cls(released, people, matchings, records, inside, outside)

    def targets(self, attempts: int, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
        """Draw people to attack, of the table and of the control group, each at most once."""
        check_whole("Attack: attempts", attempts, least=1)
        inside = rng.permutation(self.originals)[:attempts]
        outside = self.originals + rng.permutation(self.control)[:attempts]
        return inside, outside
