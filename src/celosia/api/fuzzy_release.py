"""Vague labels instead of numbers: decided on counts, as every other method."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from celosia.api.fuzzy_coding import CodedNumbers, as_numbers, coded_as_released, coded_numbers
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
from celosia.text.messages import Message


def vague_labels(
    table: Table, recipe: Recipe, roles: Roles, progress: Progress
) -> tuple[Partition, VagueLabels, int]:
    """Code the columns of numbers, and give what to change, what was found, and how many records.

    Combinations of labels that a model rejects are suppressed, as far as the recipe allows.
    """
    _check_fits(recipe)
    coded = coded_numbers(table, recipe, progress)
    group_of, groups = _judged(coded, recipe)
    partition = Partition(
        quasi_identifiers=recipe.quasi_identifiers,
        published=roles.published,
        codebooks=coded.books,
        codes=coded.rows.codes,
        first=np.zeros(group_of.size, np.int64),
        number=coded.rows.counts,
        group=group_of,
        labels={name: tuple(labels) for name, labels in groups.items()},
        keep_suppressed=recipe.keep_suppressed,
        nulls=recipe.nulls,
    )
    return partition, _measured(coded, group_of, recipe), int(coded.rows.counts.sum())


def vague_labels_again(
    table: Table, recipe: Recipe, key: bytes | None = None
) -> tuple[CodedNumbers, VagueLabels]:
    """Find out again what was published of a table by a recipe: the same seed gives the same."""
    coded, remaining = coded_as_released(table, recipe, key)
    group_of, _ = _judged(coded, remaining)
    return coded, _measured(coded, group_of, remaining)


def _judged(coded: CodedNumbers, recipe: Recipe) -> tuple[IntArray, dict[str, list[Value]]]:
    """Put rows with the same labels into groups, and suppress those that the models reject."""
    group_of, groups = _groups(coded.texts, coded.rows.counts.size)
    rejected = _rejected(coded, group_of, recipe)
    return np.where(rejected[group_of], SUPPRESSED_GROUP, group_of), groups


def _measured(coded: CodedNumbers, group_of: IntArray, recipe: Recipe) -> VagueLabels:
    kept = group_of != SUPPRESSED_GROUP
    losses = {name: _loss(coded, name, kept) for name in recipe.quasi_identifiers}
    return VagueLabels(
        found=coded.found,
        coded=tuple(coded.numbers),
        figures=_figures(coded, kept, recipe),
        loss=float(np.mean(list(losses.values()))),
        losses=losses,
        suppressed=int(coded.rows.counts[~kept].sum()),
    )


def _check_fits(recipe: Recipe) -> None:
    """Refuse what only makes sense for one generalization of the whole table."""
    if recipe.population is not None:
        raise ParameterError("workflow.fuzzy-sets-cannot-compared-population")
    if recipe.node or recipe.objective != "loss":
        raise ParameterError("workflow.node-objective-methods-search-levels")


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
    """Find the combinations of labels that the models reject, if they may all be suppressed.

    What is suppressed changes the whole table that some models compare with, so that they look
    again at what is left until they accept it.
    """
    counts = coded.rows.counts
    rejected = np.zeros(int(group_of.max()) + 1, bool)
    while not rejected.all():
        left = np.flatnonzero(~rejected)
        classes = _classes(coded, group_of, left, recipe)
        refused = np.zeros(left.size, bool)
        for model in recipe.models:
            refused |= ~model.accepts(classes)
        if not refused.any():
            break
        rejected[left[refused]] = True
    records, total = int(counts[rejected[group_of]].sum()), int(counts.sum())
    if records > recipe.suppression * total:
        raise NotAchievable(
            "workflow.combinations-labels-records-do-not",
            rejected=int(rejected.sum()),
            combinations=rejected.size,
            records=records,
            total=total,
            share=records / total,
            advice=_advice(coded, recipe),
        )
    if rejected.all():
        raise NotAchievable("core.nothing-left")
    return rejected


def _advice(coded: CodedNumbers, recipe: Recipe) -> Message:
    """Say what would make fewer combinations of labels."""
    choices = recipe.fuzzy
    plain = [name for name in recipe.quasi_identifiers if name not in coded.numbers]
    ways = []
    if choices.decimals is not None:
        ways.append(Message("workflow.publish-no-memberships"))
    if choices.sets > 2:
        ways.append(Message("workflow.ask-fewer-sets"))
    if not choices.together and len(coded.numbers) > 1 and choices.coding.takes_several:
        ways.append(Message("workflow.code-columns-together"))
    if plain:
        ways.append(Message("workflow.generalize-technique-published", columns=plain))
    ways.append(Message("workflow.allow-more-suppression"))
    return Message("workflow.can", ways=ways)


def _classes(coded: CodedNumbers, group_of: IntArray, left: IntArray, recipe: Recipe) -> Classes:
    """Count what some of the combinations of labels hold."""
    kept = np.isin(group_of, left)
    queries = sorted({names for model in recipe.models for names in model.sensitive})
    codes, labels = {}, {}
    for name in {name for names in queries for name in names}:
        values, places = coded.column(name)
        codes[name] = places[kept]
        labels[name] = tuple(value for value in values if value is not None)
    numbered = np.searchsorted(left, group_of[kept])
    return counted_classes(numbered, coded.rows.counts[kept], codes, labels, queries)


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
