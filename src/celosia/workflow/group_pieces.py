"""Group a table piece by piece, where it lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from celosia.core.classes import counted_by_value
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.model import PrivacyModel
from celosia.core.relation import Divisible, HeldGroups, Partition
from celosia.core.schema import Roles
from celosia.core.table import Table
from celosia.core.values import BoolArray, FloatArray, IntArray, NullPolicy
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.group_records import group, partition
from celosia.methods.clustering.grouping_problem import (
    GroupingProblem,
    PieceProblem,
    check_divisible,
)
from celosia.methods.clustering.refine_groups import Refined
from celosia.methods.clustering.satisfy_models import out_of_reach
from celosia.methods.gather import counted_classes, group_ids, part_of_whole
from celosia.methods.method import grouping_method
from celosia.methods.method_options import GroupingOptions, Output
from celosia.recipe import Recipe
from celosia.risk import ProsecutorRisk
from celosia.text.messages import Message
from celosia.workflow.assess import HIGHEST_L, WORST, AttributeFigures
from celosia.workflow.group import GroupingFrame
from celosia.workflow.verify import Figures


def merged(pieces: Sequence[Figures]) -> Figures:
    """Add up what is counted, and take the worst of what is not."""
    records = sum(piece.records for piece in pieces)
    classes = sum(piece.classes for piece in pieces)
    expected = sum(piece.risk.expected for piece in pieces)
    over_classes = sum(piece.risk.average_over_classes * piece.classes for piece in pieces)
    return Figures(
        records=records,
        classes=classes,
        min_class=min(piece.min_class for piece in pieces),
        risk=ProsecutorRisk(
            highest=max(piece.risk.highest for piece in pieces),
            average=expected / records,
            unique=sum(piece.risk.unique for piece in pieces),
            expected=expected,
            average_over_classes=over_classes / classes,
        ),
        attributes={
            name: _worst([piece.attributes[name] for piece in pieces])
            for name in pieces[0].attributes
        },
    )


def _worst(pieces: Sequence[AttributeFigures]) -> AttributeFigures:
    figures = [asdict(piece) for piece in pieces]
    worst: dict[str, Any] = {name: pick(f[name] for f in figures) for name, pick in WORST.items()}
    worst["recursive_c_l"] = {
        l: max(piece.recursive_c_l[l] for piece in pieces)
        for l in range(2, min(worst["distinct_l"], HIGHEST_L) + 1)
    }
    return AttributeFigures(**worst)


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
        return {book.column: book.labels for book in self.sensitive}

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


@dataclass(frozen=True, slots=True, eq=False)
class GroupedPieces:
    """Groups of records that were made piece by piece, and what they cost."""

    method: str
    reason: Message
    """Why this method, if it was not named, and where the records were grouped."""
    pieces: int
    sizes: IntArray
    """Records of each group."""
    loss: float
    """Mean certainty penalty of all records."""
    losses: dict[str, float]
    """The same for each quasi-identifier on its own."""
    outputs: dict[str, Output]
    """What is published of each quasi-identifier."""
    refined: Refined | None
    """What the refinement did in all pieces together, if it was asked for."""
    suppressed: int = 0
    """None ever is."""


def group_in_pieces(
    table: Table, recipe: Recipe, roles: Roles, frame: GroupingFrame
) -> tuple[HeldGroups, GroupedPieces, Figures]:
    """Have the workers group all records; tell also how the table stood before."""
    assert isinstance(table.relation, Divisible)
    check_divisible(recipe.method, recipe.models)
    method, _, reason = grouping_method(recipe.method, table.records)
    local = _local(table, recipe, roles, frame, method)
    held = table.relation.in_pieces(local)
    told: tuple[PieceFigures, ...] = held.told
    records = [int(piece.sizes.sum()) for piece in told]
    found = GroupedPieces(
        method=method,
        reason=joined(reason, _on_workers(sum(records), len(told), table.relation.most_together)),
        pieces=len(told),
        sizes=np.concatenate([piece.sizes for piece in told]),
        loss=float(np.average([piece.loss for piece in told], weights=records)),
        losses={
            name: float(np.average([piece.losses[name] for piece in told], weights=records))
            for name in recipe.quasi_identifiers
        },
        outputs={a.name: a.output for a in frame.attributes},
        refined=_all_refined([piece.refined for piece in told], records),
    )
    return held, found, merged([piece.before for piece in told])


def _local(
    table: Table, recipe: Recipe, roles: Roles, frame: GroupingFrame, method: str
) -> PieceGrouping:
    """Gather all that a worker needs; what is measured but not judged is counted as well."""
    judged = tuple(book.column for book in frame.sensitive)
    values = {
        name: table.relation.values(name, frame.complete)
        for name in (*judged, *(name for name in recipe.sensitive if name not in judged))
    }
    books = {
        name: Codebook(name, (*found.texts, None), as_written=name in recipe.as_written)
        for name, found in values.items()
    }
    books |= {book.column: book for book in frame.sensitive}
    number = {
        name: dict(zip(found.values, found.counts, strict=True)) for name, found in values.items()
    }
    return PieceGrouping(
        attributes=tuple(sorted(frame.attributes, key=lambda attribute: attribute.name)),
        sensitive=tuple(books[name] for name in values),
        judged=judged,
        whole={
            name: counted_by_value(
                book.labels,
                np.array([number[name].get(v, 0) for v in book.values[:-1]], np.float64),
            )
            for name, book in books.items()
        },
        models=recipe.models,
        nulls=recipe.nulls,
        seed=recipe.seed,
        method=method,
        options=recipe.grouping,
        published=roles.published,
    )


def _all_refined(refined: Sequence[Refined | None], records: Sequence[int]) -> Refined | None:
    done = [each for each in refined if each is not None]
    if not done:
        return None
    return Refined(
        group_of=np.zeros(0, np.int64),
        before=float(np.average([each.before for each in done], weights=records)),
        after=float(np.average([each.after for each in done], weights=records)),
        moves=sum(each.moves for each in done),
        swaps=sum(each.swaps for each in done),
        finished=all(each.finished for each in done),
        seconds=sum(each.seconds for each in done),
    )


def joined(first: Message | None, second: Message) -> Message:
    """Say one sentence after the other."""
    if first is None:
        return second
    return Message("workflow.text-2", first=first, second=second)


def together(records: int, most: int) -> Message:
    """Say that the driver grouped all records itself."""
    return Message("workflow.driver-grouped-all-records-together", records=records, most=most)


def _on_workers(records: int, pieces: int, most: int) -> Message:
    return Message(
        "workflow.workers-grouped-records-more-pieces", records=records, most=most, pieces=pieces
    )
