"""What a grouping method is given: a table, or a piece of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

import numpy as np

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.model import Monotone, PrivacyModel, model_names
from celosia.core.parameters import check_between
from celosia.core.persons import PersonPairs
from celosia.core.randomness import seeded
from celosia.core.values import CodeArray, FloatArray, IntArray, NullPolicy
from celosia.errors import ParameterError
from celosia.methods.clustering.attributes import Attribute, shares
from celosia.methods.clustering.kernels.coded_records import SCALE, Records
from celosia.methods.gather import counted_classes, group_ids, part_of_whole
from celosia.methods.method import METHODS, GroupingMethod
from celosia.text.messages import Message

SEEDS = 1 << 64
"""Generators take no negative seeds."""


@dataclass(frozen=True, eq=False)
class GroupingProblem:
    """Counts, attributes and conditions: all that decides.

    The attributes are kept in the order of their names, and records in the order of their codes,
    so that no decision depends on the order of columns or rows.
    """

    given: tuple[str, ...]
    """The quasi-identifiers in the user's order."""
    attributes: tuple[Attribute, ...]
    """In the order of names."""
    counts: FrequencySet
    """Combinations of the quasi-identifiers, in the order of names, and the sensitive attributes
    that the models look at."""
    sensitive: tuple[Codebook, ...]
    """Those attributes; a null has the last code."""
    models: tuple[PrivacyModel, ...]
    suppression: float = 0.0
    nulls: NullPolicy = NullPolicy.VALUE
    seed: int = 0
    subject: tuple[Codebook, ...] = ()
    """The columns of the counts, after the sensitive ones, that say whose each record is."""

    def __post_init__(self) -> None:
        if not self.attributes:
            raise ParameterError("methods.no-quasi-identifiers-generalize")
        if not self.models:
            raise ParameterError("methods.no-privacy-model-satisfy")
        check_between(Message("methods.suppression-share-records"), self.suppression, 0, 1)

    @classmethod
    def of(
        cls,
        attributes: Sequence[Attribute],
        counts: FrequencySet,
        models: Sequence[PrivacyModel],
        sensitive: Sequence[Codebook] = (),
        suppression: float = 0.0,
        nulls: NullPolicy = NullPolicy.VALUE,
        seed: int = 0,
        subject: Sequence[Codebook] = (),
    ) -> GroupingProblem:
        """Bring attributes and counts, given in the user's order, into the order of names."""
        given = tuple(attribute.name for attribute in attributes)
        order = sorted(range(len(given)), key=given.__getitem__)
        columns = [*order, *range(len(given), counts.codes.shape[1])]
        codes = np.ascontiguousarray(counts.codes[:, columns], np.int32)
        rows = np.lexsort(codes.T[::-1])
        names = tuple(counts.columns[j] for j in columns)
        return cls(
            given=given,
            attributes=tuple(attributes[j] for j in order),
            counts=FrequencySet(names, codes[rows], counts.counts[rows]),
            sensitive=tuple(sensitive),
            models=tuple(models),
            suppression=suppression,
            nulls=nulls,
            seed=seed % SEEDS,
            subject=tuple(subject),
        )

    @property
    def k(self) -> int:
        """The least group size that all models ask for."""
        return max(model.least_size for model in self.models)

    @property
    def by_size(self) -> bool:
        """Whether the sizes of the groups are all that the models look at."""
        return all(model.only_size for model in self.models)

    @property
    def size(self) -> int:
        """Number of records."""
        return self.counts.records

    @property
    def budget(self) -> int:
        """Most records that may be suppressed."""
        return int(np.floor(self.suppression * self.size + 1e-9))

    @cached_property
    def combination(self) -> IntArray:
        """The row of `counts` that each record belongs to.

        Records alike in all quasi-identifiers come in an order drawn by the seed: taken by their
        sensitive values, they would fill groups with one value each.
        """
        rows = np.repeat(np.arange(self.counts.counts.size), self.counts.counts)
        if not self.sensitive and not self.subject:
            return rows
        qis = self.counts.codes[:, : len(self.attributes)]
        alike = group_ids(list(qis.T), [len(a.values) for a in self.attributes])
        drawn = seeded(self.seed).random(rows.size)
        return np.asarray(rows[np.lexsort((drawn, alike[rows]))], np.int64)

    @cached_property
    def records(self) -> Records:
        """The records laid out for the kernels."""
        codes = self.counts.codes[self.combination, : len(self.attributes)]
        return laid_out(self.attributes, np.ascontiguousarray(codes.T, np.int32))

    @cached_property
    def signature(self) -> IntArray:
        """Number of the combination of sensitive values of each record; 0 without any."""
        if not self.sensitive:
            return np.zeros(self.size, np.int64)
        return self._numbered(len(self.attributes), self.sensitive)

    @cached_property
    def person(self) -> IntArray:
        """Number of the person of each record; its own without a subject."""
        if not self.subject:
            return np.arange(self.size)
        return self._numbered(len(self.attributes) + len(self.sensitive), self.subject)

    def _numbered(self, start: int, books: Sequence[Codebook]) -> IntArray:
        """Number the combinations of some columns of each record."""
        columns = [self.counts.codes[:, start + j] for j in range(len(books))]
        return group_ids(columns, [len(book.values) for book in books])[self.combination]

    @cached_property
    def protected(self) -> int:
        """How many there are to hide among: records, or persons where they are counted."""
        return int(np.unique(self.person).size) if self.subject else self.size

    def behaviour(self, model: PrivacyModel) -> Monotone:
        """Tell how a model behaves when groups are joined; a person may be in several."""
        return model.moving if self.subject else model.monotone

    def classes(self, group_of: IntArray) -> Classes:
        """Count what each group holds; groups are numbered 0, 1, ... without gaps, -1 is none."""
        inside = group_of >= 0
        rows = self.combination[inside]
        codes = {
            book.column: self.counts.codes[rows, len(self.attributes) + j]
            for j, book in enumerate(self.sensitive)
        }
        labels = {book.column: book.labels for book in self.sensitive}
        queries = {names for model in self.models for names in model.sensitive}
        persons = None
        if self.subject:
            persons = PersonPairs.of(self.person[inside], np.arange(rows.size), rows.size)
        return counted_classes(
            group_of[inside], np.ones(rows.size, np.int64), codes, labels, queries, persons
        )


