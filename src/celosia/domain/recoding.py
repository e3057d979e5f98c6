"""What to change in a table: the outcome of a method, applied by an engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from celosia.domain.nulls import NullPolicy
from celosia.domain.values import Value


@dataclass(frozen=True, slots=True)
class Recoding:
    """New labels for values, and the combinations of labels that must not be published."""

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
