"""Vague labels instead of numbers: decided on counts, as every other method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from celosia.api.vague import VagueLabels
from celosia.domain.arrays import BoolArray, FloatArray, IntArray
from celosia.domain.classes import Classes
from celosia.domain.coding import Codebook, FrequencySet
from celosia.domain.labels import as_number, decimal_sign
from celosia.domain.nulls import NullPolicy
from celosia.domain.progress import Progress
from celosia.domain.recoding import SUPPRESSED_GROUP, Partition
from celosia.domain.roles import Roles
from celosia.domain.table import Table
from celosia.domain.values import Value
from celosia.errors import DataError, NotAchievable, ParameterError, RoleError
from celosia.methods.fuzzy.choices import FuzzyChoices
from celosia.methods.fuzzy.figures import FuzzyFigures, fits_in_memory, measure_labels
from celosia.methods.fuzzy.labelling import FuzzyLabels, FuzzyPart, fuzzy_labels
from celosia.methods.gathering import counted_classes
from celosia.recipe import Recipe


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """Combinations of quasi-identifiers and sensitive values, and the numbers among them."""

    rows: FrequencySet
    books: tuple[Codebook, ...]
    names: tuple[str, ...]
    """The quasi-identifiers: the first columns of the rows."""
    numbers: Mapping[str, FloatArray]
    """Of each column of numbers, the number in each row; nan for a null."""

    @property
    def complete(self) -> BoolArray:
        """The rows without a null number."""
        return _complete(np.stack(list(self.numbers.values())))

    def cells(self, name: str) -> list[Value]:
        """Give a column's values row by row."""
        place = [book.column for book in self.books].index(name)
        values = self.books[place].values
        return [values[code] for code in self.rows.codes[:, place].tolist()]


def vague_labels(
    table: Table, recipe: Recipe, roles: Roles, progress: Progress
) -> tuple[Partition, VagueLabels, int]:
    """Code the columns of numbers, and give what to change, what was found, and how many records.

    Combinations of labels that a model rejects are suppressed, as far as the recipe allows.
    """
    counted = _counted(table, recipe)
    choices = replace(recipe.fuzzy, seed=recipe.seed)
    found = _fitted(counted, choices, recipe, progress)
    labels = _labels(counted, found, choices)
    group_of, groups = _groups(labels, counted.rows.counts.size)
    rejected = _rejected(counted, group_of, recipe)
    group_of = np.where(rejected[group_of], SUPPRESSED_GROUP, group_of)
    partition = Partition(
        quasi_identifiers=recipe.quasi_identifiers,
        published=roles.published,
        codebooks=counted.books,
        codes=counted.rows.codes,
        first=np.zeros(group_of.size, np.int64),
        number=counted.rows.counts,
        group=group_of,
        labels={name: tuple(groups[name]) for name in counted.names},
        keep_suppressed=recipe.keep_suppressed,
        nulls=recipe.nulls,
    )
    counts = counted.rows.counts
    records = int(counts.sum())
    suppressed = int(counts[group_of == SUPPRESSED_GROUP].sum())
    losses = {name: _loss(counted, found, name, group_of) for name in counted.numbers}
    return (
        partition,
        VagueLabels(
            found=found,
            coded=tuple(counted.numbers),
            figures=_figures(counted, found, recipe),
            loss=float(np.mean(list(losses.values()))),
            losses=losses,
            suppressed=suppressed,
        ),
        records,
    )


def _counted(table: Table, recipe: Recipe) -> _Counted:
    names = recipe.quasi_identifiers
    if not names:
        raise RoleError("No column is a quasi-identifier: name at least one.")
    complete = names if recipe.nulls is NullPolicy.EXCLUDED else ()
    books = [
        Codebook(name, table.relation.values(name, complete).values)
        for name in (*names, *recipe.sensitive)
    ]
    rows = table.relation.count(books, complete)
    if not rows.counts.size:
        raise ParameterError("There are no records to anonymize.")
    numbers = {}
    for place, book in enumerate(books[: len(names)]):
        read = _read(book.values)
        if read is not None:
            numbers[book.column] = read[rows.codes[:, place]]
    if not numbers:
        raise DataError(
            "None of the quasi-identifiers is a column of numbers, so there is nothing to code "
            f"as fuzzy sets: {', '.join(names)}."
        )
    return _Counted(rows, tuple(books), names, numbers)


def _complete(numbers: FloatArray) -> BoolArray:
    """Tell which points have a number of every attribute."""
    return np.asarray(~np.isnan(numbers).any(axis=0), bool)


def _read(values: Sequence[Value]) -> FloatArray | None:
    """Read the numbers of a column; None if it has other texts, or nothing but nulls."""
    texts = [value for value in values if value is not None]
    sign = decimal_sign(texts)
    read = np.array([np.nan if value is None else as_number(value, sign) for value in values])
    return read if texts and np.isnan(read).sum() == len(values) - len(texts) else None


