"""How much of what columns tell about each other is preserved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.parameters import check_whole
from celosia.core.values import CodedCells, FloatArray, IntArray
from celosia.errors import ParameterError
from celosia.text.messages import Message
from celosia.utility.cost_figure import COST_FIGURES, CostFigure
from celosia.utility.table_pair import Differences, TablePair


def entropy_bits(codes: IntArray) -> float:
    """Shannon entropy of a column of codes, in bits.

    >>> entropy_bits(np.array([0, 1, 0, 1]))
    1.0
    """
    few = int(codes.max(initial=0)) < 4 * codes.size + 1024
    counts = np.bincount(codes) if few else np.unique(codes, return_counts=True)[1]
    counts = counts[counts > 0]
    shares = counts / max(codes.size, 1)
    return float(max(-(shares * np.log2(shares)).sum(), 0.0))


def mutual_information(first: IntArray, second: IntArray) -> float:
    """Bits that two columns of codes tell about each other: H(X) + H(Y) - H(X, Y).

    References: Cover and Thomas, Elements of Information Theory, 2006, equation 2.45.

    >>> mutual_information(np.array([0, 0, 1, 1]), np.array([5, 5, 7, 7]))
    1.0
    """
    together = first * (int(second.max(initial=0)) + 1) + second
    bits = entropy_bits(first) + entropy_bits(second) - entropy_bits(together)
    return max(bits, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class MutualInformationChange:
    """Mutual information of each pair of columns before and after.

    Categories are compared by label. Numbers, which seldom repeat, are first put into at most
    `bins` bins that hold equally many records of the original, intervals at their midpoint; cells
    without a number share one more bin. Suppressed cells are a label like any other.

    Sort: comparison of two tables, records in any order. References: Cover and Thomas, 2006; Press
    et al., Numerical Recipes, 2007, section 14.7.4 (symmetric uncertainty).

    >>> table = {"sex": ["F", "F", "M", "M"], "job": ["a", "a", "b", "b"]}
    >>> hidden = {"sex": ["F", "F", "M", "M"], "job": ["*", "*", "*", "*"]}
    >>> MutualInformationChange.of(TablePair.of(table, hidden)).preserved
    0.0
    """

    columns: tuple[str, ...]
    before: FloatArray
    """(columns, columns), in bits; the diagonal holds the entropies."""
    after: FloatArray

    @classmethod
    def of(cls, pair: TablePair, bins: int = 10) -> MutualInformationChange:
        """Compare all shared columns; at least two."""
        check_whole("MutualInformationChange: bins", bins, least=2)
        if len(pair.columns) < 2:
            raise ParameterError("utility.mutual-information-needs-two-columns")
        edges = {name: _edges(pair.original_numbers([name])[:, 0], bins) for name in pair.numeric}
        before = _matrix([_coded(pair, pair.original, name, edges) for name in pair.columns])
        after = _matrix([_coded(pair, pair.released, name, edges) for name in pair.columns])
        return cls(pair.columns, before, after)

    @property
    def preserved(self) -> float:
        """Bits shared by pairs after, over before; nan when no pair shared any.

        At most 1 where every value has one label; noise may raise it.
        """
        pairs = np.triu_indices(len(self.columns), k=1)
        total = float(self.before[pairs].sum())
        return float(self.after[pairs].sum()) / total if total > 1e-9 else nan

    @property
    def normalised(self) -> tuple[FloatArray, FloatArray]:
        """Symmetric uncertainty 2 I / (H + H) before and after: 0 to 1, nan for two constants."""
        return _normalised(self.before), _normalised(self.after)

    @property
    def differences(self) -> Differences:
        """Differences of the normalised figures over pairs of distinct columns."""
        pairs = np.triu_indices(len(self.columns), k=1)
        before, after = self.normalised
        return Differences.of(before[pairs], after[pairs])


def _coded(
    pair: TablePair,
    table: Mapping[str, CodedCells],
    name: str,
    edges: Mapping[str, FloatArray],
) -> IntArray:
    if name not in edges:
        return table[name].codes
    is_original = table is pair.original
    matrix = pair.original_numbers([name]) if is_original else pair.released_numbers([name])
    numbers = matrix[:, 0]
    binned = np.digitize(numbers, edges[name])
    return np.where(np.isnan(numbers), edges[name].size + 1, binned).astype(np.int64)


def _edges(numbers: FloatArray, bins: int) -> FloatArray:
    known = numbers[~np.isnan(numbers)]
    if not known.size:
        return np.empty(0)
    distinct = np.unique(known)
    if distinct.size <= bins:
        return np.asarray((distinct[:-1] + distinct[1:]) / 2, np.float64)
    return np.unique(np.quantile(known, np.arange(1, bins) / bins))


def _matrix(columns: Sequence[IntArray]) -> FloatArray:
    bits = np.diag([entropy_bits(column) for column in columns])
    for i, first in enumerate(columns):
        for j, second in enumerate(columns[:i]):
            bits[i, j] = bits[j, i] = mutual_information(first, second)
    return bits


def _normalised(bits: FloatArray) -> FloatArray:
    entropies = np.diag(bits)
    total = entropies[:, None] + entropies[None, :]
    ratio = np.full(bits.shape, nan)
    np.divide(2 * bits, total, out=ratio, where=total > 1e-12)
    return np.asarray(np.minimum(ratio, 1.0), np.float64)


COST_FIGURES.add(
    "mutual_information_preserved",
    CostFigure(
        Message("utility.figure-mutual-information-preserved-title"),
        Message("utility.figure-mutual-information-preserved-meaning"),
        "Shannon 1948",
        "higher",
    ),
    order=9,
)
