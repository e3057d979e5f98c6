"""Choose the grouping method that fits the size of a table, and say why."""

from __future__ import annotations

from celosia.text.messages import Message

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
