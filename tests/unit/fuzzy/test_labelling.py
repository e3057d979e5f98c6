"""Vague labels, and what they protect."""

from __future__ import annotations

import numpy as np
import pytest

from celosia.errors import DataError, ParameterError
from celosia.methods.fuzzy.fuzzy_figures import measure_labels
from celosia.methods.fuzzy.label_records import fuzzy_labels
from celosia.methods.fuzzy_labels import Coding, FuzzyChoices, proposed_names

RNG = np.random.default_rng(3)
AGE = RNG.normal(50, 15, 500).round()
INCOME = np.exp(RNG.normal(10, 0.5, 500)).round()
ILLNESS = RNG.choice(["flu", "cold", "ulcer"], 500)


def test_each_attribute_gets_a_word():
    found = fuzzy_labels({"age": AGE, "income": INCOME}, FuzzyChoices())

    assert set(found.texts("age")) == {"low", "medium", "high"}
    assert [part.attributes for part in found.parts] == [("age",), ("income",)]
    assert all(part.fit.convergence.converged for part in found.parts)
    assert found.rounded is None
    oldest, youngest = AGE.argmax(), AGE.argmin()
    assert (found.texts("age")[oldest], found.texts("age")[youngest]) == ("high", "low")


def test_names_are_chosen_or_proposed():
    choices = FuzzyChoices(names={"age": ("young", "adult", "old")})

    found = fuzzy_labels({"age": AGE, "income": INCOME}, choices, language="es")

    assert found.names == {"age": ("young", "adult", "old"), "income": ("bajo", "medio", "alto")}


def test_together_the_words_of_the_attributes_tell_the_set():
    choices = FuzzyChoices(Coding.GUSTAFSON_KESSEL, sets=4, together=True)

    found = fuzzy_labels({"income": INCOME, "age": AGE}, choices)

    (part,) = found.parts
    words = list(zip(found.texts("age"), found.texts("income"), strict=True))
    assert part.attributes == ("age", "income")
    assert len(set(words)) == 4
    titles = [" × ".join(pair) for pair in words]
    assert titles == [part.partition.names[place] for place in part.partition.labels]


@pytest.mark.parametrize("sets", [2, 3, 4, 5, 6, 9])
def test_proposed_names_are_different(sets):
    for language in ("en", "es"):
        assert len({name.text(language) for name in proposed_names(sets)}) == sets


def test_figures_of_labels_alone():
    found = fuzzy_labels({"age": AGE, "income": INCOME}, FuzzyChoices())

    figures = measure_labels(found, {"illness": ILLNESS, "age": AGE})

    pairs = np.stack([found.labels["age"], found.labels["income"]], axis=1)
    sizes = np.unique(pairs, axis=0, return_counts=True)[1]
    assert figures.k == sizes.min()
    assert figures.singling is None
    assert 0 < figures.q <= 500 / 9 * 2
    assert not figures.is_robust
    assert figures.sensitive["illness"].label_l <= 3
    assert 0 < figures.sensitive["illness"].label_t < 1
    assert figures.sensitive["age"].t > 0.1


def test_finer_memberships_single_out_more_records():
    alone, smallest = [], []
    for decimals in (0, 1, 2, 8):
        found = fuzzy_labels({"age": AGE, "income": INCOME}, FuzzyChoices(decimals=decimals))
        singling = measure_labels(found).singling
        alone.append(singling.alone)
        smallest.append(singling.smallest)

    assert alone == sorted(alone)
    assert alone[0] < 10
    assert alone[-1] > 400
    assert smallest[-1] == 1


def test_published_memberships_are_rounded():
    found = fuzzy_labels({"age": AGE}, FuzzyChoices(decimals=1))

    assert set(np.unique(found.rounded[0])) <= {i / 10 for i in range(11)}


def test_crisp_labels_are_their_own_memberships():
    found = fuzzy_labels({"age": AGE}, FuzzyChoices(Coding.EQUAL_AMOUNT))

    figures = measure_labels(found, {"illness": ILLNESS})

    told = figures.sensitive["illness"]
    assert figures.is_robust
    assert (told.l, told.t) == (told.label_l, told.label_t)


def test_too_many_combinations_are_refused():
    columns = {f"c{i}": RNG.random(500) for i in range(12)}
    found = fuzzy_labels(columns, FuzzyChoices(Coding.EQUAL_AMOUNT))

    with pytest.raises(ParameterError, match="531441 combinations of sets"):
        measure_labels(found)


def test_the_wrong_column_is_named_and_no_value_told():
    with pytest.raises(DataError, match=r"'income': 1 record .* missing") as wrong:
        fuzzy_labels({"age": AGE, "income": np.append(INCOME[1:], np.nan)}, FuzzyChoices())
    assert str(int(INCOME[1])) not in str(wrong.value)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"coding": "astrology"}, "coding is one of"),
        ({"sets": 1}, "sets"),
        ({"decimals": -1}, "decimals"),
        ({"coding": "logEqui", "together": True}, "one attribute at a time"),
        ({"names": {"age": ("low", "low", "high")}}, "3 different names"),
        ({"names": {"age": ("low", "high")}}, "3 different names"),
    ],
)
def test_choices_that_mean_nothing_are_refused(wrong, message):
    with pytest.raises(ParameterError, match=message):
        FuzzyChoices(**wrong)


def test_unknown_sensitive_values_are_left_out():
    found = fuzzy_labels({"age": AGE}, FuzzyChoices(Coding.EQUAL_AMOUNT))
    illness = ILLNESS.astype(object)
    illness[::2] = None
    income = np.where(np.arange(500) % 2, INCOME, np.nan)

    figures = measure_labels(
        found, {"illness": illness, "income": income, "nothing": np.full(500, np.nan)}
    )

    known = found.only(np.arange(500) % 2 == 1)
    alone = measure_labels(known, {"illness": ILLNESS[1::2], "income": INCOME[1::2]})
    assert figures.sensitive == alone.sensitive
    assert len(known.texts("age")) == 250


def test_some_column_is_needed():
    with pytest.raises(ParameterError, match="at least one column"):
        fuzzy_labels({}, FuzzyChoices())
