"""Agreement with pycanon 1.3.6, and the places where it departs from the papers.

Its answers were recorded by `pycanon/record.py`; it does not have to be installed.
"""

from __future__ import annotations

import json
from math import exp, inf, log
from pathlib import Path

import numpy as np
import pytest

from celosia.core.classes import Classes
from celosia.core.schema import ReadOptions
from celosia.core.values import NullPolicy
from celosia.engines.duckdb import EmbeddedRelation
from celosia.models import AverageRisk, EntropyLDiversity, RecursiveCLDiversity
from celosia.models.beta_likeness import BetaLikeness, gain, needed_beta
from celosia.models.delta_disclosure import log_ratio, needed_delta
from celosia.models.earth_mover import emd_equal, emd_ordered
from celosia.models.entropy_l_diversity import entropy
from celosia.models.per_class import highest_share
from celosia.models.recursive_c_l_diversity import needed_c
from celosia.risk import ProsecutorRisk
from celosia.utility.discernibility import Discernibility

RECORDED = Path(__file__).parent / "pycanon"


def recorded(name):
    return json.loads((RECORDED / name).read_text(encoding="utf-8"))


TABLES = recorded("random_tables.json")
ADULT = recorded("adult.json")
PYCANON = recorded("differences.json")


def classes_of(path, separator, entry):
    """Group a file as the engine does; with two sensitive attributes, also beside each other."""
    sensitive = entry["sensitive"]
    wanted = [(name,) for name in sensitive]
    wanted += [(other, name) for name in sensitive for other in sensitive if other != name]
    with EmbeddedRelation(path, ReadOptions(separator, '"', "utf-8")) as relation:
        return relation.classes(entry["qi"], wanted, NullPolicy.VALUE)


def ours(classes, sensitive):
    found = {
        "k": classes.sizes.min(),
        "discernibility": Discernibility().score(
            records=classes.records.sum(),
            suppressed=0,
            classes=classes.number,
            squares=float((classes.sizes**2).sum()),
            k=1,
        ),
        "of": {
            name: {
                "distinct_l": classes.distinct(name).min(),
                "alpha": highest_share(classes, name).max(),
                "t_equal": emd_equal(classes, name).max(),
                "t_ordered": emd_ordered(classes, name).max(),
                "beta_basic": gain(classes, name).max(),
            }
            for name in sensitive
        },
    }
    if len(sensitive) > 1:
        found["beside"] = beside(classes, sensitive)
    return found


def beside(classes, sensitive):
    """Figures of each attribute with the other one as a quasi-identifier: the worst of the two."""
    first, second = sensitive
    parts = [(first, classes.refined((second, first)).classes)]
    parts += [(second, classes.refined((first, second)).classes)]
    return {
        "distinct_l": min(finer.distinct(name).min() for name, finer in parts),
        "alpha": max(highest_share(finer, name).max() for name, finer in parts),
        "beta_basic": max(gain(finer, name).max() for name, finer in parts),
    }


def flat(figures, prefix=""):
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", float(value)


def assert_same(found, expected):
    assert dict(flat(found)) == pytest.approx(dict(flat(expected)), rel=0, abs=1e-9)


def test_there_are_200_random_tables_and_they_vary():
    assert len(TABLES) == 200
    assert len({entry["pycanon"]["k"] for entry in TABLES}) > 10
    assert {len(entry["sensitive"]) for entry in TABLES} == {1, 2}


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_random_tables(number, tmp_path):
    entry = TABLES[number]
    path = tmp_path / "table.csv"
    path.write_text(entry["csv"], encoding="utf-8")

    classes = classes_of(path, ",", entry)

    assert_same(ours(classes, entry["sensitive"]), entry["pycanon"])


@pytest.mark.parametrize("entry", ADULT, ids=lambda entry: " ".join(entry["qi"]))
def test_adult(entry, shared):
    classes = classes_of(shared / "data" / "adult" / "data.csv", ";", entry)

    assert_same(ours(classes, entry["sensitive"]), entry["pycanon"])


# Where pycanon departs from the papers, Celosía follows the papers.


@pytest.mark.parametrize("values", [2, 3, 4, 6])
def test_entropy_l_of_equally_likely_values_is_their_number(values):
    classes = Classes.from_histogram("s", [[1] * values])

    assert PYCANON["entropy_l_of_uniform"][str(values)] == values - 1  # floors 1.99999...
    assert exp(entropy(classes, "s")[0]) == pytest.approx(values, abs=1e-9)
    assert EntropyLDiversity("s", l=values).accepts(classes).tolist() == [True]


def test_entropy_l_is_no_whole_number():
    classes = Classes.from_histogram("s", [[3, 1]])

    assert PYCANON["entropy_l_of_3_1"] == 1  # truncates
    assert exp(entropy(classes, "s")[0]) == pytest.approx(4 / 3**0.75, abs=1e-12)  # 1.75


def test_recursive_diversity_compares_the_commonest_value_with_the_rarest():
    classes = Classes.from_histogram("s", [[98, 1, 1]])

    assert PYCANON["recursive_c_l_of_98_1_1"] == [1, 3]  # sorts from rare to common
    assert needed_c(classes, "s", l=3).tolist() == [98.0]
    assert RecursiveCLDiversity("s", c=98, l=3).accepts(classes).tolist() == [False]
    assert RecursiveCLDiversity("s", c=98.001, l=3).accepts(classes).tolist() == [True]


def test_enhanced_beta_has_no_answer_where_a_frequent_value_becomes_certain():
    classes = Classes.from_histogram("s", [[2, 0], [0, 2]])

    claimed = PYCANON["enhanced_beta_of_2_0_and_0_2"]
    assert claimed == pytest.approx(log(2))  # min(β, -ln q) is the bound, not the β
    assert gain(classes, "s").tolist() == [1.0, 1.0]  # above ln 2, whatever β is
    assert needed_beta(classes, "s").tolist() == [inf, inf]
    for beta in (claimed, 1.0, 1e9):
        assert not BetaLikeness("s", beta=beta, enhanced=True).accepts(classes).any()


def test_delta_disclosure_of_a_value_that_a_class_lacks_is_infinite():
    classes = Classes.from_histogram("s", [[2, 0], [1, 1]])

    assert log_ratio(classes, "s").max() * log(2) == pytest.approx(PYCANON["delta_of_2_0_and_1_1"])
    assert needed_delta(classes, "s").tolist() == [inf, 1.0]


def test_a_null_in_a_quasi_identifier_does_not_raise_k(tmp_path):
    path = tmp_path / "nulls.csv"
    path.write_text("q,p\na,x\na,x\n,x\n", encoding="utf-8")

    classes = classes_of(path, ",", {"qi": ["q"], "sensitive": []})

    assert PYCANON["k_of_a_a_null"] == 2  # leaves the record out
    assert classes.sizes.min() == 1


def test_average_risk_is_a_mean_over_records():
    classes = Classes(np.array([1, 9]))

    risk = ProsecutorRisk.of(classes)

    assert risk.average_over_classes == pytest.approx(PYCANON["average_risk_of_1_and_9"])
    assert risk.average == pytest.approx(0.2)
    assert AverageRisk(0.2).accepts(classes).all()
    assert not AverageRisk(0.199).accepts(classes).any()
