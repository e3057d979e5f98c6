"""The methods by name."""

from __future__ import annotations

from enum import StrEnum


class Method(StrEnum):
    """How the published labels are found."""

    OPTIMAL = "optimal"
    """The best full-domain generalization, without listing the others."""
    INCOGNITO = "incognito"
    """All full-domain generalizations that satisfy the models, then the best of them."""
    LOCAL = "local"
    """Full-domain generalization, repeated on the records that it would suppress."""
    K_MEMBERS = "k-members"
    L_GREEDY = "l-greedy"
    MONDRIAN = "mondrian"
    MDAV = "mdav"
    V_MDAV = "v-mdav"
    HILBERT = "hilbert"
    REFERENCE = "reference"
    FUZZY = "fuzzy"
    """Numbers are told by vague labels: low, medium, high."""
    NONE = "none"
    """Nothing is generalized: what the techniques make is published as it is."""
    AUTO = "auto"
    """The grouping method that fits the size of the table."""

    @property
    def groups(self) -> bool:
        """Whether each group of records gets labels of its own."""
        return self not in (Method.OPTIMAL, Method.INCOGNITO, Method.FUZZY, Method.NONE)
