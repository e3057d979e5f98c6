"""Persons counted by sets, as a definition reads, against persons counted as Celosía does."""

from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from celosia.core.classes import Classes, Histogram
from celosia.core.counts import FrequencySet
from celosia.core.persons import WHOLE, PersonPairs
from celosia.models import (
    AlphaKAnonymity,
    BetaLikeness,
    DeltaDisclosure,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    RecursiveCLDiversity,
    TCloseness,
)

PAIRS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 5)), min_size=1, max_size=60)
"""A person, and the row of a frequency set."""
CLASSES = st.lists(st.integers(-1, 3), min_size=6, max_size=6)
MODELS = (
    KAnonymity(2),
    DistinctLDiversity("dx", 2),
    EntropyLDiversity("dx", 2.0),
    RecursiveCLDiversity("dx", 2.0, 2),
    TCloseness("dx", 0.3),
    TCloseness("dx", 0.3, distance="ordered"),
    AlphaKAnonymity("dx", 0.6, 2),
    BetaLikeness("dx", 1.0),
    DeltaDisclosure("dx", 1.0),
)


def persons_of(pairs):
    return PersonPairs.of(np.array([p for p, _ in pairs]), np.array([r for _, r in pairs]), rows=6)


@given(pairs=PAIRS, class_of=CLASSES)
def test_persons_of_classes_are_sets(pairs, class_of):
    persons = persons_of(pairs)

    found = persons.in_classes(np.array(class_of), 4)

    expected = [len({p for p, r in pairs if class_of[r] == c}) for c in range(4)]
    assert found.tolist() == expected
    assert persons.number == len({p for p, _ in pairs})


@given(pairs=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 39)), min_size=60, max_size=90))
def test_persons_of_many_rows_are_sets_too(pairs):
    persons = PersonPairs.of(
        np.array([p for p, _ in pairs]), np.array([r for _, r in pairs]), rows=40
    )

    found = persons.in_classes(np.arange(40) % 7, 7)

    assert found.tolist() == [len({p for p, r in pairs if r % 7 == c}) for c in range(7)]


@given(pairs=PAIRS, class_of=CLASSES)
def test_bounds_that_add_up_enclose_the_persons(pairs, class_of):
    persons, classes = persons_of(pairs), np.array(class_of)
    found = persons.in_classes(classes, 4)
    for c in range(4):
        rows = classes == c
        assert persons.least[rows].sum() <= WHOLE * found[c]
        assert found[c] <= persons.most[rows].sum()


@given(pairs=PAIRS, seen=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5)), max_size=12))
def test_persons_of_overlapping_targets_are_sets(pairs, seen):
    target, row = np.array([t for t, _ in seen], int), np.array([r for _, r in seen], int)

    found = persons_of(pairs).in_overlapping(target, row, 3)

    expected = [len({p for p, r in pairs if (t, r) in seen}) for t in range(3)]
    assert found.tolist() == expected


VISITS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=40
)
"""Person, class, value."""


def classes_of(visits):
    codes = np.array(sorted({(c, v, p) for p, c, v in visits}))
    counts = np.array([visits.count((p, c, v)) for c, v, p in codes.tolist()])
    by_value = FrequencySet(("class", "dx", "who"), codes, counts).by_person(2)
    by_class = FrequencySet(("class", "dx", "who"), codes, counts).onto([0, 2]).by_person(1)
    number = by_class.counts.size
    histogram = Histogram.of_persons(
        np.searchsorted(by_class.codes[:, 0], by_value.codes[:, 0]),
        by_value.codes[:, 1].astype(np.int64),
        by_value.persons,
        tuple("0123"),
        number,
    )
    sizes = by_class.persons.in_classes(np.arange(number), number)
    return Classes(sizes, {"dx": histogram}, by_class.counts, persons=by_class.persons.number)


@given(visits=VISITS)
def test_holders_are_counted_once_each(visits):
    classes = classes_of(visits)
    histogram = classes.histogram("dx")
    here = sorted({c for _, c, _ in visits})
    found = zip(histogram.class_of, histogram.value_of, histogram.counts, strict=True)
    for place, value, held in found:
        assert held == len({p for p, c, v in visits if c == here[place] and v == value})
    everybody = {p for p, _, _ in visits}
    for value, share in enumerate(histogram.overall_shares()):
        holders = {p for p, _, v in visits if v == value}
        assert share == len(holders) / len(everybody)


@given(values=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=30))
def test_of_persons_with_one_record_each_every_model_says_what_it_says_of_records(values):
    by_person = classes_of([(person, c, v) for person, (c, v) in enumerate(values)])
    dense = np.zeros((len({c for c, _ in values}), 4), np.int64)
    here = sorted({c for c, _ in values})
    for c, v in values:
        dense[here.index(c), v] += 1
    by_record = Classes.from_histogram("dx", dense, tuple("0123"))
    for model in MODELS:
        assert (model.accepts(by_person) == model.accepts(by_record)).all(), model


@given(visits=VISITS, times=st.integers(2, 4))
def test_no_model_is_moved_by_a_record_that_comes_again(visits, times):
    once, again = classes_of(visits), classes_of([*visits, *[visits[0]] * times])
    for model in MODELS:
        assert (model.accepts(once) == model.accepts(again)).all(), model


@given(visits=VISITS)
def test_no_diversity_where_all_persons_share_a_value(visits):
    classes = classes_of([*visits, *((p, c, 3) for p, c, _ in visits)])
    for model in (MODELS[1], MODELS[2], MODELS[3], MODELS[6]):
        assert not model.accepts(classes).any(), model
