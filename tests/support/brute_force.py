"""Lattices by brute force, from the definitions: what every search must equal."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import product
from math import log2

Row = tuple[str, ...]
Node = tuple[int, ...]


@dataclass(frozen=True)
class BruteForce:
    """A table of quasi-identifiers, with a sensitive value per record if `values` is given."""

    rows: list[Row]
    hierarchies: list[dict[str, tuple[str, ...]]]
    """Per attribute: value -> (value, level 1, level 2, ...)."""
    k: int
    budget: int
    values: list[str] | None = None
    l: int = 1

    def nodes(self) -> list[Node]:
        heights = [len(next(iter(h.values()))) for h in self.hierarchies]
        return list(product(*(range(height) for height in heights)))

    def classes(self, node: Node) -> dict[Row, list[int]]:
        groups: dict[Row, list[int]] = defaultdict(list)
        for i, row in enumerate(self.rows):
            groups[self._label(row, node)].append(i)
        return groups

    def rejected(self, node: Node) -> list[int]:
        bad: list[int] = []
        for members in self.classes(node).values():
            distinct = len({self.values[i] for i in members}) if self.values else self.l
            if len(members) < self.k or distinct < self.l:
                bad += members
        return bad

    def safe(self) -> set[Node]:
        return {node for node in self.nodes() if len(self.rejected(node)) <= self.budget}

    def score(self, node: Node, objective: str) -> float:
        bad = set(self.rejected(node))
        n = len(self.rows)
        if objective == "height":
            return float(sum(node))
        sizes = [len(m) for m in self.classes(node).values() if m[0] not in bad]
        if objective == "discernibility":
            return float(sum(size * size for size in sizes) + n * len(bad))
        if objective == "average-class-size":
            return (n - len(bad)) / len(sizes) / self.k if sizes else n / self.k
        cells = [
            self._cost(objective, j, row[j], level, i in bad)
            for i, row in enumerate(self.rows)
            for j, level in enumerate(node)
        ]
        return sum(cells) / len(cells)

    def _cost(self, objective: str, j: int, value: str, level: int, suppressed: bool) -> float:
        hierarchy = self.hierarchies[j]
        column = Counter(row[j] for row in self.rows)
        label = hierarchy[value][level]
        alike = [v for v in column if suppressed or hierarchy[v][level] == label]
        if objective == "loss":
            return 1.0 if suppressed else (len(alike) - 1) / max(1, len(column) - 1)
        if objective == "precision":
            height = len(hierarchy[value]) - 1
            return 1.0 if suppressed else level / max(1, height)
        if objective == "entropy":
            return log2(sum(column[v] for v in alike) / column[value])
        raise ValueError(objective)

    def _label(self, row: Row, node: Node) -> Row:
        levels = zip(row, node, strict=True)
        return tuple(self.hierarchies[j][value][level] for j, (value, level) in enumerate(levels))
