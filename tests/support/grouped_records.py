"""Grouping problems for tests, and their cost by the seed's own equations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from celosia.core.counts import CodedHierarchy, FrequencySet
from celosia.core.values import Value, ValueCounts
from celosia.hierarchies import FromFile
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.grouping_problem import GroupingProblem
from celosia.methods.method_options import Output
from celosia.models import KAnonymity


def problem_of(
    columns: Mapping[str, Sequence[Value]],
    k: int = 2,
    numeric: Sequence[str] = (),
    models=None,
    attributes: Mapping[str, Attribute] | None = None,
    sensitive: Mapping[str, Sequence[Value]] | None = None,
    **conditions,
) -> GroupingProblem:
    """Make a problem from columns of cells; those not numeric are sets."""
    from celosia.core.counts import Codebook

    made = []
    for name, cells in columns.items():
        values = ValueCounts.of(list(cells))
        if attributes and name in attributes:
            made.append(attributes[name])
        elif name in numeric:
            made.append(Attribute.numeric(name, values, {t: float(t) for t in values.texts}))
        else:
            made.append(Attribute.nominal(name, values))
    books = [
        Codebook(name, (*ValueCounts.of(list(cells)).texts, None))
        for name, cells in (sensitive or {}).items()
    ]
    every = [*(a.codebook for a in made), *books]
    table = {**columns, **(sensitive or {})}
    place = [{value: code for code, value in enumerate(book.values)} for book in every]
    codes = np.array(
        [[place[j][cell] for cell in table[book.column]] for j, book in enumerate(every)]
    ).T
    rows, counts = np.unique(codes, axis=0, return_counts=True)
    frequencies = FrequencySet(tuple(book.column for book in every), rows, counts)
    return GroupingProblem.of(made, frequencies, models or (KAnonymity(k),), books, **conditions)


def students(seed: int, rounded: bool = False, k: int = 2, n: int = 500) -> GroupingProblem:
    """The experiment of seed 002: three grades ~ N(6, 2), ten lecturers, five years."""
    draw = np.random.default_rng(seed)
    grades = {name: draw.normal(6, 2, n) for name in ("exam", "participation", "practicals")}
    if rounded:
        grades = {name: np.round(values) for name, values in grades.items()}
    columns = {name: [f"{value:.12g}" for value in values] for name, values in grades.items()}
    columns["lecturer"] = [f"L{value}" for value in draw.integers(0, 10, n)]
    columns["year"] = [str(value) for value in draw.integers(2018, 2023, n)]
    return problem_of(columns, k, numeric=(*grades, "year"))


ADULT = ("sex", "age", "race", "marital-status", "education", "native-country", "workclass",
         "occupation", "salary-class")  # fmt: skip


def adult(
    shared: Path, k: int = 5, output: Output = Output.SET, names: Sequence[str] = ADULT
) -> GroupingProblem:
    """Adult with nine quasi-identifiers: age a number and the rest sets, or all by ancestors."""
    import duckdb

    path = shared / "data" / "adult"
    found = duckdb.connect().execute(
        f"SELECT * FROM read_csv('{path / 'data.csv'}', delim=';', all_varchar=true)"
    )
    table = found.fetchnumpy()
    attributes = {}
    for name in names:
        values = ValueCounts.of(list(table[name]))
        hierarchy = FromFile(str(path / "hierarchies" / f"{name}.csv")).build(name, values)
        coded = CodedHierarchy.of(hierarchy, values)
        if output is Output.SET and name == "age":
            numbers = {text: float(text) for text in values.texts}
            attributes[name] = Attribute.numeric(name, values, numbers)
        else:
            attributes[name] = Attribute.hierarchical(coded, output)
    return problem_of({name: list(table[name]) for name in names}, k, attributes=attributes)


def gcp(problem: GroupingProblem, group_of: np.ndarray) -> float:
    """Equation 4 of seed 002 by plain Python, weights and nulls included."""
    records = problem.records
    weights = np.array([a.weight for a in problem.attributes])
    total = 0.0
    for group in np.unique(group_of):
        members = np.flatnonzero(group_of == group)
        for j, attribute in enumerate(problem.attributes):
            codes = records.codes[j, members]
            total += members.size * weights[j] * _penalty(attribute, set(codes.tolist()))
    return total / (weights.sum() * group_of.size)


def _penalty(attribute: Attribute, codes: set[int]) -> float:
    values = [attribute.values[code] for code in codes]
    if attribute.output is Output.ANCESTOR:
        for level in range(attribute.hierarchy.levels):
            groups = {int(attribute.hierarchy.groups[level][code]) for code in codes}
            if len(groups) == 1:
                leaves = int((attribute.hierarchy.groups[level] == groups.pop()).sum())
                return (leaves - 1) / max(len(attribute.values) - 1, 1)
        return 1.0
    if None in values:
        return 0.0 if len(values) == 1 else 1.0
    if attribute.numbers is not None and attribute.output is not Output.SET:
        numbers = [attribute.numbers[code] for code in codes]
        span = np.nanmax(attribute.numbers) - np.nanmin(attribute.numbers)
        return (max(numbers) - min(numbers)) / span if span else 0.0
    return (len(values) - 1) / max(len(attribute.values) - 1, 1)
