"""Microaggregation by MDAV against sdcMicro's result and the loss that is reported for it."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from tests.support.perturbed import changed, texts

from celosia.techniques.perturbation.microaggregation import Microaggregate


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return tuple(names), np.array(rows, float)


def microaggregated(names, values, k):
    before = {name: texts(values[:, j], 6) for j, name in enumerate(names)}
    after = changed(Microaggregate(names, k), before)
    return np.column_stack([np.array(after[name], float) for name in names])


def in_order(before, after):
    """Sort what each record became by what it was."""
    return after[np.lexsort([*after.round(3).T, *before.T])]


def test_tarragona_in_threes_is_what_sdcmicro_makes_cell_by_cell(shared):
    names, values = read(shared / "data/census/Tarragona.csv")
    expected_names, expected = read(shared / "reference/sdcmicro/Tarragona_mdav3.csv")

    made = microaggregated(names, values, 3)

    assert names == expected_names
    # two records are equal and lie in different groups: which in which is no matter
    assert in_order(values, made) == pytest.approx(in_order(values, expected), abs=1e-5)


@pytest.mark.parametrize(
    ("file", "k", "loss"),
    [
        ("Tarragona.csv", 3, 16.93),
        ("Tarragona.csv", 5, 22.46),
        ("Tarragona.csv", 10, 33.19),
        ("CASCrefmicrodata.csv", 3, 5.69),
        ("CASCrefmicrodata.csv", 5, 9.09),
        ("CASCrefmicrodata.csv", 10, 14.16),
    ],
)
def test_information_loss_is_the_one_reported_for_mdav(shared, file, k, loss):
    """SSE / SST in percent, as the literature reports it for MDAV on these two data sets."""
    names, values = read(shared / "data/census" / file)

    made = microaggregated(names, values, k)

    scale = values.std(axis=0)
    within = (((values - made) / scale) ** 2).sum()
    total = (((values - values.mean(axis=0)) / scale) ** 2).sum()
    assert 100 * within / total == pytest.approx(loss, abs=0.005)
