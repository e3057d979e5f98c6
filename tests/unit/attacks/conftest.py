"""People of whom half went into a table, and half did not."""

from __future__ import annotations

import numpy as np
import pytest


def draw(rng, people):
    """Make up records of people."""
    return {
        "age": [str(age) for age in rng.integers(18, 90, people)],
        "income": [str(income) for income in rng.integers(10_000, 90_000, people)],
        "height": [f"{height:.4f}" for height in rng.normal(170, 12, people)],
        "sex": [str(sex) for sex in rng.choice(["F", "M"], people)],
        "dx": [str(dx) for dx in rng.choice(list("ABCDEFGH"), people)],
    }


@pytest.fixture
def drawn(rng):
    return lambda people: draw(rng, people)


@pytest.fixture
def rng():
    return np.random.default_rng(5)


@pytest.fixture
def originals(rng):
    return draw(rng, 300)


@pytest.fixture
def control(originals, rng):
    return draw(rng, 300)


@pytest.fixture
def unrelated(originals, control, rng):
    return draw(rng, 300)
