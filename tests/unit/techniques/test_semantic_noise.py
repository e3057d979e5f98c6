from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.support.perturbed import DISEASES, applied, changed

from celosia.errors import HierarchyError, ParameterError
from celosia.techniques.perturbation.semantic_noise import SemanticNoise


def replacements(scale, times=20_000):
    after = changed(SemanticNoise("disease", scale), {"disease": ["flu"] * times}, disease=DISEASES)
    return Counter(after["disease"])


def test_distances_are_drawn_by_an_exponential_law():
    counts = replacements(scale=0.5)

    # of 4 ancestors each, flu shares 4, 3 of 5, 2 of 6 and 1 of 7 with the values around it
    distance = np.log2([1, 1 + 2 / 5, 1 + 4 / 6, 1 + 6 / 7])
    law = np.exp(-distance / 0.5) / np.exp(-distance / 0.5).sum()
    expected = dict(zip(("flu", "pneumonia", "hepatitis"), law, strict=False))
    expected |= {"melanoma": law[3] / 2, "glioma": law[3] / 2}
    for value, share in expected.items():
        deviation = (20_000 * share * (1 - share)) ** 0.5
        assert abs(counts[value] - 20_000 * share) < 4 * deviation
    assert sum(counts.values()) == 20_000


def test_a_small_scale_leaves_most_values_and_a_large_one_few():
    assert replacements(scale=0.1)["flu"] > 0.95 * 20_000
    assert replacements(scale=100)["flu"] == pytest.approx(0.25 * 20_000, rel=0.05)


def test_nulls_stay_and_each_record_draws_for_itself():
    cells = ["flu", None, "glioma"] * 200

    after = changed(SemanticNoise("disease", 1), {"disease": cells}, disease=DISEASES)["disease"]

    assert [cell is None for cell in after] == [cell is None for cell in cells]
    assert len(set(after[::3])) == 5


@pytest.mark.parametrize("cells", [[], [None]])
def test_nothing_to_change(cells):
    assert changed(SemanticNoise("disease", 1), {"disease": cells}, disease=DISEASES) == {
        "disease": cells
    }


def test_the_hierarchy_must_be_there_and_know_the_values():
    with pytest.raises(ParameterError, match="has no hierarchy"):
        applied(SemanticNoise("disease", 1), {"disease": ["flu"]})
    with pytest.raises(HierarchyError, match="1 value of the data is missing"):
        applied(SemanticNoise("disease", 1), {"disease": ["gout"]}, disease=DISEASES)


@pytest.mark.parametrize("scale", [0, -1, float("nan"), "1"])
def test_wrong_scale(scale):
    with pytest.raises(ParameterError, match="scale must be a number above 0"):
        SemanticNoise("disease", scale)
