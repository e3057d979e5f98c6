"""Differentially private cells, drawn by OpenDP and by nothing of our own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.errors import MissingExtraError, ParameterError


def with_laplace_noise(steps: IntArray, width: int, epsilon: float) -> IntArray:
    """Add discrete Laplace noise to whole numbers that lie within `width` of each other.

    The scale is the smallest for which OpenDP confirms that each number is epsilon-private.
    """
    modules = _opendp()
    numbers = modules["domains"].vector_domain(modules["domains"].atom_domain(T="i64"))
    distance = modules["metrics"].l1_distance(T="i64")

    def mechanism(scale: float) -> Any:
        return modules["measurements"].make_laplace(numbers, distance, scale=scale)

    search = modules["mod"].binary_search_param
    scale = search(mechanism, d_in=width, d_out=float(epsilon), T=float)
    return np.array(mechanism(scale)(steps.tolist()), np.int64)


def randomized(values: Sequence[str], categories: Sequence[str], epsilon: float) -> list[str]:
    """Answer each value by chance among the categories.

    The probability of the truth is the highest for which OpenDP confirms epsilon.
    """
    modules = _opendp()

    def mechanism(stays: float) -> Any:
        return modules["measurements"].make_randomized_response(list(categories), prob=stays)

    even = float(np.nextafter(1 / len(categories), 1))  # OpenDP refuses less than equal chances
    search = modules["mod"].binary_search_param
    try:
        stays = search(mechanism, d_in=1, d_out=float(epsilon), T=float, bounds=(even, 1.0))
    except ValueError:
        raise ParameterError("techniques.randomizedresponse-epsilon-small-every-answe") from None
    answer = mechanism(stays)
    return [answer(value) for value in values]


def _opendp() -> dict[str, Any]:
    """Import what is used; `opendp.prelude` would import scikit-learn, which takes seconds."""
    names = ("domains", "measurements", "metrics", "mod")
    try:
        modules: dict[str, Any] = {name: import_module(f"opendp.{name}") for name in names}
    except ImportError:
        raise MissingExtraError("techniques.differential-privacy-needs-opendp-pip") from None
    modules["mod"].enable_features("contrib")
    return modules
