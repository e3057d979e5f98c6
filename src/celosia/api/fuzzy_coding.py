"""The columns of numbers of a table as fuzzy sets, and the text that each combination publishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from celosia.api.transforming import transformed
from celosia.domain.arrays import BoolArray, CodeArray, FloatArray
from celosia.domain.coding import Codebook, FrequencySet
from celosia.domain.nulls import NullPolicy
from celosia.domain.progress import Progress, silent
from celosia.domain.table import Table
from celosia.domain.values import Value
from celosia.errors import DataError, ParameterError, RecipeError, RoleError
from celosia.methods.fuzzy.labelling import FuzzyLabels, FuzzyPart, fuzzy_labels
from celosia.recipe import Recipe
from celosia.text.numerals import as_number, decimal_sign


@dataclass(frozen=True, slots=True, eq=False)
class CodedNumbers:
    """Combinations of quasi-identifiers and sensitive values, the sets found, and their texts."""

    rows: FrequencySet
    books: tuple[Codebook, ...]
    numbers: Mapping[str, FloatArray]
    """Of each column of numbers, the number in each row; nan for a null."""
    found: FuzzyLabels
    """The sets, and the labels of the records without a null number, one row after the other."""
    texts: Mapping[str, list[Value]]
    """What each row publishes of each quasi-identifier; a null stays null."""

    @property
    def complete(self) -> BoolArray:
        """The rows without a null number."""
        return _complete(np.stack(list(self.numbers.values())))

    def column(self, name: str) -> tuple[tuple[Value, ...], CodeArray]:
        """Give the values of a column, and the place of each row's among them."""
        return _column(self.rows, self.books, name)


def coded_numbers(table: Table, recipe: Recipe, progress: Progress = silent) -> CodedNumbers:
    """Find the fuzzy sets of a table, and what each combination of its values would publish.

    Whatever is not a number stays as it is. Where attributes are coded together, a record that
    lacks one of the numbers belongs to no set: it tells a null in all of them.
    """
    books, rows = _counted(table, recipe)
    numbers = {}
    for place, name in enumerate(recipe.quasi_identifiers):
        read = as_numbers(books[place].values)
        if read is not None:
            numbers[name] = read[rows.codes[:, place]]
    _check(numbers, recipe)
    complete = _complete(np.stack(list(numbers.values())))
    if not complete.any():
        raise DataError("workflow.no-record-number-every-quasi")
    counts = rows.counts[complete]
    columns = {name: np.repeat(read[complete], counts) for name, read in numbers.items()}
    choices = replace(recipe.fuzzy, seed=recipe.seed)
    found = fuzzy_labels(columns, choices, recipe.language, progress)
    told = _told(numbers, found, choices.decimals)
    texts = {
        name: told[name] if name in told else _taken(*_column(rows, books, name))
        for name in recipe.quasi_identifiers
    }
    return CodedNumbers(rows, books, numbers, found, texts)


def coded_as_released(
    table: Table, recipe: Recipe, key: bytes | None = None
) -> tuple[CodedNumbers, Recipe]:
    """Find the sets of a release again, in the table as the recipe's techniques leave it.

    The recipe that remains after them is given too.
    """
    with (
        TemporaryDirectory() as folder,
        transformed(table, recipe, key, str(Path(folder) / "release.parquet")) as made,
    ):
        return coded_numbers(made.table, made.recipe), made.recipe


def as_numbers(values: Sequence[Value]) -> FloatArray | None:
    """Read the numbers of a column; None if it has other texts, or nothing but nulls.

    >>> as_numbers(["2,5", None]), as_numbers(["2,5", "low"])
    (array([2.5, nan]), None)
    """
    texts = [value for value in values if value is not None]
    sign = decimal_sign(texts)
    read = np.array([np.nan if value is None else as_number(value, sign) for value in values])
    return read if texts and np.isnan(read).sum() == len(values) - len(texts) else None


def _counted(table: Table, recipe: Recipe) -> tuple[tuple[Codebook, ...], FrequencySet]:
    names = recipe.quasi_identifiers
    if not names:
        raise RoleError("workflow.no-column-quasi-identifier-name")
    complete = names if recipe.nulls is NullPolicy.EXCLUDED else ()
    books = tuple(
        Codebook(name, table.relation.values(name, complete).values)
        for name in (*names, *recipe.sensitive)
    )
    rows = table.relation.count(books, complete)
    if not rows.counts.size:
        raise ParameterError("workflow.no-records-anonymize")
    return books, rows


def _check(numbers: Mapping[str, FloatArray], recipe: Recipe) -> None:
    if not numbers:
        raise DataError(
            "workflow.none-quasi-identifiers-column-numbers",
            quasi_identifiers=recipe.quasi_identifiers,
        )
    stray = [name for name in recipe.fuzzy.names if name not in numbers]
    if stray:
        raise RecipeError("workflow.fuzzy-names-sets-columns-not", stray=stray, numbers=numbers)


def _complete(numbers: FloatArray) -> BoolArray:
    """Tell which points have a number of every attribute."""
    return np.asarray(~np.isnan(numbers).any(axis=0), bool)


def _column(
    rows: FrequencySet, books: Sequence[Codebook], name: str
) -> tuple[tuple[Value, ...], CodeArray]:
    place = [book.column for book in books].index(name)
    return books[place].values, rows.codes[:, place]


def _taken(values: Sequence[Value], places: CodeArray) -> list[Value]:
    return [values[place] for place in places.tolist()]


def _told(
    numbers: Mapping[str, FloatArray], found: FuzzyLabels, decimals: int | None
) -> dict[str, list[Value]]:
    """Write the text of each row in each coded column."""
    told: dict[str, list[Value]] = {}
    for part in found.parts:
        points = np.stack([numbers[name] for name in part.attributes])
        known = _complete(points)
        memberships = part.fit.shape.memberships(points[:, known])
        for name in part.attributes:
            texts = iter(_texts(part, found.names[name], name, memberships, decimals))
            told[name] = [next(texts) if is_known else None for is_known in known.tolist()]
    return told


def _texts(
    part: FuzzyPart,
    names: tuple[str, ...],
    attribute: str,
    memberships: FloatArray,
    decimals: int | None,
) -> list[str]:
    """Name the set that each point is in most, or its share of every set."""
    words = [names[place] for place in part.words[attribute].tolist()]
    if decimals is None:
        return [words[place] for place in memberships.argmax(axis=1).tolist()]
    return [_shares(words, row, decimals) for row in memberships.round(decimals).tolist()]


def _shares(words: Sequence[str], shares: Sequence[float], decimals: int) -> str:
    """Write the sets with their shares; those that are rounded to nothing only if all are.

    >>> _shares(["low", "medium", "high"], [0.7, 0.3, 0.0], 1)
    'low 0.7, medium 0.3'
    >>> _shares(["low", "medium", "high"], [0.0, 0.0, 0.0], 0)
    'low 0, medium 0, high 0'
    """
    pairs = list(zip(words, shares, strict=True))
    told = [pair for pair in pairs if pair[1]] or pairs
    return ", ".join(f"{word} {share:.{decimals}f}" for word, share in told)
