"""Vague labels instead of numbers: decided on counts, as every other method."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from celosia.api.fuzzy_coding import CodedNumbers, as_numbers, coded_numbers
from celosia.api.vague import VagueLabels
from celosia.domain.arrays import BoolArray, CodeArray, IntArray
from celosia.domain.classes import Classes
from celosia.domain.progress import Progress
from celosia.domain.recoding import SUPPRESSED_GROUP, Partition
from celosia.domain.roles import Roles
from celosia.domain.table import Table
from celosia.domain.values import Value
from celosia.errors import NotAchievable, ParameterError
from celosia.methods.fuzzy.figures import FuzzyFigures, fits_in_memory, measure_labels
from celosia.methods.gathering import counted_classes
from celosia.recipe import Recipe


def vague_labels(
    table: Table, recipe: Recipe, roles: Roles, progress: Progress
) -> tuple[Partition, VagueLabels, int]:
    """Code the columns of numbers, and give what to change, what was found, and how many records.

    Combinations of labels that a model rejects are suppressed, as far as the recipe allows.
    """
    _check_fits(recipe)
    coded = coded_numbers(table, recipe, progress)
    counts = coded.rows.counts
    group_of, groups = _groups(coded.texts, counts.size)
    rejected = _rejected(coded, group_of, recipe)
    group_of = np.where(rejected[group_of], SUPPRESSED_GROUP, group_of)
    partition = Partition(
        quasi_identifiers=recipe.quasi_identifiers,
        published=roles.published,
        codebooks=coded.books,
        codes=coded.rows.codes,
        first=np.zeros(group_of.size, np.int64),
        number=counts,
        group=group_of,
        labels={name: tuple(labels) for name, labels in groups.items()},
        keep_suppressed=recipe.keep_suppressed,
        nulls=recipe.nulls,
    )
    kept = group_of != SUPPRESSED_GROUP
    losses = {name: _loss(coded, name, kept) for name in recipe.quasi_identifiers}
    vague = VagueLabels(
        found=coded.found,
        coded=tuple(coded.numbers),
        figures=_figures(coded, kept, recipe),
        loss=float(np.mean(list(losses.values()))),
        losses=losses,
        suppressed=int(counts[~kept].sum()),
    )
    return partition, vague, int(counts.sum())


def _check_fits(recipe: Recipe) -> None:
    """Refuse what only makes sense for one generalization of the whole table."""
    if recipe.population is not None:
        raise ParameterError(
            "Fuzzy sets cannot be compared with a population table. Take the method optimal."
        )
    if recipe.node or recipe.objective != "loss":
        raise ParameterError(
            "A node and an objective are for the methods that search levels of hierarchies; "
            "'fuzzy' has none. Leave them out, or take the method optimal."
        )


def _groups(texts: Mapping[str, list[Value]], rows: int) -> tuple[IntArray, dict[str, list[Value]]]:
    """Number the combinations of labels, and give the labels of each."""
    number: dict[tuple[Value, ...], int] = {}
    group_of = np.fromiter(
        (number.setdefault(row, len(number)) for row in zip(*texts.values(), strict=True)),
        np.int64,
        rows,
    )
    columns = zip(*number, strict=True)
    return group_of, {name: list(column) for name, column in zip(texts, columns, strict=True)}


def _rejected(coded: CodedNumbers, group_of: IntArray, recipe: Recipe) -> BoolArray:
    """Find the combinations of labels that a model rejects; as many as may be suppressed."""
    classes = _classes(coded, group_of, recipe)
    rejected = np.zeros(classes.number, bool)
    for model in recipe.models:
        rejected |= ~model.accepts(classes)
    records = int(classes.sizes[rejected].sum())
    total = int(classes.sizes.sum())
    if records == total:
        raise NotAchievable("Every record would be suppressed: nothing would be left.")
    if records > recipe.suppression * total:
        raise NotAchievable(
            f"{int(rejected.sum())} of {classes.number} combinations of labels, with {records} of "
            f"{total} records ({records / total:.2%}), do not satisfy the models. Ask for fewer "
            "sets, publish no memberships, or allow more suppression."
        )
    return rejected


def _classes(coded: CodedNumbers, group_of: IntArray, recipe: Recipe) -> Classes:
    queries = sorted({names for model in recipe.models for names in model.sensitive})
    codes, labels = {}, {}
    for name in {name for names in queries for name in names}:
        values, codes[name] = coded.column(name)
        labels[name] = tuple(value for value in values if value is not None)
    return counted_classes(group_of, coded.rows.counts, codes, labels, queries)


def _loss(coded: CodedNumbers, name: str, kept: BoolArray) -> float:
    """Give the mean share of the column's other values that may stand behind a text.

    That is the certainty penalty of any label of a hierarchy, so `compare` finds the same. A
    number that is told as a null is lost wholly.
    """
    values, places = coded.column(name)
    rows = [(text, values[p]) for text, p in zip(coded.texts[name], places.tolist(), strict=True)]
    behind: dict[Value, set[Value]] = {}
    for text, value in rows:
        behind.setdefault(text, set()).add(value)
    width = {text: (len(covered) - 1) / max(len(values) - 1, 1) for text, covered in behind.items()}
    cost = np.array(
        [(0.0 if value is None else 1.0) if text is None else width[text] for text, value in rows]
    )
    return float(np.average(np.where(kept, cost, 1.0), weights=coded.rows.counts))


def _figures(coded: CodedNumbers, kept: BoolArray, recipe: Recipe) -> FuzzyFigures | None:
    """Measure the sets of the records that are published and have every number, if there are."""
    told = kept & coded.complete
    if not told.any() or not fits_in_memory(coded.found):
        return None
    found = coded.found.only(np.repeat(kept[coded.complete], coded.rows.counts[coded.complete]))
    counts = coded.rows.counts[told]
    sensitive = {name: np.repeat(_column(coded, name)[told], counts) for name in recipe.sensitive}
    return measure_labels(found, sensitive)


def _column(coded: CodedNumbers, name: str) -> CodeArray:
    """Give a sensitive column row by row: as numbers with nan, or as texts with None."""
    values, places = coded.column(name)
    read = as_numbers(values)
    return np.asarray((np.array(values, object) if read is None else read)[places])