def _fitted(
    counted: _Counted, choices: FuzzyChoices, recipe: Recipe, progress: Progress
) -> FuzzyLabels:
    """Find the sets in the records that have every number."""
    complete = counted.complete
    if not complete.any():
        raise DataError("No record has a number in every quasi-identifier that is to be coded.")
    counts = counted.rows.counts[complete]
    columns = {name: np.repeat(n[complete], counts) for name, n in counted.numbers.items()}
    return fuzzy_labels(columns, choices, recipe.language, progress)


def _labels(counted: _Counted, found: FuzzyLabels, choices: FuzzyChoices) -> dict[str, list[Value]]:
    """Give what each row publishes of each quasi-identifier; a null stays null."""
    labels: dict[str, list[Value]] = {}
    for part in found.parts:
        numbers = np.stack([counted.numbers[name] for name in part.attributes])
        known = _complete(numbers)
        memberships = part.fit.shape.memberships(numbers[:, known])
        for name in part.attributes:
            texts = iter(_texts(part, found, name, memberships, choices.decimals))
            labels[name] = [next(texts) if is_known else None for is_known in known.tolist()]
    return {name: labels.get(name) or counted.cells(name) for name in counted.names}


def _texts(
    part: FuzzyPart,
    found: FuzzyLabels,
    name: str,
    memberships: FloatArray,
    decimals: int | None,
) -> list[str]:
    """Write the label of each row: the set it is in most, or its share of every set."""
    words = _words(part, found, name)
    if decimals is None:
        return [words[place] for place in memberships.argmax(axis=1).tolist()]
    rounded = memberships.round(decimals)
    return [
        ", ".join(f"{w} {share:.{decimals}f}" for w, share in zip(words, row, strict=True) if share)
        for row in rounded.tolist()
    ]


def _words(part: FuzzyPart, found: FuzzyLabels, name: str) -> list[str]:
    """Name the sets of a part by one attribute's words, in the order of its memberships."""
    place = part.partition.labels
    words = found.names[name]
    told = dict(zip(place.tolist(), found.labels[name].tolist(), strict=True))
    return [words[told.get(index, index)] for index in range(len(part.partition.names))]


def _groups(
    labels: Mapping[str, list[Value]], rows: int
) -> tuple[IntArray, dict[str, list[Value]]]:
    """Number the combinations of labels, and give the labels of each."""
    number: dict[tuple[Value, ...], int] = {}
    group_of = np.fromiter(
        (number.setdefault(row, len(number)) for row in zip(*labels.values(), strict=True)),
        np.int64,
        rows,
    )
    columns = zip(*number, strict=True)
    return group_of, {name: list(column) for name, column in zip(labels, columns, strict=True)}


def _rejected(counted: _Counted, group_of: IntArray, recipe: Recipe) -> BoolArray:
    """Find the combinations of labels that a model rejects; as many as may be suppressed."""
    classes = _classes(counted, group_of, recipe)
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


def _classes(counted: _Counted, group_of: IntArray, recipe: Recipe) -> Classes:
    queries = sorted({names for model in recipe.models for names in model.sensitive})
    places = {book.column: place for place, book in enumerate(counted.books)}
    needed = {name for names in queries for name in names}
    codes, labels = {}, {}
    for name in needed:
        values = counted.books[places[name]].values
        codes[name] = counted.rows.codes[:, places[name]]
        labels[name] = tuple(value for value in values if value is not None)
    return counted_classes(group_of, counted.rows.counts, codes, labels, queries)


def _loss(counted: _Counted, found: FuzzyLabels, name: str, group_of: IntArray) -> float:
    """Give the mean width of the numbers that share a label, in ranges of the column."""
    numbers, counts = counted.numbers[name], counted.rows.counts.astype(float)
    known = ~np.isnan(numbers)
    spread = float(np.ptp(numbers[known])) if known.any() else 0.0
    cost = np.zeros(numbers.size)
    part = next(part for part in found.parts if name in part.attributes)
    stacked = np.stack([counted.numbers[attribute] for attribute in part.attributes])
    told = _complete(stacked)
    labels = np.full(numbers.size, -1)
    labels[told] = part.fit.shape.memberships(stacked[:, told]).argmax(axis=1)
    for label in np.unique(labels[told]):
        held = labels == label
        cost[held] = np.ptp(numbers[held]) / spread if spread else 0.0
    cost[group_of == SUPPRESSED_GROUP] = 1.0
    return float(np.average(cost, weights=counts))


def _figures(counted: _Counted, found: FuzzyLabels, recipe: Recipe) -> FuzzyFigures | None:
    if not fits_in_memory(found):
        return None
    counts = counted.rows.counts[counted.complete]
    sensitive = {}
    for name in recipe.sensitive:
        cells = [
            "" if cell is None else cell
            for cell, is_complete in zip(
                counted.cells(name), counted.complete.tolist(), strict=True
            )
            if is_complete
        ]
        read = _read(cells)
        sensitive[name] = np.repeat(np.array(cells) if read is None else read, counts)
    return measure_labels(found, sensitive)
