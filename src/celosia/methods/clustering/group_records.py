"""Put the records of a table into groups that satisfy every model, by any of the methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.relation import SUPPRESSED_GROUP, Partition
from celosia.core.values import IntArray
from celosia.errors import NotAchievable
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.group_labels import labels
from celosia.methods.clustering.group_persons import Visits, in_layers
from celosia.methods.clustering.grouping_problem import GroupingProblem, laid_out
from celosia.methods.clustering.kernels.coded_records import SCALE, Records
from celosia.methods.clustering.kernels.group_costs import total_cost
from celosia.methods.clustering.refine_groups import Refined, refine
from celosia.methods.clustering.satisfy_models import satisfied
from celosia.methods.lattice.lattice_problem import LatticeProblem
from celosia.methods.method import grouping_method
from celosia.methods.method_options import GroupingOptions, Output
from celosia.text.messages import Message


def loss(records: Records, group_of: IntArray) -> float:
    """Mean certainty penalty of all cells, by weight: from 0 (told as they are) to 1 (`*`).

    References: the global certainty penalty (GCP) of Ghinita et al., VLDB 2007, as in Liang and
    Samavi, 2020, equation 4.
    """
    if not group_of.size:
        return 0.0
    return float(total_cost(records, group_of) / (SCALE * group_of.size))


def attribute_losses(
    attributes: Sequence[Attribute], records: Records, group_of: IntArray
) -> dict[str, float]:
    """Mean certainty penalty of each attribute on its own, whatever its weight."""
    alone = [replace(attribute, weight=1.0) for attribute in attributes]
    return {
        attribute.name: loss(laid_out([attribute], records.codes[j : j + 1]), group_of)
        for j, attribute in enumerate(alone)
    }


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """Groups of records that satisfy the models, and what they cost."""

    method: str
    reason: Message | None
    """Why this method, where the choice was left to Celosía."""
    group_of: IntArray
    """Group of each record of the problem; `SUPPRESSED_GROUP` for those left out."""
    loss: float
    """Mean certainty penalty of all records, suppressed ones at 1."""
    losses: dict[str, float]
    """The same for each quasi-identifier on its own."""
    outputs: dict[str, Output]
    """What is published of each quasi-identifier."""
    suppressed: int
    refined: Refined | None
    """What the refinement did, if it was asked for."""

    @property
    def sizes(self) -> IntArray:
        """Records of each group."""
        return np.bincount(self.group_of[self.group_of >= 0]).astype(np.int64)


def group(
    problem: GroupingProblem,
    method: str = "auto",
    options: GroupingOptions | None = None,
    lattice: LatticeProblem | None = None,
    progress: Progress = silent,
) -> Grouping:
    """Group by a method, join what the models reject, and refine while the loss falls.

    Local recoding needs the lattice problem of the same records as well.
    """
    options = options or GroupingOptions()
    if problem.protected < problem.k:
        few = "persons" if problem.subject else "records"
        raise NotAchievable(
            f"methods.groups-out-reach-table-{few}", k=problem.k, size=problem.protected
        )
    method, how, reason = grouping_method(method, problem.size)
    if problem.subject and not how.needs_hierarchies:
        found = in_layers(
            problem, lambda layer: how.group(layer, options.of_method(how), None, progress)
        )
    else:
        found = how.group(problem, options.of_method(how), lattice, progress)
    group_of = satisfied(problem, found, progress)
    refined = None
    visits = Visits.of(problem) if problem.subject else None
    if options.refine > 0 and (visits is None or visits.one_each):
        better, refined = _refined(problem, visits, group_of, options, progress)
        group_of = satisfied(problem, better, progress)  # groups that now look alike are one class
    suppressed = int((group_of == SUPPRESSED_GROUP).sum())
    kept = _kept(problem, group_of)
    share = 1 - suppressed / problem.size
    return Grouping(
        method=method,
        reason=reason,
        group_of=group_of,
        loss=loss(*kept) * share + suppressed / problem.size,
        losses={
            name: part * share + suppressed / problem.size
            for name, part in attribute_losses(problem.attributes, *kept).items()
        },
        outputs={attribute.name: attribute.output for attribute in problem.attributes},
        suppressed=suppressed,
        refined=refined,
    )


def partition(
    problem: GroupingProblem,
    grouping: Grouping,
    published: tuple[str, ...],
    keep_suppressed: bool = False,
) -> Partition:
    """Say how many records of each combination go to which group, and how groups look."""
    group_of = grouping.group_of
    groups = int(group_of.max(initial=-1)) + 1
    width = groups + 1  # the last place is for the suppressed
    places = np.where(group_of >= 0, group_of, groups)
    pairs, number = np.unique(problem.combination * width + places, return_counts=True)
    row = pairs // width
    before = np.cumsum(number) - number
    starts = np.searchsorted(row, np.arange(problem.counts.counts.size))
    target = pairs % width
    return Partition(
        quasi_identifiers=problem.given,
        published=published,
        codebooks=(
            *(a.codebook for a in problem.attributes),
            *problem.sensitive,
            *problem.subject,
        ),
        codes=problem.counts.codes[row],
        first=before - before[starts][row],
        number=number.astype(np.int64),
        group=np.where(target < groups, target, SUPPRESSED_GROUP),
        labels=labels(problem, group_of),
        keep_suppressed=keep_suppressed,
        nulls=problem.nulls,
    )


def _refined(
    problem: GroupingProblem,
    visits: Visits | None,
    group_of: IntArray,
    options: GroupingOptions,
    progress: Progress,
) -> tuple[IntArray, Refined]:
    """Refine the groups that are published; beyond sizes, only what leaves histograms alone.

    Persons go from group to group with all their records, if each has a single visit.
    """
    records, signature, whole = problem.records, problem.signature, group_of
    if visits is not None:
        whole = np.empty(visits.person.size, np.int64)
        whole[visits.visit_of] = group_of
        records = laid_out(problem.attributes, np.ascontiguousarray(visits.codes.T, np.int32))
        signature = visits.signature(problem)
    inside = np.flatnonzero(whole >= 0)
    refined = refine(
        records._replace(codes=np.ascontiguousarray(records.codes[:, inside])),
        whole[inside],
        problem.k,
        seed=problem.seed,
        seconds=options.refine,
        effort=options.effort,
        signature=None if problem.by_size else signature[inside],
        progress=progress,
    )
    better = whole.copy()
    better[inside] = refined.group_of
    share = inside.size / whole.size
    before, after = (part * share + (1 - share) for part in (refined.before, refined.after))
    told = replace(refined, before=before, after=after)
    return (better if visits is None else better[visits.visit_of]), told


def _kept(problem: GroupingProblem, group_of: IntArray) -> tuple[Records, IntArray]:
    inside = group_of >= 0
    if inside.all():
        return problem.records, group_of
    codes = np.ascontiguousarray(problem.records.codes[:, inside])
    return problem.records._replace(codes=codes), group_of[inside]
