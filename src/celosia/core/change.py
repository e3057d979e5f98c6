"""What to change in a table: the outcome of a method, applied by an engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from celosia.core.arrays import CodeArray, IntArray
from celosia.core.counts import Codebook
from celosia.core.values import NullPolicy, Value

SUPPRESSED_GROUP = -1
"""Group of the records that are left out, or kept as `*`."""


@dataclass(frozen=True, slots=True)
class Recoding:
    """Global recoding: a label for each value, and the combinations of labels to suppress."""

    quasi_identifiers: tuple[str, ...]
    published: tuple[str, ...]
    """The columns of the release, in order."""
    labels: Mapping[str, Mapping[Value, Value]] = field(default_factory=dict)
    """For each generalized attribute, the label of each of its values."""
    rejected: tuple[tuple[Value, ...], ...] = ()
    """Combinations of labels whose records are suppressed."""
    keep_suppressed: bool = False
    """Write suppressed records with `*` in every quasi-identifier instead of leaving them out."""
    nulls: NullPolicy = NullPolicy.VALUE


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """Local recoding: records put into groups, each published with labels of its own.

    Records that agree in every column of the codebooks are interchangeable, so a part says only
    how many of them go to a group. An engine ranks them by the MD5 of the seed and their published
    cells, which neither the order of rows nor an attacker's guess can follow.
    """

    quasi_identifiers: tuple[str, ...]
    published: tuple[str, ...]
    """The columns of the release, in order."""
    codebooks: tuple[Codebook, ...]
    """The columns that tell records apart: the quasi-identifiers, and sensitive attributes where
    a model looks at them."""
    codes: CodeArray
    """(parts, columns): the combination that each part is taken from."""
    first: IntArray
    """(parts,): rank of its first record among those of the combination, from 0."""
    number: IntArray
    """(parts,): how many records, ranks `first` to `first + number - 1`."""
    group: IntArray
    """(parts,): where they go; `SUPPRESSED_GROUP` for nowhere."""
    labels: Mapping[str, tuple[Value, ...]]
    """For each quasi-identifier, the label of each group."""
    keep_suppressed: bool = False
    """Write suppressed records with `*` in every quasi-identifier instead of leaving them out."""
    nulls: NullPolicy = NullPolicy.VALUE


Change = Recoding | Partition
"""What an engine can apply."""
