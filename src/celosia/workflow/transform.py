"""Techniques, run in the order of the recipe before anything is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set as AbstractSet
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from celosia.core.counts import Codebook
from celosia.core.hierarchy import Hierarchy
from celosia.core.randomness import Randomness
from celosia.core.relation import InMemory, Recoding, Workable
from celosia.core.schema import Role
from celosia.core.table import Table
from celosia.core.technique import Applied, Identities, RealValues, Technique, TechniqueContext
from celosia.core.values import CellArray, Cells, Value, ValueCounts, cell_array
from celosia.errors import DataError, ParameterError
from celosia.recipe import Recipe
from celosia.techniques.effect import Effect
from celosia.text.messages import Message
from celosia.workflow.count import check_comparable
from celosia.workflow.spell_once import Respelled, in_one_spelling


def real_values(table: Table) -> RealValues:
    """Give what finds, among some texts, those that are a value of any column of a table.

    The records stay where they are: the texts go there, and counts come back.
    """

    def found(texts: AbstractSet[str]) -> set[str]:
        asked = tuple(sorted(texts))
        if not asked:
            return set()
        counted = (table.relation.count([Codebook(name, asked)]) for name in table.columns)
        return {asked[code] for counts in counted for code in counts.codes[:, 0]}

    return found


T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A technique that was applied, and what it did."""

    technique: Technique
    effect: Effect
    warnings: tuple[Message, ...]
    key_check: str | None = None
    """Tells, where only the key leads back, the right one from a wrong one."""


@dataclass(frozen=True, slots=True, eq=False)
class Transformation:
    """The table after the techniques, and the recipe that remains to be carried out on it."""

    table: Table
    recipe: Recipe
    steps: tuple[Step, ...] = ()
    identities: tuple[Identities, ...] = ()
    """Which pseudonym stands for which value; for a vault, never for a report."""
    mended: tuple[Respelled, ...] = ()
    """Quasi-identifiers whose values were spelled in several ways, and are in one now."""

    @property
    def pseudonymized(self) -> tuple[str, ...]:
        """The columns that hold pseudonyms: while there are some, the table is personal data."""
        return tuple(dict.fromkeys(found.column for found in self.identities))


@contextmanager
def transform(
    table: Table,
    recipe: Recipe,
    key: bytes | None,
    target: str,
    taken: Mapping[str, AbstractSet[str]] | None = None,
) -> Iterator[Transformation]:
    """Apply the recipe's techniques; the working table that they make is gone at the end.

    Values of quasi-identifiers are in one spelling after that. `taken` is, by column, what no new
    pseudonym may be.
    """
    with (
        _treat(table, recipe, key, target, taken) as made,
        in_one_spelling(made.table, made.recipe, target) as (spelled, mended),
    ):
        yield replace(made, table=spelled, mended=mended)


@contextmanager
def _treat(
    table: Table,
    recipe: Recipe,
    key: bytes | None,
    target: str,
    taken: Mapping[str, AbstractSet[str]] | None,
) -> Iterator[Transformation]:
    if not recipe.techniques:
        yield Transformation(table, recipe)
        return
    check_comparable(recipe)
    with ExitStack() as until_the_end:
        run = TechniqueRun.on(table, recipe, key, taken)
        if isinstance(table.relation, InMemory):
            relation = table.relation.with_rows(run.in_memory(table.relation.rows()))
            until_the_end.enter_context(closing(relation))
            made = replace(table, relation=relation)
        else:
            if not isinstance(table.relation, Workable):
                raise ParameterError("workflow.techniques-cannot-applied-where-table")
            change = run.on_values(table)
            draft = table.relation.draft_work(change, target, table.declared, recipe.seed)
            until_the_end.callback(draft.discard)
            made = replace(table, relation=until_the_end.enter_context(closing(draft.reopen())))
        _check_left(made, table)
        columns = set(made.columns)
        identities = tuple(found for found in run.identities if found.column in columns)
        declared = [column for column in table.declared if column.name in columns - run.changed]
        made = replace(made, declared=replace(table.declared, columns=tuple(declared)))
        yield Transformation(made, run.remaining(columns), tuple(run.steps), identities)


