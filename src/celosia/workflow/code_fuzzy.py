"""Vague labels instead of numbers: decided on counts, as every other method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, CodedHierarchy, FrequencySet
from celosia.core.progress import Progress, silent
from celosia.core.relation import SUPPRESSED_GROUP, Partition
from celosia.core.schema import Roles
from celosia.core.table import Table
from celosia.core.values import (
    BoolArray,
    CodeArray,
    FloatArray,
    IntArray,
    NullPolicy,
    Value,
    ValueCounts,
)
from celosia.errors import DataError, NotAchievable, ParameterError, RecipeError, RoleError
from celosia.files.private_files import working_space
from celosia.methods.gather import counted_classes
from celosia.recipe import Recipe
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.text.normal_form import compared
from celosia.text.numerals import as_number, decimal_sign, is_code
from celosia.workflow.count import count_persons
from celosia.workflow.transform import transform

if TYPE_CHECKING:
    from celosia.methods.fuzzy.fuzzy_figures import FuzzyFigures
    from celosia.methods.fuzzy.label_records import FuzzyLabels, FuzzyPart


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyResult:
    """The labels that records got, and what they protect and cost."""

    found: FuzzyLabels
    coded: tuple[str, ...]
    """The quasi-identifiers that hold numbers; the others climb the hierarchies that the recipe
    gives them as far as they must, and are published as they are without one."""
    figures: FuzzyFigures | None
    """Of the published records and the coded columns; None where records times combinations of
    sets are too many to measure, or no published record has every number."""
    loss: float
    """Mean share of a column's values that a label covers; suppressed at 1."""
    losses: Mapping[str, float]
    """The same for each quasi-identifier."""
    suppressed: int


@dataclass(frozen=True, slots=True)
class Axis:
    """The part of an attribute's range that is drawn, between round numbers."""

    name: str
    low: float
    high: float
    step: float

    @property
    def ticks(self) -> list[float]:
        """The round numbers from end to end."""
        number = round((self.high - self.low) / self.step)
        return [self.low + i * self.step for i in range(number + 1)]


@dataclass(frozen=True, slots=True, eq=False)
class SetsPicture:
    """How much each point of one or two axes belongs to each set."""

    axes: tuple[Axis, ...]
    names: tuple[str, ...]
    shares: FloatArray
    """(points, sets) of one axis; (points of the second, points of the first, sets) of two."""
    others: tuple[str, ...] = ()
    """Attributes of the same sets that are not drawn: they are held at their median."""


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyPictures:
    """What a report shows of fuzzy sets."""

    columns: tuple[str, ...]
    figures: FuzzyFigures | None
    pictures: tuple[SetsPicture, ...]
    not_drawn: tuple[str, ...]
    """Columns whose picture would tell extreme values, or has nothing to show."""


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


def code_numbers(table: Table, recipe: Recipe, progress: Progress = silent) -> CodedNumbers:
    """Find the fuzzy sets of a table, and what each combination of its values would publish.

    Whatever is not a number stays as it is. Where attributes are coded together, a record that
    lacks one of the numbers belongs to no set: it tells a null in all of them.
    """
    # Imported here, as in `_figures`: every release asks this module whether its labels are vague,
    # and only those that are need the kernels, with which numba loads (a quarter of a second).
    from celosia.methods.fuzzy.label_records import fuzzy_labels

    books, rows = _count(table, recipe)
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
    found = fuzzy_labels(columns, choices, recipe.language or ENGLISH, progress)
    told = _told(numbers, found, choices.decimals)
    texts = {
        name: told[name] if name in told else _taken(*_column(rows, books, name))
        for name in recipe.quasi_identifiers
    }
    return CodedNumbers(rows, books, numbers, found, texts)


def code_as_released(
    table: Table, recipe: Recipe, key: bytes | None = None
) -> tuple[CodedNumbers, Recipe]:
    """Find the sets of a release again, in the table as the recipe's techniques leave it.

    The recipe that remains after them is given too.
    """
    with (
        working_space() as folder,
        transform(table, recipe, key, str(folder / "release.parquet")) as made,
    ):
        return code_numbers(made.table, made.recipe), made.recipe


def as_numbers(values: Sequence[Value]) -> FloatArray | None:
    """Read the numbers of a column; None if it has other texts, or nothing but nulls.

    Digits with an idle zero in front are codes, as those of places, and no numbers.

    >>> as_numbers(["2,5", None]), as_numbers(["2,5", "low"]), as_numbers(["28001", "00070"])
    (array([2.5, nan]), None, None)
    """
    texts = [value for value in values if value is not None]
    if any(map(is_code, texts)):
        return None
    sign = decimal_sign(texts)
    read = np.array([np.nan if value is None else as_number(value, sign) for value in values])
    return read if texts and np.isnan(read).sum() == len(values) - len(texts) else None


def _count(table: Table, recipe: Recipe) -> tuple[tuple[Codebook, ...], FrequencySet]:
    names = recipe.quasi_identifiers
    if not names:
        raise RoleError("workflow.no-column-quasi-identifier-name")
    complete = names if recipe.nulls is NullPolicy.EXCLUDED else ()
    books = tuple(
        Codebook(name, table.relation.values(name, complete).values)
        for name in (*names, *recipe.sensitive)
    )
    rows = count_persons(table, recipe, books, complete)
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


def code_fuzzy_labels(
    table: Table, recipe: Recipe, roles: Roles, progress: Progress
) -> tuple[Partition, FuzzyResult, int]:
    """Code the columns of numbers, and give what to change, what was found, and how many records.

    Combinations of labels that a model rejects are suppressed, as far as the recipe allows.
    """
    _check_fits(recipe)
    coded = code_numbers(table, recipe, progress)
    coded, group_of, groups = _judged(coded, recipe)
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


