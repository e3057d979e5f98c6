from __future__ import annotations

import sys
from math import isnan

import numpy as np
import pytest

from celosia.core.attribute_domain import AttributeDomain
from celosia.errors import MissingExtraError, ParameterError
from celosia.utility.prediction import LEARNERS, Features, PredictiveUtility, roc_auc
from celosia.utility.table_pair import TablePair


def people(records: int = 300) -> dict[str, list[str]]:
    random = np.random.default_rng(0)
    ages = random.integers(18, 80, records)
    rich = np.where(ages + random.normal(0, 8, records) > 50, "yes", "no")
    cities = random.choice(["Oslo", "Rome", "Bonn"], records)
    return {"age": [str(a) for a in ages], "city": cities.tolist(), "rich": rich.tolist()}


PEOPLE = people()
DECADES = {**PEOPLE, "age": [f"{int(a) // 10 * 10}-{int(a) // 10 * 10 + 9}" for a in PEOPLE["age"]]}
HIDDEN = {**PEOPLE, "age": ["*"] * 300, "city": ["*"] * 300}


@pytest.fixture(autouse=True)
def scikit_learn():
    pytest.importorskip("sklearn")


@pytest.mark.parametrize("learner", LEARNERS)
def test_coarser_releases_predict_worse(learner):
    fine, decades, hidden = (
        PredictiveUtility.of(TablePair.of(PEOPLE, release, linked=True), "rich", learner=learner)
        for release in (PEOPLE, DECADES, HIDDEN)
    )

    assert fine.accuracy_released == fine.accuracy_original > fine.baseline + 0.2
    assert decades.auc_released > 0.85
    assert hidden.auc_released == 0.5
    assert hidden.accuracy_released <= hidden.baseline


def test_same_seed_same_figures():
    pair = TablePair.of(PEOPLE, DECADES)

    assert PredictiveUtility.of(pair, "rich", seed=7) == PredictiveUtility.of(pair, "rich", seed=7)


def test_a_release_with_one_value_left_of_the_target():
    poor = [place for place, rich in enumerate(PEOPLE["rich"]) if rich == "no"]
    release = {name: [cells[place] for place in poor] for name, cells in PEOPLE.items()}

    found = PredictiveUtility.of(TablePair.of(PEOPLE, release), "rich")

    assert isnan(found.auc_released)


def test_a_release_of_one_record_cannot_be_asked():
    release = {name: cells[:1] for name, cells in PEOPLE.items()}

    with pytest.raises(ParameterError, match="Too few records"):
        PredictiveUtility.of(TablePair.of(PEOPLE, release), "rich")


def test_what_is_chance_alone_is_not_learned_by_heart_from_a_release():
    """A table against itself, its records in another order: what is asked was not trained on."""
    random = np.random.default_rng(1)
    noise = {**PEOPLE, "rich": random.choice(["yes", "no", "maybe"], 300).tolist()}
    order = random.permutation(300)
    shuffled = {name: [cells[place] for place in order] for name, cells in noise.items()}

    found = PredictiveUtility.of(TablePair.of(noise, shuffled), "rich")

    assert abs(found.accuracy_released - found.baseline) < 0.15
    assert abs(found.accuracy_original - found.baseline) < 0.15


def test_targets_that_cannot_be_learned():
    for table, message in (
        ({**PEOPLE, "rich": ["yes"] * 300}, "1 distinct value"),
        ({**PEOPLE, "rich": [str(n) for n in range(300)]}, "300 distinct values"),
    ):
        with pytest.raises(ParameterError, match=message):
            PredictiveUtility.of(TablePair.of(table, table), "rich")
    with pytest.raises(ParameterError, match="No released record"):
        PredictiveUtility.of(TablePair.of(PEOPLE, {**PEOPLE, "rich": ["*"] * 300}), "rich")


def test_bad_parameters_are_explained():
    pair = TablePair.of(PEOPLE, PEOPLE)

    with pytest.raises(ParameterError, match="do not share 'poor'"):
        PredictiveUtility.of(pair, "poor")
    with pytest.raises(ParameterError, match="Nothing to predict"):
        PredictiveUtility.of(pair, "rich", features=["rich"])
    with pytest.raises(ParameterError, match="Unknown learner"):
        PredictiveUtility.of(pair, "rich", learner="oracle")
    with pytest.raises(ParameterError, match="test_share"):
        PredictiveUtility.of(pair, "rich", test_share=1)


def test_the_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'celosia\[ml\]'"):
        PredictiveUtility.of(TablePair.of(PEOPLE, PEOPLE), "rich")


def test_auc_agrees_with_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    random = np.random.default_rng(5)
    scores, positive = random.integers(0, 9, 80) / 9, random.random(80) < 0.3

    assert roc_auc(scores, positive) == pytest.approx(metrics.roc_auc_score(positive, scores))
    assert isnan(roc_auc(scores, np.ones(80, np.bool_)))


def test_rare_values_share_a_feature():
    cells = ["a", "a", "b", "c"]

    features = Features.of(AttributeDomain.of("job", cells), most=1)

    assert features.matrix(["a", "b", "{b, c}", "new"]).tolist() == [
        [1, 0, 0],
        [0, 1, 0],
        [0, 1, 0],
        [0, 0, 1],
    ]
