"""Principal components of both tables, and how they changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from celosia.core.values import BoolArray, FloatArray
from celosia.errors import ParameterError
from celosia.text.messages import Message
from celosia.utility.cost_figure import COST_FIGURES, CostFigure
from celosia.utility.table_pair import Differences, TablePair

_NOTHING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class PrincipalComponents:
    """Principal component analysis of numeric columns, components from most to least significant.

    The sign of a component is free; here its largest loading is positive.

    Sort: of one table. References: Jolliffe, Principal Component Analysis, Springer, 2002;
    Rosso 2023, section 6.1.2.

    >>> table = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 3.0]])
    >>> components = PrincipalComponents.of(["a", "b"], table)
    >>> components.significance.round(3), components.correlations.round(3)[0]
    (array([0.8, 0.2]), array([0.894, 0.894]))
    """

    columns: tuple[str, ...]
    records: int
    significance: FloatArray
    """Share of the variance that each component explains."""
    loadings: FloatArray
    """(components, columns): unit vectors."""
    correlations: FloatArray
    """(components, columns): Pearson correlation of each component with each column."""

    @classmethod
    def of(
        cls, columns: Sequence[str], numbers: FloatArray, standardise: bool = True
    ) -> PrincipalComponents:
        """Analyse a table of numbers without gaps and without constant columns.

        Without `standardise` the column of the largest variance takes the first component, as in
        Rosso 2023, figure 6.4 (docs: sources).
        """
        if numbers.shape[0] < 2 or not np.isfinite(numbers).all() or not _spread(numbers).all():
            raise ParameterError("utility.principal-components-need-least-two")
        deviation = numbers.std(axis=0, ddof=1)
        scaled = (numbers - numbers.mean(axis=0)) / (deviation if standardise else 1.0)
        variances, vectors = np.linalg.eigh(np.atleast_2d(np.cov(scaled, rowvar=False)))
        variances = np.where(variances > _NOTHING * variances[-1], variances, 0.0)[::-1]
        loadings = _positive(vectors[:, ::-1].T)
        own = 1.0 if standardise else deviation
        correlations = np.clip(loadings * np.sqrt(variances)[:, None] / own, -1.0, 1.0)
        share = variances / variances.sum()
        return cls(tuple(columns), numbers.shape[0], share, loadings, correlations)

    def facing(self, other: PrincipalComponents) -> PrincipalComponents:
        """Turn components that point away from another table's."""
        sign = np.where((self.loadings * other.loadings).sum(axis=1) < 0, -1.0, 1.0)[:, None]
        return replace(self, loadings=self.loadings * sign, correlations=self.correlations * sign)


@dataclass(frozen=True, slots=True, eq=False)
class ComponentChange:
    """Principal components before and after, matched by rank, and how far apart they are.

    Intervals count at their midpoint. Records with a gap in the columns used are left out, and so
    are columns that are constant or without numbers on either side (`left_out`).

    Sort: comparison of two tables, records in any order. References: Rosso 2023, section 6.1.2;
    Domingo-Ferrer and Torra, 2001 (RF - RF'), see `Differences`.

    >>> table = {"a": ["1", "2", "3", "4"], "b": ["2", "1", "4", "3"], "c": ["7", "7", "7", "7"]}
    >>> change = ComponentChange.of(TablePair.of(table, table))
    >>> change.correlations.mse, change.left_out
    (0.0, ('c',))
    """

    before: PrincipalComponents
    after: PrincipalComponents
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(cls, pair: TablePair, standardise: bool = True) -> ComponentChange:
        """Analyse the numeric columns that the tables share."""
        old, new = pair.original_numbers(pair.numeric), pair.released_numbers(pair.numeric)
        kept = _usable(old, new)
        if not kept.any():
            raise ParameterError(
                "utility.no-principal-components-numeric-columns", number=len(pair.numeric)
            )
        names = [name for name, used in zip(pair.numeric, kept, strict=True) if used]
        before = PrincipalComponents.of(names, _complete(old[:, kept]), standardise)
        after = PrincipalComponents.of(names, _complete(new[:, kept]), standardise)
        left_out = tuple(name for name in pair.numeric if name not in names)
        return cls(before, after.facing(before), left_out)

    @property
    def correlations(self) -> Differences:
        """Differences of the correlations between components and columns."""
        return Differences.of(self.before.correlations, self.after.correlations)

    @property
    def significance(self) -> Differences:
        """Differences of the shares of explained variance."""
        return Differences.of(self.before.significance, self.after.significance)

    @property
    def loadings(self) -> Differences:
        """Differences of the loadings."""
        return Differences.of(self.before.loadings, self.after.loadings)


def _complete(numbers: FloatArray) -> FloatArray:
    """Records without gaps, sorted: where components tie, rounding must not tell their order."""
    found = numbers[~np.isnan(numbers).any(axis=1)]
    return np.asarray(found[np.lexsort(found.T)], np.float64)


def _spread(numbers: FloatArray) -> BoolArray:
    scale = np.abs(numbers).max(axis=0, initial=0.0)
    spans = np.ptp(numbers, axis=0) if numbers.size else np.zeros(numbers.shape[1])
    return np.asarray(spans > _NOTHING * scale, np.bool_)


def _usable(old: FloatArray, new: FloatArray) -> BoolArray:
    """Columns that vary in both tables, also among the records complete in all of them.

    While they do not, the column with most gaps goes.
    """
    kept = np.array(
        [
            bool(_spread(_complete(old[:, [i]])).all() and _spread(_complete(new[:, [i]])).all())
            for i in range(old.shape[1])
        ],
        np.bool_,
    )
    gaps = np.isnan(old).mean(axis=0) + (np.isnan(new).mean(axis=0) if new.size else 1.0)
    while kept.any():
        if _spread(_complete(old[:, kept])).all() and _spread(_complete(new[:, kept])).all():
            break
        kept[np.where(kept, gaps, -1.0).argmax()] = False
    return kept


def _positive(loadings: FloatArray) -> FloatArray:
    largest = np.abs(loadings).argmax(axis=1)
    sign = np.sign(loadings[np.arange(loadings.shape[0]), largest])
    return np.asarray(loadings * sign[:, None], np.float64)


COST_FIGURES.add(
    "pca_mae",
    CostFigure(
        Message("utility.figure-pca-mae-title"),
        Message("utility.figure-pca-mae-meaning"),
        "Pearson 1901; Domingo-Ferrer and Torra 2001",
    ),
    order=11,
)