@dataclass(eq=False)
class TechniqueRun:
    """The techniques of a recipe at work."""

    recipe: Recipe
    key: bytes | None
    trees: Mapping[str, Hierarchy]
    taken: Mapping[str, AbstractSet[str]]
    real: RealValues
    steps: list[Step] = field(default_factory=list)
    identities: list[Identities] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)

    @classmethod
    def on(
        cls,
        table: Table,
        recipe: Recipe,
        key: bytes | None,
        taken: Mapping[str, AbstractSet[str]] | None = None,
    ) -> TechniqueRun:
        """Take what the techniques need to know of the table as it came."""
        trees = technique_trees(table, recipe)
        return cls(recipe, key, trees, taken or {}, real_values(table))

    def in_memory(self, cells: Cells) -> Cells:
        """Apply everything to whole records."""
        return self.apply_all(cells, Randomness.of(self.recipe.seed, cells, self.key))

    def apply_all(self, cells: Cells, randomness: Randomness) -> Cells:
        """Apply everything to whole records by the chance that is given."""
        for number, technique in enumerate(self.recipe.techniques):
            cells = self._apply(technique, cells, randomness.step(f"technique {number}")).cells
            _check_columns_left(cells.names)
        return cells

    def on_values(self, table: Table, only: AbstractSet[str] | None = None) -> Recoding:
        """Apply everything to the distinct values of columns, for an engine to join.

        `only` names the columns to change, where not all are asked for.
        """
        left_out: set[str] = set()
        labels: dict[str, dict[Value, Value]] = {}
        for number, technique in enumerate(self.recipe.techniques):
            if only is not None and only.isdisjoint(technique.changes):
                continue
            if technique.drops_columns:
                self._leave_out(technique, table)
                left_out.update(technique.changes)
                continue
            if not technique.by_value:
                raise needs_records(technique)
            [name] = technique.changes
            if name in left_out:
                raise DataError("workflow.column-left-out-before", name=name, kind=technique.kind)
            values = table.relation.values(name)
            known = labels.setdefault(name, {value: value for value in values.values})
            before = Cells({name: _repeated(values, known)})
            randomness = Randomness.of(self.recipe.seed, before, self.key).step(
                f"technique {number}"
            )
            after = self._apply(technique, before, randomness).cells.column(name)
            became = dict(zip(before.column(name).tolist(), after.tolist(), strict=True))
            labels[name] = {value: became[label] for value, label in known.items()}
        published = tuple(name for name in table.columns if name not in left_out)
        _check_columns_left(published)
        return Recoding((), published, {n: found for n, found in labels.items() if n in published})

    def _apply(self, technique: Technique, cells: Cells, randomness: Randomness) -> Applied:
        context = TechniqueContext(randomness, self.key, self.trees, self.taken, self.real)
        applied = technique.apply(cells, context)
        effect = Effect.of(technique, cells, applied.cells)
        check = technique.key_check(context)
        self.steps.append(Step(technique, effect, applied.warnings, check))
        self.identities += applied.identities
        self.changed.update(technique.changes)
        return applied

    def _leave_out(self, technique: Technique, table: Table) -> None:
        """Note what is left out; the engine does it when it writes."""
        cells = Cells(
            {
                name: _repeated(values, {value: value for value in values.values})
                for name in technique.changes
                for values in [table.relation.values(name)]
            }
        )
        columns = Effect.of(technique, cells, Cells({})).columns
        effect = Effect(table.records, table.records, columns)
        self.steps.append(Step(technique, effect, ()))
        self.changed.update(technique.changes)

    def remaining(self, columns: set[str]) -> Recipe:
        """Give the recipe for the changed table: a pseudonym is published, a column left out not.

        A column that was generalized by its hierarchy does not hold that hierarchy's values now.
        """
        pseudonymized = {found.column for found in self.identities}
        roles = {
            name: Role.INSENSITIVE if name in pseudonymized and role is Role.IDENTIFIER else role
            for name, role in self.recipe.roles.items()
            if name in columns
        }
        known = {name for name, role in roles.items() if role is Role.QUASI_IDENTIFIER}
        climbed = {name for t in self.recipe.techniques if t.climbs for name in t.changes}
        return replace(
            self.recipe,
            techniques=(),
            roles=roles,
            hierarchies=_only(self.recipe.hierarchies, known - climbed),
            levels=_only(self.recipe.levels, known - climbed),
            weights=_only(self.recipe.weights, known),
            node=_only(self.recipe.node, known),
            outputs=_only(self.recipe.outputs, known),
            as_written=tuple(name for name in self.recipe.as_written if name in columns),
        )


def needs_records(technique: Technique) -> ParameterError:
    """Say why a technique cannot be applied where the records stay."""
    return ParameterError("workflow.technique-looks-whole-records-stay", technique=technique.kind)


def _check_columns_left(columns: tuple[str, ...]) -> None:
    if not columns:
        raise ParameterError("workflow.techniques-leave-every-column-out")


def _check_left(made: Table, source: Table) -> None:
    if source.records and not made.records:
        raise DataError("workflow.techniques-leave-all-records-out", records=source.records)


def _only(entries: Mapping[str, T], names: set[str]) -> dict[str, T]:
    return {name: entry for name, entry in entries.items() if name in names}


def technique_trees(table: Table, recipe: Recipe) -> dict[str, Hierarchy]:
    """Build the recipe's hierarchies of the columns that techniques change."""
    changed = {name for technique in recipe.techniques for name in technique.changes}
    return {
        name: rule.build(name, table.relation.values(name))
        for name, rule in recipe.hierarchies.items()
        if name in changed
    }


def _repeated(values: ValueCounts, labels: Mapping[Value, Value]) -> CellArray:
    """Give a column with as many cells of each value as there are records."""
    now = cell_array(labels[value] for value in values.values)
    return np.repeat(now, np.array(values.counts, np.int64))
