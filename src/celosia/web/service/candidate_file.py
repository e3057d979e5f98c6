"""The candidates of a search, kept in one file: looked at page by page, walked through, drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import celosia
from celosia.methods.lattice import SearchResult

Node: TypeAlias = tuple[int, ...]
Ints: TypeAlias = NDArray[np.int64]


class Numbering:
    """Numbers the nodes of a lattice, the last quasi-identifier's level changing fastest."""

    def __init__(
        self, attributes: Sequence[str], lowest: Sequence[int], highest: Sequence[int]
    ) -> None:
        self.attributes = tuple(attributes)
        self.lowest = np.array(lowest, np.int64)
        self.sizes = np.array(highest, np.int64) - self.lowest + 1
        self.strides = np.append(np.cumprod(self.sizes[::-1])[::-1][1:], 1).astype(np.int64)

    def number(self, node: Sequence[int]) -> int:
        """Find the number of a node.

        >>> Numbering(["sex", "age"], [0, 1], [1, 3]).number([1, 2])
        4
        """
        levels = np.array(node, np.int64) - self.lowest if len(node) == self.sizes.size else None
        if levels is None or np.any((levels < 0) | (levels >= self.sizes)):
            raise celosia.ParameterError(
                "service.no-such-node-node-level",
                attributes=self.attributes,
                lowest=self.lowest.tolist(),
                highest=(self.lowest + self.sizes - 1).tolist(),
            )
        return int(levels @ self.strides)

    def level(self, numbers: Ints, j: int) -> Ints:
        """Find the level of the quasi-identifier `j` in each node."""
        levels: Ints = numbers // self.strides[j] % self.sizes[j] + self.lowest[j]
        return levels

    def heights(self) -> NDArray[np.int16]:
        """Add up the levels of every node, in the order of their numbers."""
        total = np.full(1, self.lowest.sum(), np.int16)
        for size in self.sizes:
            total = (total[:, None] + np.arange(size, dtype=np.int16)[None, :]).ravel()
        return total


CANDIDATES = "candidates.npy"
MOST_DRAWN = 1_000_000
"""Nodes of a lattice that is drawn node by node: so many are 17 MB."""
KINDS = ("optimal", "minimal", "safe", "unsafe")
FIGURES = ("kind", "tie", "loss", "suppressed", "classes", "min_class", "risk")
"""What a row says after its levels."""
LEVEL_OF = "level:"
"""Before the name of a quasi-identifier, to sort by its level."""
ASKED_LEVEL = re.compile(r"(?P<name>.*)=(?P<low>\d{1,9})(-(?P<high>\d{1,9}))?", re.DOTALL)
ROW = np.dtype(
    [
        ("number", "<i8"),
        ("kind", "<u1"),
        ("tie", "?"),
        ("loss", "<f8"),
        ("score", "<f8"),
        ("suppressed", "<i8"),
        ("classes", "<i8"),
        ("min_class", "<i8"),
    ]
)


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """Which candidates are wanted, and in which order: the best first, unless told otherwise."""

    sort: str | None = None
    """One of `FIGURES`, or `level:` and a quasi-identifier."""
    descending: bool = False
    levels: tuple[str, ...] = ()
    """Such as `age=2` or `age=1-3`: others are left out."""


@dataclass(frozen=True, slots=True)
class CandidatePage:
    """Some candidates: their levels, then `FIGURES`."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    offset: int
    records: int


@dataclass(frozen=True, slots=True)
class NodeInfo:
    """A node of the lattice, and what is known of it: of an unsafe one only that it is unsafe."""

    node: Node
    kind: str
    changed: str | None = None
    """The quasi-identifier in which it differs from the node beside which it is told."""
    loss: float | None = None
    suppressed: int | None = None
    min_class: int | None = None
    risk: float | None = None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A node, its direct generalizations and its direct specializations."""

    spot: NodeInfo
    coarser: tuple[NodeInfo, ...]
    finer: tuple[NodeInfo, ...]


def write_candidates(result: SearchResult, path: Path) -> None:
    """Keep all candidates of a search, in the order of their nodes."""
    numbering = Numbering(result.attributes, result.min_levels, result.max_levels)
    ties = set(result.ties)
    rows = np.empty(len(result.candidates), ROW)
    for place, each in enumerate(result.candidates):
        rows[place] = (
            numbering.number(each.node),
            0 if each.optimal else 1 if each.minimal else 2,
            each.node in ties,
            each.loss,
            each.score,
            each.suppressed,
            each.classes,
            each.min_class,
        )
    np.save(path, np.sort(rows, order="number"))


