from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.support.perturbed import applied, changed

from celosia.errors import ParameterError
from celosia.techniques.perturbation.pram import Pram

CELLS = ["F"] * 30_000 + ["M"] * 15_000 + ["X"] * 5_000
SHARES = np.array([0.6, 0.3, 0.1])


def drawn(technique, seed=1):
    after = changed(technique, {"sex": CELLS}, seed)["sex"]
    pairs = Counter(zip(CELLS, after, strict=True))
    return np.array([[pairs[a, b] for b in "FMX"] for a in "FMX"], float)


def test_invariant_transitions_keep_the_expected_shares():
    transitions = Pram("sex", keep=0.7).transitions(SHARES)

    assert transitions.sum(axis=1) == pytest.approx([1, 1, 1])
    assert SHARES @ transitions == pytest.approx(SHARES)
    assert np.diag(transitions) == pytest.approx(0.7 + 0.3 * SHARES)


def test_plain_transitions_move_the_shares_as_the_formula_says():
    transitions = Pram("sex", keep=0.7, invariant=False).transitions(SHARES)

    assert np.diag(transitions) == pytest.approx([0.7, 0.7, 0.7])
    assert transitions.sum(axis=1) == pytest.approx([1, 1, 1])
    assert SHARES @ transitions == pytest.approx(SHARES * 0.7 + (1 - SHARES) * 0.15)


@pytest.mark.parametrize("invariant", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_values_become_others_as_often_as_the_transitions_say(invariant, seed):
    pram = Pram("sex", keep=0.7, invariant=invariant)

    counts = drawn(pram, seed)

    sizes, chances = counts.sum(axis=1, keepdims=True), pram.transitions(SHARES)
    deviation = np.sqrt(sizes * chances * (1 - chances))
    assert (np.abs(counts - sizes * chances) < 4 * deviation).all()


def test_the_original_shares_can_be_estimated_from_plain_pram():
    pram = Pram("sex", keep=0.7, invariant=False)

    published = drawn(pram).sum(axis=0) / len(CELLS)

    assert np.abs(published - SHARES).max() > 0.05
    estimated = np.linalg.solve(pram.transitions(SHARES).T, published)
    assert estimated == pytest.approx(SHARES, abs=0.015)


def test_keeping_all_changes_nothing_and_keeping_none_of_two_values_exchanges_them():
    cells = ["a", "b", "a", None]

    assert changed(Pram("x", keep=1), {"x": cells})["x"] == cells
    assert changed(Pram("x", keep=0, invariant=False), {"x": cells})["x"] == ["b", "a", "b", None]


@pytest.mark.parametrize("invariant", [True, False])
@pytest.mark.parametrize("cells", [["a"], ["a", "a", None]])
def test_a_single_value_is_told(invariant, cells):
    result = applied(Pram("x", 0.5, invariant), {"x": cells})

    assert result.cells.column("x").tolist() == cells
    assert "one value only" in str(result.warnings[0])


@pytest.mark.parametrize("cells", [[], [None, None]])
def test_nothing_to_change(cells):
    result = applied(Pram("x", 0.5), {"x": cells})

    assert result.cells.column("x").tolist() == cells
    assert not result.warnings


def test_nulls_stay_and_nothing_becomes_null():
    cells = ["a", None, "b"] * 100

    after = changed(Pram("x", 0.1), {"x": cells})["x"]

    assert [cell is None for cell in after] == [cell is None for cell in cells]


@pytest.mark.parametrize("wrong", [{"keep": 1.1}, {"keep": -0.1}, {"invariant": 1}, {"column": ""}])
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError, match="Pram"):
        Pram(**{"column": "x", **wrong})
