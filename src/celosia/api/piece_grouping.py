"""What a worker does with a piece of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from celosia.api.attribute_figures import AttributeFigures
from celosia.api.verifying import Figures
from celosia.domain.arrays import BoolArray, FloatArray, IntArray
from celosia.domain.coding import Codebook, FrequencySet
from celosia.domain.model import PrivacyModel
from celosia.domain.nulls import NullPolicy
from celosia.domain.recoding import Partition
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.choices import GroupingOptions
from celosia.methods.clustering.grouping import group, partition
from celosia.methods.clustering.pieces import PieceProblem
from celosia.methods.clustering.problem import GroupingProblem
from celosia.methods.clustering.refinement import Refined
from celosia.methods.clustering.satisfying import out_of_reach
from celosia.methods.gathering import counted_classes, part_of_whole
from celosia.methods.row_groups import group_ids


@dataclass(frozen=True, slots=True, eq=False)
class PieceFigures:
    """What the driver is told of a piece: no combination, and no value."""

    sizes: IntArray
    """Records of each group."""
    loss: float
    losses: dict[str, float]
    refined: Refined | None
    before: Figures


@dataclass(frozen=True, slots=True, eq=False)
class PieceGrouping:
    """Groups the records of a piece with the code that groups a whole table."""

    attributes: tuple[Attribute, ...]
    """In the order of names."""
    sensitive: tuple[Codebook, ...]
    """Those that models look at, then those that are only measured."""
    judged: tuple[str, ...]
    whole: Mapping[str, FloatArray]
    """Records of each value of the sensitive attributes in the table."""
    models: tuple[PrivacyModel, ...]
    nulls: NullPolicy
    seed: int
    method: str
    options: GroupingOptions
    published: tuple[str, ...]

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The quasi-identifiers, in the order of names."""
        return tuple(attribute.name for attribute in self.attributes)

    @property
    def codebooks(self) -> tuple[Codebook, ...]:
        """The columns that tell records apart."""
        return (*(attribute.codebook for attribute in self.attributes), *self.sensitive)

    @property
    def complete(self) -> tuple[str, ...]:
        """Only records without a null in these are grouped."""
        return self.quasi_identifiers if self.nulls is NullPolicy.EXCLUDED else ()

    @property
    def weights(self) -> FloatArray:
        """How much each quasi-identifier counts."""
        return np.array([attribute.weight for attribute in self.attributes], np.float64)

    @property
    def k(self) -> int:
        """The least group size that all models ask for."""
        return max(model.least_size for model in self.models)

    @property
    def _labels(self) -> dict[str, tuple[str, ...]]:
        return {
            book.column: tuple(value for value in book.values if value is not None)
            for book in self.sensitive
        }

    def accepts(self, counts: FrequencySet, set_of: IntArray) -> BoolArray:
        """Tell which sets of records could be one group; the first holds all records."""
        codes = dict(zip(counts.columns, counts.codes.T, strict=True))
        queries = {names for model in self.models for names in model.sensitive}
        classes = part_of_whole(
            counted_classes(set_of, counts.counts, codes, self._labels, queries), self.whole
        )
        good = np.ones(classes.number, np.bool_)
        for model in self.models:
            accepted = np.asarray(model.accepts(classes), np.bool_)
            if not accepted[0]:
                raise out_of_reach([model], int(classes.sizes[0]))
            good &= accepted
        return good

    def __call__(self, counts: FrequencySet) -> tuple[Partition, PieceFigures]:
        """Group the records of a piece, and measure what that costs and how they stood before."""
        problem = PieceProblem.within(
            GroupingProblem.of(
                self.attributes, counts, self.models, self.sensitive, 0.0, self.nulls, self.seed
            ),
            self.whole,
        )
        found = group(problem, self.method, self.options)
        refined = found.refined and replace(found.refined, group_of=np.zeros(0, np.int64))
        told = PieceFigures(found.sizes, found.loss, found.losses, refined, self._before(counts))
        return partition(problem, found, self.published), told

    def _before(self, counts: FrequencySet) -> Figures:
        """Measure the piece as it came; records alike are never in two pieces."""
        width = len(self.attributes)
        class_of = group_ids(
            list(counts.codes[:, :width].T), [len(a.values) for a in self.attributes]
        )
        codes = dict(zip(counts.columns[width:], counts.codes[:, width:].T, strict=True))
        names = [book.column for book in self.sensitive if self.whole[book.column].any()]
        classes = part_of_whole(
            counted_classes(class_of, counts.counts, codes, self._labels, [(n,) for n in names]),
            self.whole,
        )
        attributes = {name: AttributeFigures.of(classes, name) for name in names}
        return replace(Figures.of(classes), attributes=attributes)
