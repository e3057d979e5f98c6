"""The grouping method that fits the size of the table."""

from __future__ import annotations

from celosia.methods.method import METHODS, ChosenMethod
from celosia.text.messages import Message

SMALL = 5_000
"""Up to so many records time hardly matters (k-members takes 142 ms for the 30,162 records of
adult). k-members and l-greedy lose nearly the same there, now the one less, now the other
(benchmarks/README.md); that k-members is taken, and up to here, is an estimate."""
LARGE = 5_000_000
"""Up to so many, l-greedy takes about 15 s: an estimate from 2.6 s for a million records and a
growth as n to the 1.11 (benchmarks/README.md)."""


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


METHODS.add(
    "auto",
    ChosenMethod(
        title=Message("methods.grouping-fits-size-table"),
        explanation=Message("methods.methods-quick-enough-loses-least"),
        choose=choose,
        among=("k-members", "l-greedy", "mondrian"),
    ),
    order=3,
)
