"""What a user may choose about grouping, and the choice that is made for her; light to import."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from celosia.core.parameters import PUBLIC, check_between, check_whole
from celosia.text.messages import Message


class Output(StrEnum):
    """What is published of an attribute for all records of a group."""

    INTERVAL = "interval"
    """Least and greatest: `[20, 35]`."""
    SET = "set"
    """All values that occur: `{a, b}`."""
    ANCESTOR = "ancestor"
    """The closest common ancestor in the hierarchy."""
    MEAN = "mean"
    MEDIAN = "median"
    MODE = "mode"


NUMERIC = (Output.INTERVAL, Output.MEAN, Output.MEDIAN)
"""Outputs that only numbers and dates have."""


class Split(StrEnum):
    """Which cuts Mondrian tries."""

    MEDIAN = "median"
    """Only the one at the median."""
    BALANCED = "balanced"
    """Of all allowed cuts the one whose halves are most equal."""


@dataclass(frozen=True, slots=True)
class GroupingOptions:
    """Choices that only some methods look at.

    >>> GroupingOptions(refine=0).refine
    0
    """

    refine: Annotated[float, PUBLIC] = 60.0
    """Seconds after which the refinement is cut short; 0 for none. It usually ends long before,
    and only then are the same groups certain on another machine."""
    effort: Annotated[float, PUBLIC] = 1.0
    """How much work the refinement plans."""
    relaxed: Annotated[bool, PUBLIC] = False
    """Mondrian: records with the median value may go to either side."""
    split: Annotated[Split, PUBLIC] = Split.BALANCED
    """Mondrian: which cuts are tried."""
    gamma: Annotated[float, PUBLIC] = 0.2
    """V-MDAV: how readily groups grow beyond k."""
    neighbourhood: Annotated[int, PUBLIC] = 20_000
    """k-members and l-greedy are exact inside parts of at most so many records; 0: never cut."""
    share: Annotated[float, PUBLIC] = 0.03
    """Local recoding: how much of the remaining records a round settles at least; less loses
    less and takes longer."""

    def __post_init__(self) -> None:
        check_between(Message("methods.refine-seconds"), self.refine, 0)
        check_between("effort", self.effort, 1e-6)
        check_between("gamma", self.gamma, 0)
        check_whole("neighbourhood", self.neighbourhood, least=0)
        check_between("share", self.share, 1e-6, 1)


SMALL = 5_000
LARGE = 5_000_000


def choose(records: int) -> tuple[str, Message]:
    """Take the method that loses least among those that are quick enough.

    >>> choose(500)[0], choose(1_000_000)[0], choose(50_000_000)[0]
    ('k-members', 'l-greedy', 'mondrian')
    """
    if records <= SMALL:
        return "k-members", Message(
            "methods.k-members-because-records-most", records=records, small=SMALL
        )
    if records <= LARGE:
        return "l-greedy", Message("methods.l-greedy-because-records-loses", records=records)
    return "mondrian", Message(
        "methods.mondrian-because-records-more-greedy", records=records, large=LARGE
    )