class CandidateLattice:
    """All generalizations of a table, and what a search found out about them."""

    def __init__(self, told: Mapping[str, Any], kept: bytes) -> None:
        self._numbering = Numbering(told["attributes"], told["min_levels"], told["max_levels"])
        self._rows: NDArray[Any] = np.load(BytesIO(kept))
        self.nodes = int(np.prod(self._numbering.sizes))

    def page(self, offset: int, limit: int, wanted: CandidateQuery) -> CandidatePage:
        """Give some of the candidates that are wanted."""
        order = self._ordered(wanted)
        chosen = self._rows[order[offset : offset + limit]]
        numbering = self._numbering
        levels = [
            numbering.level(chosen["number"], j).tolist() for j in range(numbering.sizes.size)
        ]
        figures = [
            [KINDS[kind] for kind in chosen["kind"]],
            *(chosen[name].tolist() for name in FIGURES[1:-1]),
            _risk(chosen["min_class"]).tolist(),
        ]
        rows = tuple(zip(*levels, *figures, strict=True))
        return CandidatePage((*numbering.attributes, *FIGURES), rows, offset, order.size)

    def place(self, node: Sequence[int], wanted: CandidateQuery) -> int | None:
        """Find where a candidate stands among those that are wanted; None if it does not."""
        number = self._numbering.number(node)
        found = np.flatnonzero(self._rows["number"][self._ordered(wanted)] == number)
        return int(found[0]) if found.size else None

    def spot(self, node: Sequence[int], changed: str | None = None) -> NodeInfo:
        """Say what is known of a node."""
        number = self._numbering.number(node)
        row = int(np.searchsorted(self._rows["number"], number))
        if row == self._rows.size or self._rows[row]["number"] != number:
            return NodeInfo(tuple(node), "unsafe", changed)
        found = self._rows[row]
        return NodeInfo(
            node=tuple(node),
            kind=KINDS[found["kind"]],
            changed=changed,
            loss=float(found["loss"]),
            suppressed=int(found["suppressed"]),
            min_class=int(found["min_class"]),
            risk=float(_risk(found["min_class"])),
        )

    def around(self, node: Sequence[int]) -> Neighbours:
        """Say what is known of a node and of those one step above and below it."""
        coarser, finer = (tuple(self._beside(node, step)) for step in (1, -1))
        return Neighbours(self.spot(node), coarser, finer)

    def spots(self) -> list[NodeInfo]:
        """Say what is known of every node, the most specific first; of a small lattice."""
        numbering, numbers = self._numbering, np.arange(self.nodes)
        levels = [numbering.level(numbers, j).tolist() for j in range(numbering.sizes.size)]
        return [self.spot(node) for node in zip(*levels, strict=True)]

    def drawn(self) -> bytes:
        """Give every node as it is drawn: by height, then the unsafe ones, then by loss.

        One array after the other, little-endian: the numbers of the nodes (uint32), losses
        (float32, not a number where unsafe), records left out and records of the smallest class
        (uint32), and places in `KINDS` (uint8). A lattice of more than `MOST_DRAWN` is refused.
        """
        if self.nodes > MOST_DRAWN:
            raise celosia.ParameterError(
                "service.lattice-nodes-up-drawn-result", nodes=self.nodes, most=MOST_DRAWN
            )
        rows, at = self._rows, self._rows["number"]
        loss = np.full(self.nodes, -1.0)
        loss[at] = rows["loss"]
        order = np.lexsort((loss, self._numbering.heights()))
        known = {"suppressed": "<u4", "min_class": "<u4", "kind": "<u1"}
        told = [order.astype("<u4"), np.where(loss < 0, np.nan, loss)[order].astype("<f4")]
        for name, written in known.items():
            figures = np.full(self.nodes, KINDS.index("unsafe") if name == "kind" else 0, written)
            figures[at] = rows[name]
            told.append(figures[order])
        return b"".join(array.tobytes() for array in told)

    def _beside(self, node: Sequence[int], step: int) -> Iterator[NodeInfo]:
        numbering = self._numbering
        for j, name in enumerate(numbering.attributes):
            level = node[j] + step
            if 0 <= level - numbering.lowest[j] < numbering.sizes[j]:
                yield self.spot((*node[:j], level, *node[j + 1 :]), name)

    def _ordered(self, wanted: CandidateQuery) -> Ints:
        rows, numbering = self._rows, self._numbering
        keep = np.ones(rows.size, np.bool_)
        for asked in wanted.levels:
            j, low, high = self._asked(asked)
            level = numbering.level(rows["number"], j)
            keep &= (low <= level) & (level <= high)
        kept: Ints = np.flatnonzero(keep)
        chosen = rows[kept]
        keys = [chosen["number"], chosen["score"], chosen["kind"] > 0]
        if wanted.sort is not None:
            key = self._key(chosen, wanted.sort)
            keys.append(-key if wanted.descending else key)
        return kept[np.lexsort(keys)]

    def _key(self, rows: NDArray[Any], sort: str) -> NDArray[Any]:
        if sort.startswith(LEVEL_OF):
            return self._numbering.level(rows["number"], self._position(sort[len(LEVEL_OF) :]))
        if sort not in FIGURES:
            raise celosia.ParameterError(
                "service.candidates-sorted-name", figures=FIGURES, prefix=LEVEL_OF
            )
        if sort == "risk":
            return _risk(rows["min_class"])
        if sort == "kind":
            return np.where(rows["tie"], 0.5, rows["kind"])
        return rows[sort].astype(np.float64)

    def _asked(self, asked: str) -> tuple[int, int, int]:
        found = ASKED_LEVEL.fullmatch(asked)
        if found is None:
            raise celosia.ParameterError("service.levels-asked-name-2-name")
        low = int(found["low"])
        return self._position(found["name"]), low, int(found["high"] or low)

    def _position(self, name: str) -> int:
        if name not in self._numbering.attributes:
            names = ", ".join(self._numbering.attributes)
            raise celosia.ParameterError("service.no-such-quasi-identifier", names=names)
        return self._numbering.attributes.index(name)


def _risk(min_class: Any) -> NDArray[np.float64]:
    """Give the highest risk of a record: one in the smallest class; 0 where none is released."""
    return np.where(min_class > 0, 1.0 / np.maximum(min_class, 1), 0.0)
