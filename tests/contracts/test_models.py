"""What every privacy model promises, judged on all of them alike."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays

import celosia
from celosia import NotAchievable, NullPolicy, Recipe, Role
from celosia.core.classes import Classes, Histogram, Refinement
from celosia.core.model import MODELS, Monotone, model_from_dict, model_parameters
from celosia.errors import ParameterError
from celosia.hierarchies import Suppression
from celosia.models import (
    AlphaKAnonymity,
    AverageRisk,
    BesideOthers,
    BetaLikeness,
    DeltaDisclosure,
    DeltaPresence,
    DistinctLDiversity,
    EntropyLDiversity,
    EstimatedKMap,
    KAnonymity,
    KMap,
    PopulationUniqueness,
    RecursiveCLDiversity,
    SampleUniqueness,
    TCloseness,
)
from celosia.text.catalogues import template

TREE = (("0", "low", "*"), ("1", "low", "*"), ("2", "high", "*"))
FLAT = (("0", "*"), ("1", "*"))
CASES = [
    KAnonymity(1),
    KAnonymity(3),
    KMap(6),
    EstimatedKMap(20, fraction=0.1),
    EstimatedKMap(20, fraction=0.1, estimator="D4", significance=0.05),
    AlphaKAnonymity("dx", alpha=0.7, k=2),
    DistinctLDiversity("dx", l=2),
    DistinctLDiversity("dx", l=3),
    EntropyLDiversity("dx", l=1.8),
    EntropyLDiversity("dx", l=2, estimator="grassberger"),
    RecursiveCLDiversity("dx", c=2, l=2),
    RecursiveCLDiversity("dx", c=4, l=3),
    TCloseness("dx", t=0.3),
    TCloseness("dx", t=0.25, distance="ordered"),
    TCloseness("dx", t=0.25, distance="hierarchical", paths=TREE),
    BetaLikeness("dx", beta=0.8),
    BetaLikeness("dx", beta=0.8, enhanced=True),
    DeltaDisclosure("dx", delta=1.2),
    DeltaPresence(0.3, 0.7),
    AverageRisk(0.2),
    SampleUniqueness(0.1),
    PopulationUniqueness(0.05, fraction=0.5),
    BesideOthers(DistinctLDiversity("dx", l=2), ("job",)),
    BesideOthers(EntropyLDiversity("dx", l=1.5), ("job",)),
    BesideOthers(TCloseness("dx", t=0.4), ("job",)),
]
COUNTS = arrays("int64", (4, 2, 3), elements=st.integers(0, 4))
"""Records per class, job and diagnosis."""
NULLS = arrays("int64", (4, 2), elements=st.integers(0, 2))
"""Records per class and job whose diagnosis is not known."""
OUTSIDE = arrays("int64", 4, elements=st.integers(0, 5))
"""People of the population who match a class and have no record."""

every_model = pytest.mark.parametrize("model", CASES, ids=str)


def those(condition):
    return pytest.mark.parametrize("model", [m for m in CASES if condition(m)], ids=str)


def table(counts, nulls, outside):
    """Classes with all that any model looks at; a class has at least one record."""
    records = counts.sum(axis=(1, 2)) + nulls.sum(axis=1)
    some = records > 0
    counts, nulls = counts[some], nulls[some]
    class_of, job = np.nonzero(counts.sum(axis=2) + nulls)
    finer = counts[class_of, job]
    parts = Classes(finer.sum(axis=1) + nulls[class_of, job], {"dx": Histogram.from_dense(finer)})
    return Classes(
        records[some],
        {"dx": Histogram.from_dense(counts.sum(axis=1))},
        population=(records + outside)[some].astype(float),
        refinements={("job", "dx"): Refinement(parts, class_of, job)},
    )


@cache
def seeded_tables():
    source = np.random.default_rng(7)
    tables = []
    for _ in range(300):
        counts = source.integers(0, 5, (4, 2, 3)) * source.integers(0, 2, (4, 2, 3))
        tables.append(table(counts, source.integers(0, 2, (4, 2)), source.integers(0, 6, 4)))
    return tables


def rejected(model, classes):
    return int(classes.records[~model.accepts(classes)].sum())


def test_every_model_is_judged_here():
    assert {model.to_dict()["model"] for model in CASES} == set(MODELS)


@pytest.mark.parametrize("name", MODELS)
def test_a_form_can_be_made_for_every_model(name):
    described, parameters = MODELS[name].described, model_parameters(name)
    words = [word for allowed in parameters.values() for word in getattr(allowed, "choices", ())]

    assert template(described.named.key, "es")
    assert set(described.labels) == set(parameters or {"others": ...})
    assert set(described.choices) == set(words)


@every_model
def test_a_parameter_is_asked_for_unless_it_is_a_tree(model):
    kind = type(model)
    asked = set(model_parameters(model.to_dict()["model"])) | {"paths", "model", "others"}

    assert {field.name for field in fields(kind)} <= asked


@every_model
def test_the_cases_accept_some_classes_and_reject_others(model):
    verdicts = np.concatenate([model.accepts(classes) for classes in seeded_tables()])

    assert verdicts.any()
    assert not verdicts.all() or model == KAnonymity(1)


# Monotonicity


@those(lambda model: model.monotone is Monotone.ALWAYS)
@given(counts=COUNTS, nulls=NULLS, outside=OUTSIDE)
def test_coarser_classes_never_reject_more_records(model, counts, nulls, outside):
    fine = table(counts, nulls, outside)
    if fine.number < 2:
        return

    coarse = fine.merge(0, 1)

    assert coarse.sizes.sum() == fine.sizes.sum()
    assert rejected(model, coarse) <= rejected(model, fine)


@those(lambda model: model.monotone is not Monotone.NEVER)
@given(counts=COUNTS, nulls=NULLS, outside=OUTSIDE)
def test_merging_accepted_classes_gives_an_accepted_one(model, counts, nulls, outside):
    fine = table(counts, nulls, outside)
    accepted = model.accepts(fine)
    if not accepted.any():
        return
    _, group_of = np.unique(np.where(accepted, -1, np.arange(fine.number)), return_inverse=True)

    coarse = fine.regrouped(group_of)

    assert model.accepts(coarse)[0]


@those(lambda model: model.monotone is Monotone.UNSUPPRESSED)
def test_accepted_pairs_occur_often_enough_to_say_so(model):
    pairs = sum(int(model.accepts(classes).sum()) >= 2 for classes in seeded_tables())

    assert pairs >= 10


THREE = [[1, 1], [4, 0], [0, 3]]
"""Whole: 5 and 4. The first class is like it; joined with the second it no longer is."""


@pytest.mark.parametrize(
    ("model", "counts", "before", "after"),
    [
        (AlphaKAnonymity("dx", alpha=0.5, k=2), [[2, 2], [10, 0]], 10, 14),
        (EntropyLDiversity("dx", l=2), [[2, 2], [10, 0]], 10, 14),
        (RecursiveCLDiversity("dx", c=2, l=2), [[2, 2], [10, 0]], 10, 14),
        (TCloseness("dx", t=0.2), THREE, 7, 9),
        (TCloseness("dx", t=0.2, distance="ordered"), THREE, 7, 9),
        (TCloseness("dx", t=0.2, distance="hierarchical", paths=FLAT), THREE, 7, 9),
        (BetaLikeness("dx", beta=0.4), THREE, 7, 9),
        (BetaLikeness("dx", beta=0.4, enhanced=True), THREE, 7, 9),
        (DeltaDisclosure("dx", delta=0.5), THREE, 7, 9),
    ],
    ids=str,
)
def test_merging_can_reject_more_records_once_some_are_rejected(model, counts, before, after):
    fine = Classes.from_histogram("dx", counts)

    assert model.monotone is Monotone.UNSUPPRESSED
    assert rejected(model, fine) == before
    assert rejected(model, fine.merge(0, 1)) == after


def test_merging_can_reject_more_records_by_presence():
    fine = Classes(np.array([2, 9]), population=np.array([4.0, 9.0]))
    model = DeltaPresence(0.2, 0.5)

    assert model.monotone is Monotone.UNSUPPRESSED
    assert rejected(model, fine) == 9
    assert rejected(model, fine.merge(0, 1)) == 11


def test_merging_can_reject_more_records_beside_others():
    counts = np.array([[[1, 1], [0, 0]], [[0, 0], [1, 0]]])  # nobody of the same job is joined
    fine = table(counts, np.zeros((2, 2), int), np.zeros(2, int))
    model = BesideOthers(DistinctLDiversity("dx", l=2), ("job",))

    assert model.monotone is Monotone.UNSUPPRESSED
    assert rejected(model, fine) == 1
    assert rejected(model, fine.merge(0, 1)) == 3


@pytest.mark.parametrize("model", [AverageRisk(0.15), SampleUniqueness(0.05)], ids=str)
def test_a_model_of_the_whole_table_can_miss_what_was_suppressed(model):
    fine = Classes(np.array([1, 9, 1]) if model == SampleUniqueness(0.05) else np.array([1, 1, 8]))
    kept = fine.kept(fine.sizes > 1)
    coarse = fine.merge(0, 1)

    assert model.monotone is Monotone.UNSUPPRESSED
    assert model.accepts(kept).all()  # 2 records suppressed
    assert not model.accepts(coarse).any()  # and here a small class is kept


def test_an_estimated_entropy_promises_nothing():
    model = EntropyLDiversity("dx", l=2, estimator="grassberger")
    fine = Classes.from_histogram("dx", [[1, 1], [1, 1]])

    assert model.monotone is Monotone.NEVER
    assert model.accepts(fine).tolist() == [True, True]
    assert model.accepts(fine.merge(0, 1)).tolist() == [False]


def test_an_estimate_does_not_find_values_that_a_class_lacks():
    one_record = Classes.from_histogram("dx", [[1, 0], [2, 0], [1, 1]])

    model = EntropyLDiversity("dx", l=2, estimator="grassberger")

    assert model.accepts(one_record).tolist() == [False, False, True]


# Sizes, and what a verdict depends on


@every_model
@settings(max_examples=40)
@given(counts=COUNTS, nulls=NULLS, outside=OUTSIDE)
def test_no_class_under_the_least_size_is_accepted(model, counts, nulls, outside):
    classes = table(counts, nulls, outside)

    accepted = model.accepts(classes)

    assert accepted.dtype == np.bool_
    assert accepted.shape == classes.sizes.shape
    assert (classes.sizes[accepted] >= model.least_size).all()


@those(lambda model: model.only_size)
@settings(max_examples=40)
@given(counts=COUNTS, nulls=NULLS, outside=OUTSIDE)
def test_a_model_of_sizes_accepts_every_class_that_is_large_enough(model, counts, nulls, outside):
    classes = table(counts, nulls, outside)

    assert (model.accepts(classes) == (classes.sizes >= model.least_size)).all()


@those(lambda model: not model.only_size)
def test_other_models_look_at_more_than_the_size(model):
    large = [classes.sizes >= model.least_size for classes in seeded_tables()]

    assert any((m != model.accepts(c)).any() for m, c in zip(large, seeded_tables(), strict=True))


@those(lambda model: model.local)
@settings(max_examples=40)
@given(counts=COUNTS, nulls=NULLS, outside=OUTSIDE, keep=arrays(np.bool_, 4))
def test_a_local_verdict_does_not_change_with_the_other_classes(
    model, counts, nulls, outside, keep
):
    classes = table(counts, nulls, outside)
    keep = keep[: classes.number]

    assert (model.accepts(classes.kept(keep)) == model.accepts(classes)[keep]).all()


@those(lambda model: not model.local)
def test_other_verdicts_do_change_with_the_other_classes(model):
    def changes(classes):
        keep = np.arange(classes.number) < 2
        return (model.accepts(classes.kept(keep)) != model.accepts(classes)[keep]).any()

    assert any(changes(classes) for classes in seeded_tables())


@every_model
def test_no_classes_get_no_verdicts(model):
    some = table(np.ones((2, 2, 3), int), np.zeros((2, 2), int), np.zeros(2, int))

    assert model.accepts(some.kept(np.zeros(2, bool))).tolist() == []


# Several sensitive attributes, where some cells are unknown

BESIDE = BesideOthers(DistinctLDiversity("dx", l=2), ("job",))
PARTS_OF_NULLS = {
    "unknown job": "zip,job,dx\na,x,1\na,x,2\na,,1\nb,x,1\nb,x,2\n",
    "unknown diagnosis": "zip,job,dx\na,x,1\na,x,2\na,y,\nb,x,1\nb,x,2\n",
}


@pytest.fixture(params=PARTS_OF_NULLS.values(), ids=PARTS_OF_NULLS)
def with_nulls(request, tmp_path):
    """Give a table whose class `a` has a part that lacks two known diagnoses."""
    path = tmp_path / "table.csv"
    path.write_text(request.param, encoding="utf-8")
    with celosia.read(path) as opened:
        yield opened


def test_a_part_with_unknown_cells_is_judged_like_any_other(with_nulls):
    classes = with_nulls.relation.classes(["zip"], BESIDE.sensitive, NullPolicy.VALUE)

    assert BESIDE.accepts(classes).tolist() == [False, True]
    assert classes.refined(("job", "dx")).classes.sizes.tolist() == [2, 1, 2]


def test_the_search_sees_the_same_parts(with_nulls):
    roles = {"zip": Role.QUASI_IDENTIFIER, "job": Role.SENSITIVE, "dx": Role.SENSITIVE}

    with pytest.raises(NotAchievable):
        celosia.candidates(with_nulls, Recipe(roles=roles, models=(BESIDE,)))


def test_the_search_sees_parts_and_people_where_nulls_match_anything(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("zip,job,dx\na,x,1\na,x,2\n,x,2\nb,x,1\nb,x,2\n", encoding="utf-8")
    roles = {"zip": Role.QUASI_IDENTIFIER, "job": Role.SENSITIVE, "dx": Role.SENSITIVE}
    recipe = Recipe(
        roles=roles, models=(BESIDE, KMap(2)), population=str(path), nulls=NullPolicy.WILDCARD
    )

    with celosia.read(path) as opened:
        found = celosia.candidates(opened, recipe)

    assert found.result.optimum.node == (0,)


def test_people_of_whom_nobody_is_here_are_known_to_be_absent():
    nobody_of_a_kind = Classes(np.array([2, 3]), population=np.array([4.0, 6.0]), absent=5.0)
    everybody = Classes(np.array([2, 3]), population=np.array([4.0, 6.0]))

    assert DeltaPresence(0.0, 0.5).accepts(nobody_of_a_kind).all()
    assert not DeltaPresence(0.4, 0.5).accepts(nobody_of_a_kind).any()
    assert DeltaPresence(0.4, 0.5).accepts(everybody).all()
    assert not DeltaPresence(0.4, 0.5).accepts(everybody.kept(np.array([True, False]))).any()


def test_the_search_generalizes_until_nobody_is_known_to_be_absent(tmp_path):
    (tmp_path / "here.csv").write_text("zip,sex\n" + "a,F\nb,M\n" * 2)
    (tmp_path / "all.csv").write_text("zip,sex\n" + "a,F\nb,M\na,M\n" * 2)
    recipe = Recipe(
        roles=dict.fromkeys(("zip", "sex"), Role.QUASI_IDENTIFIER),
        models=(DeltaPresence(0.5, 1.0),),
        population=str(tmp_path / "all.csv"),
    )

    with celosia.read(tmp_path / "here.csv") as opened:
        found = celosia.candidates(opened, recipe)

    assert {each.node for each in found.result.candidates} == {(0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize("nulls", [NullPolicy.VALUE, NullPolicy.WILDCARD])
def test_people_like_a_suppressed_record_are_known_to_be_absent(tmp_path, nulls):
    """Leaving out b, too small for k, would tell that none of its two people is in the table."""
    (tmp_path / "here.csv").write_text("zip\na\na\nb\n")
    (tmp_path / "all.csv").write_text("zip\na\na\na\nb\nb\n")
    recipe = Recipe(
        roles={"zip": Role.QUASI_IDENTIFIER},
        models=(KAnonymity(2), DeltaPresence(0.1, 1.0)),
        hierarchies={"zip": Suppression()},
        population=str(tmp_path / "all.csv"),
        suppression=0.4,
        nulls=nulls,
    )

    with celosia.read(tmp_path / "here.csv") as opened:
        found = celosia.candidates(opened, recipe)

    assert {each.node for each in found.result.candidates} == {(1,)}


# Names and recipes


@every_model
def test_a_model_survives_a_recipe(model):
    entry = json.loads(json.dumps(model.to_dict()))

    assert model_from_dict(entry) == model
    assert hash(model_from_dict(entry)) == hash(model)


@every_model
def test_a_model_says_what_it_asks(model):
    text = str(model)

    assert "object at" not in text
    assert text != repr(model)
    for attribute in {name for names in model.sensitive for name in names}:
        assert attribute in text


@pytest.mark.parametrize("model", [m for m in CASES if m.sensitive], ids=str)
def test_a_missing_attribute_is_named(model):
    with pytest.raises(ParameterError, match=model.sensitive[0][-1]):
        model.accepts(Classes(np.array([2, 3])))


@pytest.mark.parametrize("model", [KMap(3), DeltaPresence(0, 0.5)], ids=str)
def test_a_missing_population_is_named(model):
    with pytest.raises(ParameterError, match="population"):
        model.accepts(Classes(np.array([2, 3])))


# Wrong parameters

NO_NUMBERS = [nan, inf, -inf, -1, 10**400, -(10**400), "2", None, [], {}, True, 1j]
NO_NAMES = [None, 3, "", ["dx"], {}, True]
NO_CHOICES = [None, 3, "", "other", [], {}]
WRONG = {
    **dict.fromkeys(("attribute",), NO_NAMES),
    **dict.fromkeys(("estimator", "distance"), NO_CHOICES),
    "enhanced": [None, 1, "yes", []],
    "others": ["job", 3, None, [], [3], [""], ["job", "job"], ["dx"]],
    "of": [3, None, "k-anonymity", [], {}, {"model": "k-anonymity", "k": 2}],
    "paths": [
        3,
        "012",
        [3],
        [[]],
        [["0"]],
        [["0", 1]],
        [["0", "*"], ["1", "low", "*"]],  # of different lengths
        [["0", "low"], ["1", "high"]],  # without a root
        [["0", "low", "a", "*"], ["1", "low", "b", "*"]],  # a node with two parents
        [["0", "low", "*"], ["0", "high", "*"]],  # a value in two places
    ],
}
WRONG_ENTRIES = [
    entry | {name: value}
    for entry in {model.to_dict()["model"]: model.to_dict() for model in CASES}.values()
    for name in entry
    if name != "model"
    for value in WRONG.get(name, NO_NUMBERS)
]
WRONG_ENTRIES += [
    TCloseness("dx", 0.2, "hierarchical", TREE).to_dict() | {"paths": paths}
    for paths in WRONG["paths"]
]
OUT_OF_RANGE = [
    {"model": "k-anonymity", "k": 0},
    {"model": "k-anonymity", "k": 2.5},
    {"model": "k-map", "k": 0},
    {"model": "estimated-k-map", "k": 5, "fraction": 0},
    {"model": "estimated-k-map", "k": 5, "fraction": 1.5},
    {"model": "estimated-k-map", "k": 5, "fraction": 0.5, "significance": 0},
    {"model": "alpha-k-anonymity", "attribute": "dx", "alpha": 0, "k": 2},
    {"model": "alpha-k-anonymity", "attribute": "dx", "alpha": 1.01, "k": 2},
    {"model": "distinct-l-diversity", "attribute": "dx", "l": 1},
    {"model": "entropy-l-diversity", "attribute": "dx", "l": 0.5},
    {"model": "recursive-c-l-diversity", "attribute": "dx", "c": 0, "l": 2},
    {"model": "recursive-c-l-diversity", "attribute": "dx", "c": 2, "l": 1},
    {"model": "t-closeness", "attribute": "dx", "t": 1.5},
    {"model": "t-closeness", "attribute": "dx", "t": 0.5, "distance": "hierarchical"},
    {"model": "t-closeness", "attribute": "dx", "t": 0.5, "paths": [["0", "*"]]},
    {"model": "beta-likeness", "attribute": "dx", "beta": 0},
    {"model": "delta-disclosure", "attribute": "dx", "delta": 0},
    {"model": "delta-presence", "lowest": 0.6, "highest": 0.5},
    {"model": "delta-presence", "lowest": 0.6, "highest": 1.5},
    {"model": "average-risk", "threshold": 0},
    {"model": "sample-uniqueness", "threshold": 1.5},
    {"model": "k-anonymity"},
    {"model": "k-anonymity", "k": 2, "l": 2},
    {"model": "unheard-of"},
    {"model": ["k-anonymity"]},
    {},
    None,
    3,
    "k-anonymity",
    [],
]


@pytest.mark.parametrize("entry", WRONG_ENTRIES + OUT_OF_RANGE, ids=lambda e: str(e)[:90])
def test_a_wrong_model_is_refused(entry):
    with pytest.raises(ParameterError):
        model_from_dict(entry)


@pytest.mark.parametrize("model", [3, None, "k-anonymity", KAnonymity(2), KAnonymity], ids=str)
def test_only_a_model_of_one_attribute_can_stand_beside_others(model):
    with pytest.raises(ParameterError):
        BesideOthers(model, ("job",))


# Estimated k-map


@pytest.mark.parametrize("estimator", ["D3", "D4"])
@pytest.mark.parametrize(("k", "fraction", "least"), [(20, 0.1, 7), (900, 0.5, 501)])
def test_the_least_size_is_a_poisson_quantile(estimator, k, fraction, least):
    model = EstimatedKMap(k, fraction=fraction, estimator=estimator)

    assert model.least_size == pytest.approx(least, abs=1)


@pytest.mark.parametrize("estimator", ["D3", "D4"])
@pytest.mark.parametrize(("k", "fraction"), [(5, 0.9), (2_000, 0.9), (2**31 - 1, 1.0)])
def test_the_least_size_is_never_more_than_k(estimator, k, fraction):
    assert EstimatedKMap(k, fraction=fraction, estimator=estimator).least_size == k
