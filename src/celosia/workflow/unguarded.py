"""Before a release: columns that tell people apart are refused. After it: the owner attacks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from celosia.core.model import UseCase
from celosia.core.randomness import seeded
from celosia.core.relation import InMemory, Relation
from celosia.core.schema import Roles
from celosia.core.table import Table
from celosia.core.values import Alone, Value
from celosia.errors import ParameterError
from celosia.recipe import Recipe
from celosia.risk.attacks import AttackResult, linkage, singling_out
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.workflow.decide import Decision
from celosia.workflow.guard import NEAR_UNIQUE, by_chance, is_near_unique
from celosia.workflow.remedies import HeldValues, Remedy, Unguarded, remedies_for
from celosia.workflow.transform import Step, Transformation

MOST_RELEASED: Final = 5_000
"""Records of the release that are attacked: the cost grows with them, the interval does not."""
ATTEMPTS: Final = 60
"""Guesses of each attack: enough for an interval of +-0.12, in a tenth of a second on adult."""
CONTROL: Final = Message("workflow.control-is-permuted")


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


@dataclass(frozen=True, slots=True, eq=False)
class AttackedRelease:
    """What singling out and linkage achieve on all published columns; for the owner alone.

    There are no other people to compare with when a release is made. The control keeps each
    column as it is and is nobody: every column is permuted on its own.
    """

    results: Mapping[str, AttackResult]
    columns: tuple[str, ...]
    records: int
    of: int

    def to_dict(self) -> dict[str, Any]:
        """Give every figure under its stable name."""
        return {
            **{
                name: {
                    "risk": result.risk,
                    "interval": list(result.interval),
                    "attempts": result.attempts,
                    "main_rate": result.main_rate.share,
                    "control_rate": result.control_rate.share,
                }
                for name, result in self.results.items()
            },
            "columns": list(self.columns),
            "released_records": self.records,
            "of": self.of,
            "control": CONTROL.text(ENGLISH),
        }


def attack_release(
    table: Table, written: Relation, recipe: Recipe, decision: Decision, hidden: Sequence[str]
) -> AttackedRelease | None:
    """Attack a release on all published columns, with the records that it was made from.

    Labels that cover no value, such as words for fuzzy sets, tell an attacker nothing to compare:
    then the columns besides the quasi-identifiers are attacked. None where nothing is left that
    anybody could know, and where the records stay on a server or with the workers: no attack is
    worth fetching them, and the share of records that are alone is counted there exactly.
    """
    if not isinstance(table.relation, InMemory):
        return None
    columns = [n for n in written.columns if n in table.columns and n not in hidden]
    others = [name for name in columns if name not in recipe.quasi_identifiers]
    for chosen in (columns, others):
        if chosen and written.records:
            try:
                return _attacked(table, written, recipe, decision, chosen)
            except ParameterError:
                continue
    return None


def _attacked(
    table: Table, written: Relation, recipe: Recipe, decision: Decision, columns: list[str]
) -> AttackedRelease:
    randomness = seeded(recipe.seed)
    inside = table.relation.cells(columns, MOST_RELEASED)
    out = written.cells(columns, MOST_RELEASED)
    control = _permuted(inside, randomness)
    few = {name: cells[:ATTEMPTS] for name, cells in inside.items()}
    others = {name: cells[:ATTEMPTS] for name, cells in control.items()}
    trees = {name: tree for name, tree in decision.hierarchies.items() if name in columns}
    given: dict[str, Any] = {"columns": columns, "hierarchies": trees}
    most = min(3, len(columns))
    return AttackedRelease(
        results={
            "singling_out": singling_out(
                out, inside, control, randomness, at_once=most, attempts=ATTEMPTS, **given
            ),
            "linkage": linkage(out, few, others, **given),
        },
        columns=tuple(columns),
        records=min(MOST_RELEASED, written.records),
        of=written.records,
    )


def _permuted(
    cells: Mapping[str, list[Value]], randomness: np.random.Generator
) -> dict[str, list[Value]]:
    return {
        name: [column[place] for place in randomness.permutation(len(column))]
        for name, column in cells.items()
    }