def code_fuzzy_labels_again(
    table: Table, recipe: Recipe, key: bytes | None = None
) -> tuple[CodedNumbers, FuzzyResult]:
    """Find out again what was published of a table by a recipe: the same seed gives the same."""
    coded, remaining = code_as_released(table, recipe, key)
    coded, group_of, _ = _judged(coded, remaining)
    return coded, _measured(coded, group_of, remaining)


def _judged(
    coded: CodedNumbers, recipe: Recipe
) -> tuple[CodedNumbers, IntArray, dict[str, list[Value]]]:
    """Put rows with the same labels into groups, and suppress those that the models reject.

    While these are too many, a column without numbers climbs its hierarchy by a level, if the
    recipe gives it one: each time that which leaves fewest records rejected.
    """
    trees = _trees(coded, recipe)
    levels = dict.fromkeys(trees, 0)
    while True:
        now = _climbed(coded, trees, levels)
        group_of, groups = _groups(now.texts, now.rows.counts.size)
        rejected = _rejected(now, group_of, recipe)
        higher = [
            levels | {name: level + 1}
            for name, level in levels.items()
            if level + 1 < trees[name].levels
        ]
        if _may_be_suppressed(now, group_of, rejected, recipe) or not higher:
            break
        levels = min(higher, key=lambda tried: _badness(_climbed(coded, trees, tried), recipe))
    _check_suppressed(now, group_of, rejected, recipe)
    return now, np.where(rejected[group_of], SUPPRESSED_GROUP, group_of), groups


def _trees(coded: CodedNumbers, recipe: Recipe) -> dict[str, CodedHierarchy]:
    """Build the hierarchies that the recipe gives to columns without numbers."""
    trees = {}
    for name in recipe.quasi_identifiers:
        if name in recipe.hierarchies and name not in coded.numbers:
            texts, places = coded.column(name)
            counts = np.bincount(places, coded.rows.counts, len(texts)).astype(np.int64)
            values = ValueCounts(tuple(texts), tuple(counts.tolist()))
            built = recipe.hierarchies[name].build(name, values)
            trees[name] = CodedHierarchy.of(built, values, recipe.levels.get(name))
    return trees


def _climbed(
    coded: CodedNumbers, trees: Mapping[str, CodedHierarchy], levels: Mapping[str, int]
) -> CodedNumbers:
    """Tell the labels of some levels in the place of texts."""
    told = dict(coded.texts)
    for name, level in levels.items():
        tree = trees[name]
        labels = dict(zip(tree.hierarchy.values, tree.labels(level), strict=True))
        told[name] = [labels[text] for text in _taken(*coded.column(name))]
    return replace(coded, texts=told)


def _badness(coded: CodedNumbers, recipe: Recipe) -> tuple[int, float]:
    """Tell how many records would be rejected, and what the labels lose."""
    group_of, _ = _groups(coded.texts, coded.rows.counts.size)
    rejected = _rejected(coded, group_of, recipe)[group_of]
    everything = np.ones(rejected.size, np.bool_)
    loss = sum(_loss(coded, name, everything) for name in recipe.quasi_identifiers)
    return int(coded.rows.counts[rejected].sum()), loss


def _measured(coded: CodedNumbers, group_of: IntArray, recipe: Recipe) -> FuzzyResult:
    kept = group_of != SUPPRESSED_GROUP
    losses = {name: _loss(coded, name, kept) for name in recipe.quasi_identifiers}
    return FuzzyResult(
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
    """Find the combinations of labels that the models reject.

    What is suppressed changes the whole table that some models compare with, so that they look
    again at what is left until they accept it.
    """
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
    return rejected


def _may_be_suppressed(
    coded: CodedNumbers, group_of: IntArray, rejected: BoolArray, recipe: Recipe
) -> bool:
    counts = coded.rows.counts
    few = counts[rejected[group_of]].sum() <= recipe.suppression * counts.sum()
    return bool(few) and not rejected.all()


def _check_suppressed(
    coded: CodedNumbers, group_of: IntArray, rejected: BoolArray, recipe: Recipe
) -> None:
    """Refuse to suppress more than the recipe allows, or everything."""
    counts = coded.rows.counts
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
    rows = coded.rows.taken(np.flatnonzero(kept))
    queries = sorted({names for model in recipe.models for names in model.sensitive})
    codes, labels = {}, {}
    for name in {name for names in queries for name in names}:
        values, places = coded.column(name)
        codes[name] = places[kept]
        known = (value for value in values if value is not None)
        labels[name] = compared(known, name in recipe.as_written)
    numbered = np.searchsorted(left, group_of[kept])
    return counted_classes(numbered, rows.counts, codes, labels, queries, rows.persons)


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
    from celosia.methods.fuzzy.fuzzy_figures import fits_in_memory, measure_labels

    told = kept & coded.complete
    if not told.any() or not fits_in_memory(coded.found):
        return None
    found = coded.found.only(np.repeat(kept[coded.complete], coded.rows.counts[coded.complete]))
    counts = coded.rows.counts[told]
    sensitive = {
        name: np.repeat(_released_column(coded, name)[told], counts) for name in recipe.sensitive
    }
    return measure_labels(found, sensitive)


def _released_column(coded: CodedNumbers, name: str) -> CodeArray:
    """Give a sensitive column row by row: as numbers with nan, or as texts with None."""
    values, places = coded.column(name)
    read = as_numbers(values)
    return np.asarray((np.array(values, object) if read is None else read)[places])
