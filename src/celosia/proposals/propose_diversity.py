"""How diverse a sensitive attribute should be in every class; a person decides."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.core.values import ValueCounts
from celosia.text.messages import Message

LEAST = 2
"""Two values are the least that keeps a class from telling everybody's; l = 2 costs least."""
MOST_VALUES = 200
"""With more, or where hardly two records agree, values are amounts that differ by a cent, and that
two differ hides nothing; an estimate."""
MOST_SHARE = 0.9
"""Where more records share a value, classes of five to ten would mostly hold no other, and the
search could only merge nearly all; half of ten."""


@dataclass(frozen=True, slots=True)
class ProposedDiversity:
    """How many values of a sensitive attribute a class should hold, and why; None for no demand."""

    attribute: str
    l: int | None
    reason: Message


def propose_diversity(attribute: str, values: ValueCounts) -> ProposedDiversity:
    """Propose distinct l-diversity where the table can have it without merging all.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007, §4 (l = 2 is the least that prevents
    the homogeneity attack; skewed attributes make distinct l-diversity hard to reach).

    >>> propose_diversity("dx", ValueCounts(("asthma", "flu"), (40, 60))).l
    2
    >>> propose_diversity("dx", ValueCounts(("no", "yes"), (99, 1))).l is None
    True
    """
    distinct, filled = len(values.texts), values.records - values.nulls
    if distinct < LEAST:
        return ProposedDiversity(
            attribute, None, Message("proposals.diversity-one-value", attribute=attribute)
        )
    if distinct > min(MOST_VALUES, filled / 2):
        return ProposedDiversity(
            attribute, None, Message("proposals.diversity-amounts", attribute=attribute)
        )
    most = max(
        n for value, n in zip(values.values, values.counts, strict=True) if value is not None
    )
    if most > MOST_SHARE * filled:
        share = Message("text.percent", number=int(100 * most / filled))
        return ProposedDiversity(
            attribute,
            None,
            Message("proposals.diversity-skewed", attribute=attribute, share=share),
        )
    return ProposedDiversity(
        attribute, LEAST, Message("proposals.diversity", attribute=attribute, l=LEAST)
    )
