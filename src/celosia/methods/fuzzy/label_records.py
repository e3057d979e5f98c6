"""From numbers to vague labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.randomness import seeded
from celosia.core.values import BoolArray, FloatArray, IntArray
from celosia.errors import DataError, ParameterError
from celosia.methods.fuzzy.crisp_codings import Centres, Cutting, global_recode, k_means
from celosia.methods.fuzzy.fuzzy_clusters import FuzzyClusters, c_means, gustafson_kessel
from celosia.methods.fuzzy.fuzzy_sets import FuzzyPartition
from celosia.methods.fuzzy.partition_fit import Fit
from celosia.methods.fuzzy_labels import Coding, FuzzyChoices
from celosia.text.languages import Language


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyPart:
    """One partition: of one attribute, or of all together."""

    attributes: tuple[str, ...]
    fit: Fit
    """Where its sets lie (`fit.shape.memberships` draws them) and how the search ended."""
    partition: FuzzyPartition
    words: Mapping[str, IntArray]
    """For each attribute, the place of each set among that attribute's names, from low to high."""


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyLabels:
    """What is published instead of the numbers."""

    labels: Mapping[str, IntArray]
    """For each attribute, the place of each record's label in `names`."""
    names: Mapping[str, tuple[str, ...]]
    parts: tuple[FuzzyPart, ...]
    rounded: tuple[FloatArray, ...] | None
    """The memberships to publish, part by part; None when only labels are."""

    def texts(self, attribute: str) -> list[str]:
        """Give each record's label of an attribute as it is written."""
        names = self.names[attribute]
        return [names[place] for place in self.labels[attribute].tolist()]

    def only(self, kept: BoolArray) -> FuzzyLabels:
        """Leave some records out; the sets stay where they are."""
        return FuzzyLabels(
            {name: places[kept] for name, places in self.labels.items()},
            self.names,
            tuple(replace(part, partition=part.partition.only(kept)) for part in self.parts),
            None if self.rounded is None else tuple(shares[kept] for shares in self.rounded),
        )


def fuzzy_labels(
    columns: Mapping[str, FloatArray],
    choices: FuzzyChoices,
    language: Language = "en",
    progress: Progress = silent,
) -> FuzzyLabels:
    """Give each record a label per attribute: the set that it belongs to most.

    The order of records and of attributes changes nothing. With `together` the sets are of all
    attributes at once; each attribute then gets a word of its own, by the place of the set's
    centre among the others, and records with the same words are of the same set.

    References: Quirós 2013, chapters 3 and 4.

    >>> ages = np.array([20.0, 21, 22, 40, 41, 42, 43, 70, 71])
    >>> fuzzy_labels({"age": ages}, FuzzyChoices()).texts("age")[::4]
    ['low', 'medium', 'high']
    """
    if not columns:
        raise ParameterError("methods.name-least-column-numbers-code")
    names = {name: choices.names_of(name, language) for name in columns}
    groups = [tuple(sorted(columns))] if choices.together else [(name,) for name in columns]
    parts, labels = [], {}
    for attributes in groups:
        part, places = _coded(attributes, columns, choices, names, progress)
        parts.append(part)
        labels.update(places)
    rounded = None
    if choices.decimals is not None:
        rounded = tuple(part.partition.memberships.round(choices.decimals) for part in parts)
    return FuzzyLabels({name: labels[name] for name in columns}, names, tuple(parts), rounded)


def _coded(
    attributes: tuple[str, ...],
    columns: Mapping[str, FloatArray],
    choices: FuzzyChoices,
    names: Mapping[str, tuple[str, ...]],
    progress: Progress,
) -> tuple[FuzzyPart, dict[str, IntArray]]:
    """Find the sets of some attributes at once, and each attribute's words for them."""
    data = np.stack([np.asarray(columns[name], np.float64) for name in attributes])
    try:
        fit = _fitted(data, choices, progress)
    except DataError as wrong:
        told = ", ".join(attributes)
        raise DataError("methods.text", told=told, wrong=wrong) from None
    words = {name: _places(fit, i, choices.sets) for i, name in enumerate(attributes)}
    titles = tuple(
        " × ".join(names[name][words[name][place]] for name in attributes)
        for place in range(choices.sets)
    )
    partition = FuzzyPartition(titles, fit.shape.memberships(data))
    labels = {name: words[name][partition.labels] for name in attributes}
    return FuzzyPart(attributes, fit, partition, words), labels


def _fitted(data: FloatArray, choices: FuzzyChoices, progress: Progress) -> Fit:
    """Find the sets; records are sorted first, so that their order changes no bit."""
    ordered = np.ascontiguousarray(data[:, np.lexsort(data[::-1])])
    randomness = seeded(choices.seed)
    match choices.coding:
        case Coding.C_MEANS:
            return c_means(ordered, choices.sets, randomness, choices.search, progress)
        case Coding.GUSTAFSON_KESSEL:
            return gustafson_kessel(ordered, choices.sets, randomness, choices.search, progress)
        case Coding.K_MEANS:
            return k_means(ordered, choices.sets, randomness, choices.search, progress=progress)
        case cutting:
            return global_recode(ordered, choices.sets, Cutting(cutting.value))


def _places(fit: Fit, attribute: int, sets: int) -> IntArray:
    """Order the sets by one attribute: for each set, its place from low to high."""
    if not isinstance(fit.shape, Centres | FuzzyClusters):
        return np.arange(sets)
    order = np.argsort(fit.shape.centres[:, attribute], kind="stable")
    return np.asarray(np.argsort(order), np.int64)
