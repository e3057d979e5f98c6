"""From a table and a recipe to the counts on which everything is decided."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from celosia.core.counts import Codebook, CodedHierarchy, FrequencySet
from celosia.core.hierarchy import Hierarchy
from celosia.core.model import model_name
from celosia.core.objective import OBJECTIVES
from celosia.core.relation import Recoding
from celosia.core.schema import Role, Roles
from celosia.core.table import Table
from celosia.core.values import NullPolicy, Value, ValueCounts
from celosia.errors import DataError, ParameterError, RoleError
from celosia.hierarchies import HierarchyRule, propose_hierarchy
from celosia.methods.lattice import Judge, LatticeProblem
from celosia.recipe import Recipe
from celosia.text.normal_form import compared, one_of_each
from celosia.workflow.read import read
from celosia.workflow.spell_once import spelled_like
from celosia.workflow.variants import check_as_written
from celosia.workflow.whose import check_people_stay, people_subject, subject_codebooks


class Stopwatch:
    """Seconds of each stage, in the order in which they came."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def of(self, stage: str) -> Iterator[None]:
        """Time a stage."""
        start = time.perf_counter()
        yield
        self.seconds[stage] = time.perf_counter() - start


BYTES_PER_COMBINATION = 128
"""What a search needs for each combination, with room for its roll-ups."""


@dataclass(frozen=True, slots=True, eq=False)
class Fitting:
    """Hierarchies whose lowest levels give counts that fit, and how to count them."""

    hierarchies: list[CodedHierarchy]
    codebooks: list[Codebook]
    raised: Mapping[str, int]
    """New lowest level of each attribute that was rolled up."""


def roll_up(
    table: Table,
    hierarchies: Sequence[CodedHierarchy],
    sensitive: Sequence[Sequence[Codebook]],
    complete: Sequence[str],
    memory: int,
) -> Fitting:
    """Raise the lowest levels until all counts fit; nothing is raised where they do.

    Each step raises the attribute that loses most combinations for the least loss. A search from
    there on sees all generalizations at or above those levels, and no other.

    Raises
    ------
    ParameterError
        When even the highest levels do not fit.
    """
    most = max(memory // BYTES_PER_COMBINATION, 1)
    fitting = list(hierarchies)
    raised: dict[str, int] = {}
    while table.records > most and not _fits(table, fitting, raised, sensitive, complete, most):
        restricted = {h.attribute: h.lowest for h in fitting if h.lowest}
        if restricted.keys() - raised.keys():
            raised |= restricted  # the user wants no finer levels anyway
            continue
        place = _next_to_raise(fitting)
        higher = _raised(fitting[place])
        fitting[place] = higher
        raised[higher.attribute] = higher.lowest
    return Fitting(fitting, _coarser_codebooks(fitting, raised), raised)


def _fits(
    table: Table,
    hierarchies: Sequence[CodedHierarchy],
    raised: Mapping[str, int],
    sensitive: Sequence[Sequence[Codebook]],
    complete: Sequence[str],
    most: int,
) -> bool:
    books = _coarser_codebooks(hierarchies, raised)
    return all(
        table.relation.distinct([*books, *more], complete) <= most for more in (*sensitive, ())
    )


def _coarser_codebooks(
    hierarchies: Sequence[CodedHierarchy], raised: Mapping[str, int]
) -> list[Codebook]:
    return [h.rolled_up if h.attribute in raised else h.codebook for h in hierarchies]


def _next_to_raise(hierarchies: Sequence[CodedHierarchy]) -> int:
    """Find the attribute whose next level merges most values for the least loss."""
    best, choice = -1.0, -1
    for place, hierarchy in enumerate(hierarchies):
        if hierarchy.levels < 2:
            continue
        cards, leaves = hierarchy.cards, hierarchy.leaves
        losses = [float(hierarchy.weights @ leaves[level]) for level in (0, 1)]
        cost = (losses[1] - losses[0]) / max(leaves.shape[1] - 1, 1)
        gain = float(np.log(cards[0] / cards[1])) / max(cost, 1e-9)
        if gain > best:
            best, choice = gain, place
    if choice < 0:
        raise ParameterError("workflow.even-highest-levels-quasi-identifiers")
    return choice


def _raised(hierarchy: CodedHierarchy) -> CodedHierarchy:
    return replace(hierarchy, lowest=hierarchy.lowest + 1, groups=hierarchy.groups[1:])


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
    rules = {n: recipe.hierarchies.get(n) or propose_rule(table, n, values[n]) for n in names}
    hierarchies = {name: rules[name].build(name, values[name]) for name in names}
    needed = sorted({names for model in recipe.models for names in model.sensitive})
    texts = {
        name: compared(table.relation.values(name).texts, name in recipe.as_written)
        for names in needed
        for name in names
    }
    fitting = roll_up(
        table,
        [
            CodedHierarchy.of(hierarchies[name], values[name], recipe.levels.get(name))
            for name in names
        ],
        [_codebooks(texts, names) for names in needed],
        complete,
        recipe.cache_mb << 20,
    )
    coded, codebooks = fitting.hierarchies, fitting.codebooks
    population, people = _people(recipe, codebooks)
    problem = LatticeProblem.of(
        coded,
        count_persons(table, recipe, codebooks, complete),
        sensitive={
            names: count_persons(table, recipe, [*codebooks, *_codebooks(texts, names)], complete)
            for names in needed
        },
        labels={name: one_of_each(found)[0] for name, found in texts.items()},
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


def count_persons(
    table: Table, recipe: Recipe, codebooks: Sequence[Codebook], complete: Sequence[str]
) -> FrequencySet:
    """Count the combinations of codes, and whose they are where the recipe names the subject."""
    if not recipe.subject:
        return table.relation.count(codebooks, complete)
    who = subject_codebooks(table.relation, recipe.subject)
    return table.relation.count([*codebooks, *who], complete).by_person(len(codebooks))


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
    check_as_written(table.columns, recipe.as_written)
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
        listed = {book.column: book.labels for book in codebooks}
        whose = people_subject(people.columns, recipe.population_subject, recipe.subject)
        with spelled_like(people, listed, recipe.as_written) as alike:
            relation = alike.relation
            if not whose:
                return relation.count(codebooks), people.records
            who = subject_codebooks(relation, whose)
            found = relation.count([*codebooks, *who]).by_person(len(codebooks))
            check_people_stay(found, recipe.nulls)
            every = [
                Codebook(book.column, relation.values(book.column).values) for book in codebooks
            ]
            return found, relation.distinct([*every, *who])


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


def _codebooks(texts: Mapping[str, tuple[str, ...]], names: Sequence[str]) -> list[Codebook]:
    """List the values of sensitive attributes.

    An unknown value protects nobody, so it gets no code; but beside others it makes a part of a
    class, and gets the last one. Variants of a value share its code; what stands beside it is known
    as it is written.
    """
    *others, attribute = names
    null = (None,) if others else ()
    beside = [Codebook(name, (*texts[name], None)) for name in others]
    labels, places = one_of_each(texts[attribute])
    shared = None
    if len(labels) < len(places):
        shared = np.array([*places, *(len(labels) for _ in null)], np.int64)
    return [*beside, Codebook(attribute, (*texts[attribute], *null), shared)]


def propose_rule(table: Table, name: str, values: ValueCounts) -> HierarchyRule:
    """Propose a rule for a column that the recipe says nothing of."""
    declared = {column.name: column for column in table.declared}
    return propose_hierarchy(name, values, declared.get(name)).rule
