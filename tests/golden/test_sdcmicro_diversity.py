"""l-diversity of electcon in the testdata of sdcMicro, record by record."""

from __future__ import annotations

import csv

import numpy as np
import pytest

import celosia
from celosia.models.entropy_l_diversity import entropy

KEYS = ["urbrur", "roof", "walls", "water", "sex"]


@pytest.fixture(scope="module")
def both(shared):
    """Their figures, and ours: the class of every record with its distinct values and entropy."""
    path = shared / "reference" / "sdcmicro" / "testdata_kv5_electcon_ldiv.csv"
    with path.open(newline="") as file:
        theirs = list(csv.DictReader(file))
    with celosia.read(shared / "data" / "census" / "testdata.csv") as table:
        classes = table.relation.classes(KEYS, [("electcon",)])
        cells = table.relation.cells(KEYS, table.records)
    order = {key: i for i, key in enumerate(sorted(set(zip(*cells.values(), strict=True))))}
    class_of = np.array([order[key] for key in zip(*cells.values(), strict=True)])
    return theirs, classes, class_of


def test_distinct_values_are_the_same(both):
    theirs, classes, class_of = both

    expected = [int(row["electcon_Distinct_Ldiversity"]) for row in theirs]

    assert classes.distinct("electcon")[class_of].tolist() == expected


def test_entropy_is_the_same(both):
    theirs, classes, class_of = both

    expected = [float(row["electcon_Entropy_Ldiversity"]) for row in theirs]

    assert np.exp(entropy(classes, "electcon"))[class_of] == pytest.approx(expected)


def test_the_joint_figures_are_not_followed(both):
    """sdcMicro's Multi* columns are always 0, which no diversity can be."""
    theirs, _, _ = both

    assert {row["MultiEntropy_Ldiversity"] for row in theirs} == {"0"}
