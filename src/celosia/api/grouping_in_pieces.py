"""Group a table piece by piece, where it lives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from celosia.api.grouping import GroupingFrame
from celosia.api.merging import merged
from celosia.api.piece_grouping import PieceFigures, PieceGrouping
from celosia.api.verifying import Figures
from celosia.domain.arrays import IntArray
from celosia.domain.coding import Codebook
from celosia.domain.ports import Divisible, HeldGroups
from celosia.domain.roles import Roles
from celosia.domain.table import Table
from celosia.methods.clustering.choices import Output
from celosia.methods.clustering.pieces import check_divisible
from celosia.methods.clustering.refinement import Refined
from celosia.methods.method import grouping_method
from celosia.recipe import Recipe
from celosia.text.messages import Message


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
    books = {name: Codebook(name, (*found.texts, None)) for name, found in values.items()}
    books |= {book.column: book for book in frame.sensitive}
    number = {
        name: dict(zip(found.values, found.counts, strict=True)) for name, found in values.items()
    }
    return PieceGrouping(
        attributes=tuple(sorted(frame.attributes, key=lambda attribute: attribute.name)),
        sensitive=tuple(books[name] for name in values),
        judged=judged,
        whole={
            name: np.array([number[name].get(v, 0) for v in book.values[:-1]], np.float64)
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