def laid_out(attributes: Sequence[Attribute], codes: CodeArray) -> Records:
    """Lay codes (attributes, records) and costs out for the kernels."""
    weights = np.round(shares(attributes) * SCALE).astype(np.int64)
    cards = np.array([len(attribute.values) for attribute in attributes], np.int64)
    trees = [a.ancestors.shape[0] if a.output == "ancestor" else 0 for a in attributes]
    sizes = [levels * card for levels, card in zip(trees, cards, strict=True)]
    pairs = list(zip(attributes, weights, strict=True))
    return Records(
        codes=codes,
        kind=np.array([attribute.kind for attribute in attributes], np.int64),
        cards=cards,
        null=np.array([attribute.null for attribute in attributes], np.int64),
        weight=weights,
        offset=np.concatenate([[0], np.cumsum(cards)]).astype(np.int64),
        place=_whole([attribute.places * weight for attribute, weight in pairs]),
        step=weights // np.maximum(cards - 1, 1),  # a null is one of the values not covered
        levels=np.array(trees, np.int64),
        tree=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64),
        group=np.concatenate([np.zeros(0, np.int64), *_flat(attributes)]).astype(np.int32),
        cost=_whole([a.ancestor_costs.ravel() * w for a, w in pairs if a.output == "ancestor"]),
    )


def _flat(attributes: Sequence[Attribute]) -> list[IntArray]:
    return [a.ancestors.ravel() for a in attributes if a.output == "ancestor"]


def _whole(parts: Sequence[FloatArray]) -> IntArray:
    return np.round(np.concatenate([np.zeros(0), *parts])).astype(np.int64)


@dataclass(frozen=True, eq=False)
class PieceProblem(GroupingProblem):
    """Some of a table's records; models compare groups with the whole table.

    Nothing is suppressed: what a release without some records looks like as a whole, no piece
    could know.
    """

    whole: Mapping[str, FloatArray] = field(default_factory=dict)
    """Records of each value of the sensitive attributes in the table."""

    @classmethod
    def within(cls, problem: GroupingProblem, whole: Mapping[str, FloatArray]) -> PieceProblem:
        """See a problem as a piece of a whole."""
        known = {entry.name: getattr(problem, entry.name) for entry in fields(problem)}
        return cls(**known, whole=whole)

    def classes(self, group_of: IntArray) -> Classes:
        """Count what each group holds, beside what the table holds."""
        return part_of_whole(super().classes(group_of), self.whole)


def check_divisible(method: str, models: tuple[PrivacyModel, ...]) -> None:
    """Refuse what cannot be decided piece by piece."""
    how = METHODS[method]
    if isinstance(how, GroupingMethod) and not how.in_pieces:
        raise ParameterError("methods.method-looks-whole-table-once", title=how.title)
    stubborn = [model for model in models if model.monotone is Monotone.NEVER]
    if stubborn:
        said = model_names(stubborn)
        raise ParameterError("methods.may-fail-two-groups-together", said=said)
