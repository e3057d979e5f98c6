"""Mondrian: cut the records in two, and each half again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias

from celosia.core.parameters import PUBLIC
from celosia.core.progress import Progress, silent
from celosia.methods.method import METHODS, GroupingMethod, MethodOptions
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.values import IntArray
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.clustering.kernels.coded_records import Records
    from celosia.methods.lattice import LatticeProblem

Split: TypeAlias = Literal["balanced", "median"]


@dataclass(frozen=True, slots=True)
class MondrianOptions(MethodOptions):
    """How Mondrian cuts."""

    relaxed: Annotated[bool, PUBLIC] = False
    """Records with the median value may go to either side."""
    split: Annotated[Split, PUBLIC] = "balanced"
    """Only the cut at the median is tried, or of all allowed cuts that of the most equal halves."""
    labels: ClassVar[Mapping[str, Message]] = {
        "relaxed": Message("methods.option-relaxed"),
        "split": Message("methods.option-split"),
    }
    choices: ClassVar[Mapping[str, Mapping[str, Message]]] = {
        "split": {
            "balanced": Message("methods.split-balanced"),
            "median": Message("methods.split-median"),
        }
    }


def mondrian(
    records: Records,
    k: int,
    relaxed: bool = False,
    split: Split = "balanced",
    progress: Progress = silent,
) -> IntArray:
    """Cut the records at the median of the widest attribute, and each half again down to k.

    The widest attribute is that of the highest cost for the part, weight included; when it cannot
    be cut, the next widest is. A strict cut separates values: of the median only the upper border
    is tried, as published; balanced, the border that leaves the halves most equal. A relaxed cut
    puts half of the records on each side, those of the median value on either. Hierarchies are cut
    between the children of the closest common ancestor, sets in the order of their codes. A part
    with nulls and values is first cut between the two, if both are enough. Time grows as n log n.

    References: LeFevre, DeWitt and Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006.
    """
    from celosia.methods.clustering.cut_records import cut_into_parts
    from celosia.methods.clustering.kernels.mondrian_kernel import CutRules

    rules = CutRules(
        least=k,
        enough=2 * k - 1,
        relaxed=relaxed,
        both_borders=split == "balanced",
        by_step=False,
    )
    return cut_into_parts(records, rules, progress, "mondrian")


def _group(
    problem: GroupingProblem,
    options: MondrianOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    return mondrian(problem.records, problem.k, options.relaxed, options.split, progress)


METHODS.add(
    "mondrian",
    GroupingMethod(
        title=Message("methods.mondrian"),
        explanation=Message("methods.cuts-table-into-halves-again"),
        group=_group,
        options=MondrianOptions,
    ),
    order=6,
)
