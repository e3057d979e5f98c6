"""What an attacker takes a released label for."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.attribute_domain import AttributeDomain
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.labels import Exact
from celosia.domain.values import Value


def attacked_domain(values: tuple[Value, ...], hierarchy: Hierarchy | None) -> AttributeDomain:
    """Take what is known of some people; the hierarchy need not know them all.

    >>> hierarchy = Hierarchy.from_rows("country", [("Spain", "Europe"), ("Peru", "America")])
    >>> attacked_domain(("Chile", "Peru", "Spain"), hierarchy).covered("Europe")
    array([2])
    """
    return AttributeDomain.of("", values, hierarchy, decimal=None, complete=False)


def taken_for(domain: AttributeDomain, label: Value) -> IntArray:
    """Positions of the values that a label may stand for, to somebody who knows those.

    It is what the label covers, with two differences, both on the side of caution. A null stands
    for a null only, also where the known people have none: more candidates would mean less risk.
    And the same number written otherwise is the same: a release that writes 5 for 5.0 links.

    >>> ages = attacked_domain(("5", "5.0", "7", None), None)
    >>> taken_for(ages, "5"), taken_for(ages, "6-9"), taken_for(ages, None)
    (array([0, 1]), array([2]), array([3]))
    """
    if label is None:
        return np.flatnonzero([value is None for value in domain.values])
    found = domain.covered(label)
    if domain.hierarchical or not domain.numeric or domain.reader.place(label) < 0:
        return found
    return np.union1d(found, domain.reader.matching(Exact(label)))
