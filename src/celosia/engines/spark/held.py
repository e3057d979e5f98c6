"""Groups of records that stay on the workers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from celosia.domain.schema import Schema
from celosia.engines.spark.applying import HeldPartition
from celosia.engines.spark.draft import SparkDraft


class SparkGroups:
    """Groups that the workers hold until the table that they make is written."""

    def __init__(
        self,
        held: HeldPartition,
        told: tuple[Any, ...],
        draft: Callable[[HeldPartition, str, Schema, int], SparkDraft],
    ) -> None:
        self._held = held
        self._draft = draft
        self.told = told

    def draft(self, target: str, declared: Schema, seed: int) -> SparkDraft:
        """Write the grouped table aside, near its target; the groups are forgotten then."""
        try:
            return self._draft(self._held, target, declared, seed)
        finally:
            self._held.parts.unpersist()
