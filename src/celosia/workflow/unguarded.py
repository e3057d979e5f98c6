"""Before a release: columns that tell people apart are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from celosia.core.model import UseCase
from celosia.core.relation import Relation
from celosia.core.schema import Roles
from celosia.core.values import Alone
from celosia.errors import ParameterError
from celosia.recipe import Recipe
from celosia.text.messages import Message
from celosia.workflow.guard import NEAR_UNIQUE, by_chance, is_near_unique
from celosia.workflow.remedies import HeldValues, Remedy, Unguarded, remedies_for
from celosia.workflow.transform import Step, Transformation


class UnguardedColumns(ParameterError):  # noqa: N818 - reads as the verdict it is
    """Columns would be published whose values tell people apart, and nobody said that they may."""

    columns: tuple[Unguarded, ...]
    """Which they are, and what could be done with each."""

    @property
    def remedies(self) -> Mapping[str, tuple[Remedy, ...]]:
        """By column, what could be done, and what it would leave."""
        return {each.column: each.remedies for each in self.columns}


def refuse_unguarded(made: Transformation, asked: Recipe, roles: Roles) -> None:
    """Refuse near-unique columns that the recipe does not let pass, before any work is done.

    Raises
    ------
    UnguardedColumns
        Names them, what each remedy would leave, and the flag.
    """
    if asked.use_case is UseCase.INTERNAL_DEIDENTIFIED:
        return  # nothing is promised of it: it stays personal data, and says so
    relation, subject = made.table.relation, _subject(made)
    exempt = {*roles.quasi_identifiers, *asked.exact, *made.pseudonymized, *asked.pseudonymized}
    private = [each for each in asked.techniques if each.spends is not None]
    exempt |= {name for technique in private for name in technique.changes}
    found = {}
    for name in roles.published:
        if name not in exempt:
            alone = _as_known(relation, name, subject, made.steps)
            if is_near_unique(alone):
                found[name] = alone
    if not found:
        return
    offered = tuple(
        Unguarded(
            name,
            alone.share,
            remedies_for(HeldValues.of(relation, name, subject), NEAR_UNIQUE),
        )
        for name, alone in found.items()
    )
    error = UnguardedColumns(
        "workflow.unguarded",
        columns=[
            Message("workflow.unguarded-column", column=name, share=alone.share)
            for name, alone in found.items()
        ],
        remedies=[
            Message(
                "workflow.remedies-of",
                column=each.column,
                remedies=[remedy.told for remedy in each.techniques],
            )
            for each in offered
        ],
        flags=" ".join(f"--exact {name}" for name in found),
    )
    error.columns = offered
    raise error


def _subject(made: Transformation) -> tuple[str, ...]:
    """Give the columns that say whose a record is, where techniques left them."""
    return tuple(name for name in made.recipe.subject if name in made.table.columns)


def _as_known(
    relation: Relation, name: str, subject: Sequence[str], steps: Sequence[Step]
) -> Alone:
    """Count the records that a column tells apart to somebody who knows its true values.

    Where chance moved them, they are looked for within the mean distance by which it did; where
    they have no distance, a cell that was changed is not found.
    """
    found = relation.alone([name], subject)
    moved = [
        effect
        for step in steps
        if by_chance(step.technique)
        for effect in step.effect.columns
        if effect.column == name
    ]
    if not moved or found.share < NEAR_UNIQUE:
        return found
    numbers = moved[-1].numbers
    if numbers is not None and numbers.absolute_change is not None:
        held = HeldValues.of(relation, name, subject)
        return Alone(found.records, found.distinct, held.alone_within(numbers.absolute_change))
    kept = 1 - (moved[-1].changed if moved[-1].changed is not None else 1.0)
    return Alone(found.records, found.distinct, round(found.alone * kept))
