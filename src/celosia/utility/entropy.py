"""Non-uniform entropy: bits lost by each cell, as an objective and as a measure of a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan
from typing import ClassVar

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.counts import CodedHierarchy
from celosia.core.objective import OBJECTIVES
from celosia.core.values import AnyCells, FloatArray, IntArray, counted
from celosia.text.messages import Message
from celosia.utility.table_pair import check_named, check_understood, left_out


@dataclass(frozen=True, slots=True)
class NonUniformEntropy:
    """Mean bits lost by a cell: log2 of how much more frequent the label is than the value.

    A value that no record holds, as in a part of a table, costs nothing.

    References: Gionis and Tassa, IEEE TKDE 21(2), 2009, Definition 4.3.
    """

    name: ClassVar[str] = "entropy"
    title: ClassVar[Message] = Message("utility.entropy")
    penalized: ClassVar[bool] = True

    def costs(self, attribute: CodedHierarchy) -> FloatArray:
        """Bits between the value's frequency and its label's."""
        totals = [np.bincount(g, weights=attribute.counts)[g] for g in attribute.groups]
        return _bits(np.array(totals), attribute)

    def suppressed(self, attribute: CodedHierarchy) -> FloatArray:
        """All bits of the value are lost."""
        return _bits(np.full(attribute.counts.size, attribute.counts.sum()), attribute)


def _bits(totals: FloatArray, attribute: CodedHierarchy) -> FloatArray:
    """Bits between the frequency of each value and a larger one."""
    held = attribute.counts > 0
    ratio = np.divide(totals, attribute.counts, out=np.ones(totals.shape), where=held)
    return np.asarray(np.log2(ratio), np.float64)


OBJECTIVES.add(NonUniformEntropy.name, NonUniformEntropy(), order=4)


@dataclass(frozen=True, slots=True)
class EntropyLoss:
    """Mean bits lost by a cell: the entropy of the original among the values its label covers.

    Where each value has one label this is the non-uniform entropy that `NonUniformEntropy` gives a
    search, here without knowing which record is which. A record left out loses all the bits.

    Sort: from labels and the original domain; counts are enough. References: Gionis and Tassa,
    IEEE TKDE 21(2), 2009, Definition 4.3.

    >>> domains = {"city": AttributeDomain.of("city", ["a", "b", "c", "c"])}
    >>> loss = EntropyLoss.of({"city": ["{a, b}", "{a, b}", "c", "c"]}, domains)
    >>> loss.bits, round(loss.share, 3)
    (0.5, 0.333)
    """

    bits: float
    """Per cell; nan without records."""
    share: float
    """Of the bits that the original's cells hold; 0 where they hold none."""
    by_attribute: Mapping[str, float]

    @classmethod
    def of(
        cls,
        released: Mapping[str, AnyCells],
        domains: Mapping[str, AttributeDomain],
        records: int | None = None,
    ) -> EntropyLoss:
        """Measure the columns that have a domain; `records` is the size of the original."""
        check_named(released, tuple(domains))
        lost = {name: _bits_lost(domains[name], released[name], records) for name in domains}
        held = float(np.mean([_entropy(domain.counts) for domain in domains.values()]))
        bits = float(np.mean(list(lost.values())))
        return cls(bits, bits / held if held else 0.0, lost)


def _bits_lost(domain: AttributeDomain, released: AnyCells, records: int | None) -> float:
    found = counted(released)
    check_understood(domain, found.values)
    gone = left_out(records, found.records)
    if not found.records + gone:
        return nan
    per_label = [_entropy(domain.counts[domain.covered(label)]) for label in found.values]
    total = sum(n * bits for n, bits in zip(found.counts, per_label, strict=True))
    return (total + gone * _entropy(domain.counts)) / (found.records + gone)


def _entropy(counts: IntArray) -> float:
    shares = counts / max(int(counts.sum()), 1)
    return float(max(-(shares * np.log2(shares)).sum(), 0.0))
