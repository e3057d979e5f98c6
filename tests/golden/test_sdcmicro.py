"""sdcMicro's own results (shared/reference/sdcmicro) on its own data sets."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from celosia.core.classes import Classes
from celosia.risk import ClassSizes, IndividualRisk, SudaRisk, frequencies

KEYS = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")
FRANCDAT_KEYS = ("Key1", "Key2", "Key3", "Key4")


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


def numbers(table, name):
    return np.array(table[name], dtype=float)


def coded(table, keys):
    codes = [np.unique(table[key], return_inverse=True)[1] for key in keys]
    null = [[value == "NA" for value in table[key]] for key in keys]
    return np.stack(codes, axis=1), np.array(null).T


@pytest.fixture(scope="module")
def testdata(shared):
    return read(shared / "data/census/testdata.csv")


@pytest.fixture(scope="module")
def counted(testdata):
    codes, null = coded(testdata, KEYS)
    return frequencies(codes, null, numbers(testdata, "sampling_weight"))


@pytest.fixture(scope="module")
def reference(shared):
    return lambda name: read(shared / "reference/sdcmicro" / name)


def test_frequencies_and_individual_risk_of_testdata(counted, reference):
    expected = reference("testdata_kv7_w_risk.csv")

    risk = IndividualRisk.of(counted, "approximate")

    assert (counted.sample == numbers(expected, "fk")).all()
    assert (counted.population == numbers(expected, "Fk")).all()
    assert risk.record == pytest.approx(numbers(expected, "risk"), rel=1e-12)
    assert risk.expected == pytest.approx(10.7783, abs=5e-5)
    assert risk.share == pytest.approx(10.7783 / 4580, abs=1e-8)


def test_the_exact_risk_of_testdata_is_hardly_lower(counted):
    exact = IndividualRisk.of(counted)
    approximate = IndividualRisk.of(counted, "approximate")

    assert (exact.record <= approximate.record + 1e-15).all()
    assert exact.expected == pytest.approx(10.7755, abs=5e-5)


def test_households_of_testdata(counted, testdata, reference):
    """sdcMicro's hierarchical risk, from its own risk of every record: 1 - product of (1 - r)."""
    household = testdata["ori_hid"]
    recorded = numbers(reference("testdata_kv7_w_risk.csv"), "risk")
    safe = {}
    for name, risk in zip(household, recorded.tolist(), strict=True):
        safe[name] = safe.get(name, 1.0) * (1.0 - risk)

    risk = IndividualRisk.of(counted, "approximate")
    together = risk.households(np.array(household))

    assert together.record == pytest.approx([1 - safe[name] for name in household], rel=1e-9)
    assert (together.record >= risk.record - 1e-15).all()


def test_records_that_violate_k(testdata):
    codes, _ = coded(testdata, KEYS)
    _, sizes = np.unique(codes, axis=0, return_counts=True)

    counted = ClassSizes.of(Classes(sizes))

    under = [sum(band.records for band in counted.bands if band.low < k) for k in (2, 3, 5)]
    assert under == [157, 281, 458]


def test_suda_scores_and_dis_of_testdata(testdata, reference):
    expected = reference("testdata_kv7_suda2.csv")

    risk = SudaRisk.of(coded(testdata, KEYS)[0], fraction=0.01)

    assert (risk.score == numbers(expected, "score")).all()
    # sdcMicro keeps the fraction in single precision.
    assert risk.dis == pytest.approx(numbers(expected, "dis"), rel=1e-6)
    assert risk.special == 157


@pytest.mark.parametrize(
    ("method", "column"), [("exact", "rk_exact"), ("approximate", "rk_approx")]
)
def test_individual_risk_of_francdat(shared, reference, method, column):
    table = read(shared / "data/census/francdat.csv")
    expected = reference("francdat_freq_risk.csv")

    counted = frequencies(*coded(table, FRANCDAT_KEYS), numbers(table, "w"))

    assert (counted.sample == numbers(expected, "fk")).all()
    assert (counted.population == numbers(expected, "Fk")).all()
    assert IndividualRisk.of(counted, method).record == pytest.approx(
        numbers(expected, column), rel=1e-12
    )


def test_without_weights_the_risk_is_one_over_the_class_size(shared, reference):
    table = read(shared / "data/census/francdat.csv")
    expected = reference("francdat_freq_risk.csv")

    counted = frequencies(*coded(table, FRANCDAT_KEYS))

    assert IndividualRisk.of(counted).record == pytest.approx(numbers(expected, "rk_nosurvey"))


@pytest.mark.parametrize("alpha", ["1", "0.5", "0.1", "0"])
def test_nulls_under_the_alpha_rule(reference, alpha):
    table = reference("francdat_NA_input.csv")
    expected = reference("francdat_NA_alpha.csv")

    counted = frequencies(*coded(table, FRANCDAT_KEYS), numbers(table, "w"), float(alpha))

    assert counted.sample == pytest.approx(numbers(expected, f"fk_{alpha}"), rel=1e-12)
    assert counted.population == pytest.approx(numbers(expected, f"Fk_{alpha}"), rel=1e-12)
