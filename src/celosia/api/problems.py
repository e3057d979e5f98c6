"""From a table and a recipe to the counts on which everything is decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from celosia.api.reading import read
from celosia.api.rolling_up import rolled_up
from celosia.domain.coding import Codebook, CodedHierarchy, FrequencySet
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.model_names import model_name
from celosia.domain.nulls import NullPolicy
from celosia.domain.objective import OBJECTIVES
from celosia.domain.recoding import Recoding
from celosia.domain.roles import Role, Roles
from celosia.domain.table import Table
from celosia.domain.values import Value, ValueCounts
from celosia.errors import DataError, ParameterError, RoleError
from celosia.hierarchies import HierarchyRule, propose_hierarchy
from celosia.methods.lattice import Judge, LatticeProblem
from celosia.recipe import Recipe


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A search problem, and the hierarchies that were built or proposed for it."""

    problem: LatticeProblem
    hierarchies: Mapping[str, Hierarchy]
    rules: Mapping[str, HierarchyRule]
    proposed: tuple[str, ...]
    """Attributes whose hierarchy the recipe did not name."""
    raised: Mapping[str, int]
    """Lowest level at which attributes were counted, where their values were too many."""


def prepare(table: Table, recipe: Recipe) -> Prepared:
    """Build the hierarchies over the values that occur, and count the combinations."""
    names = recipe.quasi_identifiers
    if not names:
        raise RoleError("workflow.no-column-quasi-identifier-name")
    complete = names if recipe.nulls is NullPolicy.EXCLUDED else ()
    values = {name: table.relation.values(name, complete) for name in names}
    if not values[names[0]].records:
        raise ParameterError("workflow.no-records-anonymize")
    rules = {n: recipe.hierarchies.get(n) or proposed_rule(table, n, values[n]) for n in names}
    hierarchies = {name: rules[name].build(name, values[name]) for name in names}
    needed = sorted({names for model in recipe.models for names in model.sensitive})
    labels = {n: table.relation.values(n).texts for names in needed for n in names}
    fitting = rolled_up(
        table,
        [
            CodedHierarchy.of(hierarchies[name], values[name], recipe.levels.get(name))
            for name in names
        ],
        [_codebooks(labels, names) for names in needed],
        complete,
        recipe.cache_mb << 20,
    )
    coded, codebooks = fitting.hierarchies, fitting.codebooks
    population, people = _people(recipe, codebooks)
    problem = LatticeProblem.of(
        coded,
        table.relation.count(codebooks, complete),
        sensitive={
            names: table.relation.count([*codebooks, *_codebooks(labels, names)], complete)
            for names in needed
        },
        labels=labels,
        population=population,
        people=people,
        models=recipe.models,
        objective=OBJECTIVES[recipe.objective],
        loss=OBJECTIVES["loss"],
        suppression=recipe.suppression,
        nulls=recipe.nulls,
        weights=recipe.weights,
    )
    return Prepared(
        problem,
        hierarchies,
        rules,
        tuple(n for n in names if n not in recipe.hierarchies),
        fitting.raised,
    )


def recoding(table: Table, recipe: Recipe, prepared: Prepared, node: tuple[int, ...]) -> Recoding:
    """Say what to change in the table to reach a node."""
    problem = prepared.problem
    roles = Roles.of(table.columns, recipe.roles)
    inner = problem.from_given(node)
    labels: dict[str, dict[Value, Value]] = {}
    for hierarchy, level in zip(problem.hierarchies, inner, strict=True):
        if hierarchy.lowest + level > 0:
            pairs = zip(hierarchy.hierarchy.values, hierarchy.labels(level), strict=True)
            labels[hierarchy.attribute] = dict(pairs)
    return Recoding(
        quasi_identifiers=problem.given,
        published=roles.published,
        labels=labels,
        rejected=_rejected(problem, inner),
        keep_suppressed=recipe.keep_suppressed,
        nulls=recipe.nulls,
    )


def check_roles(table: Table, recipe: Recipe) -> Roles:
    """Make sure that every column has a role, and that something is left to publish."""
    roles = Roles.of(table.columns, recipe.roles)
    for model in recipe.models:
        for name in {name for names in model.sensitive for name in names}:
            if roles.by_column.get(name) is not Role.SENSITIVE:
                raise RoleError("workflow.needs-sensitive", model=model_name(model), name=name)
    return roles


def _rejected(problem: LatticeProblem, node: tuple[int, ...]) -> tuple[tuple[Value, ...], ...]:
    """List the label combinations of the classes that the models reject, in the user's order."""
    verdict = Judge(problem)(node)
    rows: dict[int, int] = {}
    for row, group in enumerate(verdict.group_of):
        if verdict.rejected[group]:
            rows.setdefault(int(group), row)
    position = {h.attribute: j for j, h in enumerate(problem.hierarchies)}
    columns = [
        (problem.hierarchies[j].labels(node[j]), problem.base.codes[:, j])
        for j in (position[name] for name in problem.given)
    ]
    return tuple(tuple(labels[codes[row]] for labels, codes in columns) for row in rows.values())


def _people(recipe: Recipe, codebooks: list[Codebook]) -> tuple[FrequencySet | None, int]:
    """Count the population in the codes of the table, and how many people there are at all."""
    if recipe.population is None:
        return None, 0
    with read(recipe.population) as people:
        _check_people(people, recipe.quasi_identifiers)
        return people.relation.count(codebooks), people.records


def check_population(population: str | Path, quasi_identifiers: Sequence[str]) -> None:
    """Make sure that a population can be read, and tells of people what the table tells."""
    with read(population) as people:
        _check_people(people, quasi_identifiers)


def check_comparable(recipe: Recipe) -> None:
    """Refuse a population whose values are not those that the techniques leave in the table."""
    if recipe.population is None:
        return
    kept = [step for step in recipe.techniques if not step.drops_columns]
    changed = {name for step in kept for name in step.changes}
    if other := ", ".join(name for name in recipe.quasi_identifiers if name in changed):
        raise ParameterError("workflow.population-tells-original-values-techniques", other=other)


def _check_people(people: Table, quasi_identifiers: Sequence[str]) -> None:
    missing = ", ".join(name for name in quasi_identifiers if name not in people.columns)
    if missing:
        raise DataError("workflow.population-must-every-quasi-identifier", missing=missing)


def _codebooks(labels: Mapping[str, tuple[str, ...]], names: Sequence[str]) -> list[Codebook]:
    """List the values of sensitive attributes.

    An unknown value protects nobody, so it gets no code; but beside others it makes a part of a
    class, and gets the last one.
    """
    null = (None,) if len(names) > 1 else ()
    return [Codebook(name, (*labels[name], *null)) for name in names]


def proposed_rule(table: Table, name: str, values: ValueCounts) -> HierarchyRule:
    """Propose a rule for a column that the recipe says nothing of."""
    declared = {column.name: column for column in table.declared}
    return propose_hierarchy(name, values, declared.get(name)).rule
