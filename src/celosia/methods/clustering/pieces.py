"""Group one piece of a table whose other pieces are grouped elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone, PrivacyModel
from celosia.domain.model_names import model_names
from celosia.errors import ParameterError
from celosia.methods.clustering.problem import GroupingProblem
from celosia.methods.gathering import part_of_whole
from celosia.methods.method import METHODS, GroupingMethod


@dataclass(frozen=True, eq=False)
class PieceProblem(GroupingProblem):
    """Some of a table's records; models compare groups with the whole table.

    Nothing is suppressed: what a release without some records looks like as a whole, no piece
    could know.
    """

    whole: Mapping[str, FloatArray] = field(default_factory=dict)
    """Records of each value of the sensitive attributes in the table."""

    @classmethod
    def within(cls, problem: GroupingProblem, whole: Mapping[str, FloatArray]) -> PieceProblem:
        """See a problem as a piece of a whole."""
        known = {entry.name: getattr(problem, entry.name) for entry in fields(problem)}
        return cls(**known, whole=whole)

    def classes(self, group_of: IntArray) -> Classes:
        """Count what each group holds, beside what the table holds."""
        return part_of_whole(super().classes(group_of), self.whole)


def check_divisible(method: str, models: tuple[PrivacyModel, ...]) -> None:
    """Refuse what cannot be decided piece by piece."""
    how = METHODS[method]
    if isinstance(how, GroupingMethod) and not how.in_pieces:
        title = how.title
        raise ParameterError("methods.method-looks-whole-table-once", title=title)
    stubborn = [model for model in models if model.monotone is Monotone.NEVER]
    if stubborn:
        said = model_names(stubborn)
        raise ParameterError("methods.may-fail-two-groups-together", said=said)
