"""What every privacy model promises, judged on all of them alike."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from celosia import Classes, DistinctLDiversity, KAnonymity, Monotone, model_from_dict
from celosia.errors import ParameterError

MODELS = [
    KAnonymity(1),
    KAnonymity(3),
    DistinctLDiversity("dx", l=2),
    DistinctLDiversity("dx", l=4),
]
HISTOGRAMS = arrays("int64", (4, 5), elements=st.integers(0, 5))


def rejected(model, classes):
    return int(classes.records[~model.accepts(classes)].sum())


@pytest.mark.parametrize("model", [m for m in MODELS if m.monotone is Monotone.ALWAYS], ids=repr)
@given(counts=HISTOGRAMS)
def test_coarser_classes_never_reject_more_records(model, counts):
    fine = Classes.from_histogram("dx", counts)

    coarse = fine.merge(0, 1)

    assert coarse.sizes.sum() == fine.sizes.sum()
    assert rejected(model, coarse) <= rejected(model, fine)


@pytest.mark.parametrize("model", MODELS, ids=repr)
@given(counts=HISTOGRAMS)
def test_no_class_under_the_least_size_is_accepted(model, counts):
    classes = Classes.from_histogram("dx", counts)

    accepted = model.accepts(classes)

    assert accepted.dtype == np.bool_
    assert (classes.sizes[accepted] >= model.least_size).all()


@pytest.mark.parametrize("model", [m for m in MODELS if m.only_size], ids=repr)
@given(counts=HISTOGRAMS)
def test_a_model_of_sizes_accepts_every_class_that_is_large_enough(model, counts):
    classes = Classes.from_histogram("dx", counts)

    assert (model.accepts(classes) == (classes.sizes >= model.least_size)).all()


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_a_model_survives_a_recipe(model):
    assert model_from_dict(model.to_dict()) == model


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_a_model_says_what_it_asks(model):
    assert "object at" not in str(model)
    assert str(model.least_size) in str(model)


@pytest.mark.parametrize(
    "entry",
    [
        {"model": "k-anonymity", "k": 0},
        {"model": "distinct-l-diversity", "attribute": "dx", "l": 1},
        {"model": "k-anonymity"},
        {"model": "unheard-of"},
        {},
    ],
    ids=str,
)
def test_a_wrong_model_is_refused(entry):
    with pytest.raises(ParameterError):
        model_from_dict(entry)
