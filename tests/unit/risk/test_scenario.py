"""Seed 003 (PDPC / AEPD guide), annex D."""

from __future__ import annotations

import pytest

from celosia.errors import ParameterError
from celosia.risk import Attempt, ScenarioRisk

TABLE = {
    "high": (0.03, 0.05, 0.1),
    "medium": (0.2, 0.25, 0.3),
    "low": (0.4, 0.5, 0.6),
    "none": (1.0, 1.0, 1.0),
}


@pytest.mark.parametrize("controls", TABLE)
def test_the_guide_s_table_of_insiders(controls):
    found = tuple(Attempt.of(motive, controls).insider for motive in ("low", "medium", "high"))

    assert found == TABLE[controls]


@pytest.mark.parametrize(("harm", "threshold"), [("low", 0.2), ("medium", 0.1), ("high", 0.01)])
def test_the_threshold_falls_with_the_harm(harm, threshold):
    assert ScenarioRisk.of(5, harm, Attempt(0, 0, 0)).threshold == threshold


@pytest.mark.parametrize(
    ("attempt", "probability"),
    [(Attempt(0.3, 0.1, 0.2), 0.3), (Attempt(0.1, 0.4, 0.2), 0.4), (Attempt(0, 0, 0.5), 0.5)],
)
def test_the_likeliest_of_three_scenarios_counts(attempt, probability):
    assert attempt.probability == probability


def test_the_annex_c_table_of_k_5_given_to_a_careful_recipient():
    risk = ScenarioRisk.of(5, "medium", Attempt.of("medium", "medium", 0.1, 0.05))

    assert risk.probability == pytest.approx(0.05)
    assert risk.acceptable
    assert "within the threshold of 0.1" in risk.verdict.text()
    assert "no supera el umbral de 0,1" in risk.verdict.text("es")


def test_a_risk_over_the_threshold_says_which_k_it_takes():
    risk = ScenarioRisk.of(5, "high", Attempt.of("low", "medium"))

    assert risk.probability == pytest.approx(0.04)
    assert not risk.acceptable
    assert risk.needed == 20
    assert ScenarioRisk.of(20, "high", Attempt.of("low", "medium")).acceptable
    assert not ScenarioRisk.of(19, "high", Attempt.of("low", "medium")).acceptable
    assert "It takes k=20" in str(risk.verdict)
    assert "Hace falta k=20" in risk.verdict.text("es")


def test_a_risk_equal_to_the_threshold_is_accepted():
    assert ScenarioRisk.of(10, "high", Attempt.of("high", "high")).acceptable


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Attempt.of("low", "some"),
        lambda: Attempt.of("mild", "low"),
        lambda: Attempt(0.1, 1.2, 0),
        lambda: ScenarioRisk.of(0, "low", Attempt(0, 0, 0)),
        lambda: ScenarioRisk.of(5, "huge", Attempt(0, 0, 0)),
    ],
)
def test_wrong_choices_are_refused(wrong):
    with pytest.raises(ParameterError):
        wrong()
