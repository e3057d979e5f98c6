"""From a table and a recipe to groups of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from celosia.core.counts import Codebook, CodedHierarchy, FrequencySet
from celosia.core.hierarchy import Hierarchy
from celosia.core.objective import OBJECTIVES
from celosia.core.schema import Column, ColumnType
from celosia.core.table import Table
from celosia.core.values import NullPolicy, ValueCounts
from celosia.errors import ParameterError, RoleError
from celosia.hierarchies import HierarchyRule
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.grouping_problem import GroupingProblem
from celosia.methods.lattice import LatticeProblem
from celosia.methods.method import METHODS
from celosia.methods.method_options import NUMERIC, Output
from celosia.recipe import Recipe
from celosia.text.days import ISO, read_moment
from celosia.text.numerals import COMMA, as_number
from celosia.workflow.count import propose_rule
from celosia.workflow.whose import subject_codebooks

NUMBERS = (ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.DATE)
GREATEST = 1e300
"""Sums and differences of numbers up to this are finite."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupingFrame:
    """What the columns are to a grouping method, before any combination is counted."""

    attributes: tuple[Attribute, ...]
    """The quasi-identifiers, in the user's order."""
    sensitive: tuple[Codebook, ...]
    """What the models look at; a null has the last code."""
    complete: tuple[str, ...]
    """Only records without a null in these are counted."""
    hierarchies: Mapping[str, Hierarchy]
    rules: Mapping[str, HierarchyRule]
    proposed: tuple[str, ...]
    """Attributes whose hierarchy the recipe did not name."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedGroups:
    """A grouping problem over all records."""

    problem: GroupingProblem
    lattice: LatticeProblem | None
    """The same records for local recoding."""


def frame_table(table: Table, recipe: Recipe) -> GroupingFrame:
    """Look at the values of each column, and at what it costs to join each with others."""
    names = recipe.quasi_identifiers
    if not names:
        raise RoleError("workflow.no-column-quasi-identifier-name")
    _check_fits(recipe)
    complete = names if recipe.nulls is NullPolicy.EXCLUDED else ()
    values = {name: table.relation.values(name, complete) for name in names}
    if not values[names[0]].records:
        raise ParameterError("workflow.no-records-anonymize")
    rules = _rules(table, recipe, values)
    hierarchies = {name: rule.build(name, values[name]) for name, rule in rules.items()}
    return GroupingFrame(
        attributes=tuple(
            _attribute(table, recipe, name, values[name], hierarchies.get(name)) for name in names
        ),
        sensitive=tuple(_sensitive(table, recipe)),
        complete=complete,
        hierarchies=hierarchies,
        rules=rules,
        proposed=tuple(name for name in rules if name not in recipe.hierarchies),
    )


def prepare_groups(table: Table, recipe: Recipe, frame: GroupingFrame) -> PreparedGroups:
    """Count the combinations of values."""
    codebooks = [attribute.codebook for attribute in frame.attributes]
    subject = subject_codebooks(table.relation, recipe.subject)
    problem = GroupingProblem.of(
        frame.attributes,
        table.relation.count([*codebooks, *frame.sensitive, *subject], frame.complete),
        recipe.models,
        frame.sensitive,
        recipe.suppression,
        recipe.nulls,
        recipe.seed,
        subject,
    )
    lattice = _lattice(recipe, problem) if recipe.needs_lattice else None
    return PreparedGroups(problem, lattice)


def _check_fits(recipe: Recipe) -> None:
    """Refuse what only makes sense for one generalization of the whole table."""
    if recipe.population is not None:
        raise ParameterError("workflow.groups-labels-own-cannot-compared")
    if recipe.objective != "loss" and not recipe.how.any_objective:
        able = ", ".join(name for name, each in METHODS.items() if each.any_objective)
        raise ParameterError(
            "workflow.minimizes-loss-objective",
            method=recipe.method,
            objective=recipe.objective,
            able=able,
        )


def _rules(
    table: Table, recipe: Recipe, values: Mapping[str, ValueCounts]
) -> dict[str, HierarchyRule]:
    """Take the rules that are given; local recoding needs one for every attribute."""
    if not recipe.needs_lattice:
        return dict(recipe.hierarchies)
    return {
        name: recipe.hierarchies.get(name) or propose_rule(table, name, found)
        for name, found in values.items()
    }


def _attribute(
    table: Table, recipe: Recipe, name: str, values: ValueCounts, hierarchy: Hierarchy | None
) -> Attribute:
    """See a column as its output wants it: by ancestors, as numbers, or as categories."""
    column = table.schema.column(name)
    output = recipe.outputs.get(name) or _usual(column, hierarchy)
    weight = recipe.weights.get(name, 1.0)
    if name in recipe.levels and output is not Output.ANCESTOR:
        raise ParameterError(
            "workflow.levels-limit-ancestors-hierarchy-but", name=name, output=output.value
        )
    if output in NUMERIC:
        if column.type not in NUMBERS:
            raise ParameterError(
                "workflow.no-declare-type-schema-publish",
                name=name,
                type=column.type.told,
                output=output.value,
            )
        numbers = {text: _number(column, text) for text in values.texts}
        attribute = Attribute.numeric(name, values, numbers, output, weight)
        days = (column.format or ISO) if column.type is ColumnType.DATE else None
        return replace(attribute, date_format=days)
    if hierarchy is not None:
        coded = CodedHierarchy.of(hierarchy, values, recipe.levels.get(name))
        return Attribute.hierarchical(coded, output, weight)
    return Attribute.nominal(name, values, output, weight)


def _usual(column: Column, hierarchy: Hierarchy | None) -> Output:
    if hierarchy is not None:
        return Output.ANCESTOR
    return Output.INTERVAL if column.type in NUMBERS else Output.SET


def _number(column: Column, text: str) -> float:
    """Read a number, or the day of a date."""
    if column.type is ColumnType.DATE:
        moment = read_moment(text, column.format or ISO)
        if moment is None:
            raise ParameterError("workflow.dates-cannot-counted-days-before", name=column.name)
        return float(moment.toordinal())
    number = as_number(text, COMMA)
    if not abs(number) <= GREATEST:  # nan too
        raise ParameterError(
            "workflow.numbers-beyond-too-large-reckon", name=column.name, greatest=GREATEST
        )
    return number


def _sensitive(table: Table, recipe: Recipe) -> list[Codebook]:
    needed = {name for model in recipe.models for names in model.sensitive for name in names}
    texts = {name: table.relation.values(name).texts for name in sorted(needed)}
    return [
        Codebook(name, (*found, None), as_written=name in recipe.as_written)
        for name, found in texts.items()
    ]


def _lattice(recipe: Recipe, problem: GroupingProblem) -> LatticeProblem:
    """Ask the same of the lattice; the counts are those of the grouping problem."""
    width = len(problem.attributes)
    by_name = {attribute.name: attribute for attribute in problem.attributes}
    hierarchies = [h for name in sorted(by_name) if (h := by_name[name].hierarchy) is not None]
    if len(hierarchies) < width:
        numeric = sorted(name for name, a in by_name.items() if a.hierarchy is None)
        raise ParameterError("workflow.local-recoding-publishes-ancestors-leave", numeric=numeric)
    columns = {book.column: width + j for j, book in enumerate(problem.sensitive)}
    needed = sorted({names for model in problem.models for names in model.sensitive})
    return LatticeProblem.of(
        hierarchies,
        _of_persons(problem, range(width)),
        sensitive={names: _known(problem, [columns[name] for name in names]) for names in needed},
        labels={book.column: book.labels for book in problem.sensitive},
        models=problem.models,
        objective=OBJECTIVES[recipe.objective],
        loss=OBJECTIVES["loss"],
        nulls=recipe.nulls,
        weights=recipe.weights,
    )


def _known(problem: GroupingProblem, columns: list[int]) -> FrequencySet:
    """Count sensitive attributes beside the others; a null alone protects nobody."""
    width = len(problem.attributes)
    counts = _of_persons(problem, [*range(width), *columns])
    if len(columns) > 1:
        return counts
    null = len(problem.sensitive[columns[0] - width].values) - 1
    return counts.taken(np.flatnonzero(counts.codes[:, -1] < null))


def _of_persons(problem: GroupingProblem, columns: Sequence[int]) -> FrequencySet:
    """Count some columns alone, and whose records they are where that is known."""
    if not problem.subject:
        return problem.counts.onto(columns)
    start = len(problem.attributes) + len(problem.sensitive)
    who = range(start, start + len(problem.subject))
    return problem.counts.onto([*columns, *who]).by_person(len(columns))
