"""How much each attribute of a grouping loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from celosia.domain.arrays import IntArray
from celosia.kernels.clustering.records import Records
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.losses import loss
from celosia.methods.clustering.problem import laid_out


def attribute_losses(
    attributes: Sequence[Attribute], records: Records, group_of: IntArray
) -> dict[str, float]:
    """Mean certainty penalty of each attribute on its own, whatever its weight."""
    alone = [replace(attribute, weight=1.0) for attribute in attributes]
    return {
        attribute.name: loss(laid_out([attribute], records.codes[j : j + 1]), group_of)
        for j, attribute in enumerate(alone)
    }
