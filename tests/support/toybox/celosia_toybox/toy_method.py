"""A method: records dealt out to heaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import Whole
from celosia.methods.method import METHODS, GroupingMethod, MethodOptions
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class ToyOptions(MethodOptions):
    """How many heaps there are."""

    toy_heaps: Annotated[int, Whole(1, 9, public=True)] = 1
    labels: ClassVar[dict[str, Message]] = {"toy_heaps": Message("toys.method-heaps")}


def deal_out(problem, options, lattice, progress):
    return np.arange(problem.size) % options.toy_heaps


METHODS.add(
    "toy-heaps",
    GroupingMethod(
        title=Message("toys.method"),
        explanation=Message("toys.method-explained"),
        group=deal_out,
        options=ToyOptions,
    ),
)
