"""Suppressed share: how many records and cells were given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.values import Value, numbered
from celosia.utility.table_pair import check_columns, left_out


@dataclass(frozen=True, slots=True)
class SuppressedShare:
    """Shares of the original's records and cells of which the release says nothing.

    A record is suppressed when it is left out, or when every measured cell of it is.

    Sort: from labels and the original domain. References: Samarati, IEEE TKDE 13(6), 2001.

    >>> domains = {"age": AttributeDomain.of("age", ["20", "30"])}
    >>> SuppressedShare.of({"age": ["20", "*", "30"]}, domains, records=4)
    SuppressedShare(records=0.5, cells=0.5, by_attribute={'age': 0.5})
    """

    records: float
    cells: float
    by_attribute: Mapping[str, float]

    @classmethod
    def of(
        cls,
        released: Mapping[str, Sequence[Value]],
        domains: Mapping[str, AttributeDomain],
        records: int | None = None,
    ) -> SuppressedShare:
        """Measure the columns that have a domain; nan when the original has no records."""
        number = check_columns(released, tuple(domains))
        lost = left_out(records, number)
        total = number + lost
        if not total:
            return cls(nan, nan, dict.fromkeys(domains, nan))
        whole, shares = np.ones(number, np.bool_), {}
        for name, domain in domains.items():
            labels, codes = numbered(released[name])
            starred = np.array([domain.suppresses(label) for label in labels], np.bool_)[codes]
            whole &= starred
            shares[name] = float((starred.sum() + lost) / total)
        cells = sum(shares.values()) / len(shares)
        return cls(float((whole.sum() + lost) / total), cells, shares)
