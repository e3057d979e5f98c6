"""Differentially private questions, answered by OpenDP and by nothing of our own.

Its noise comes from the operating system: a seed that anybody may read would take it away. So these
answers are new each time, and are paid for each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.errors import MissingExtraError, ParameterError


def noisy_counts(codes: IntArray, groups: int, epsilon: float, contributions: int = 1) -> IntArray:
    """Count the records of each group; one person holds at most `contributions` of them.

    References: Dwork, McSherry, Nissim and Smith, TCC 2006; discrete noise by Canonne, Kamath and
    Steinke, NeurIPS 2020.
    """
    dp = _opendp()
    counting = dp.t.make_count_by_categories(
        _whole_numbers(dp), dp.symmetric_distance(), list(range(groups)), False, TOA="i64"
    )
    asked = counting >> _noise(dp, counting, epsilon, contributions)
    return np.array(asked(codes.tolist()), np.int64)


def noisy_sums(
    values: IntArray,
    codes: IntArray,
    groups: int,
    bounds: tuple[int, int],
    epsilon: float,
    contributions: int = 1,
) -> IntArray:
    """Add up the whole numbers of each group, each cut at the bounds.

    A record is in one group only, so all groups together cost epsilon (McSherry, SIGMOD 2009,
    theorem 4).
    """
    dp = _opendp()
    adding = dp.t.make_clamp(_whole_numbers(dp), dp.symmetric_distance(), bounds)
    adding = adding >> dp.t.then_sum()
    asked = adding >> _noise(dp, adding, epsilon, contributions)
    return np.array([asked(values[codes == group].tolist()) for group in range(groups)], np.int64)


def noisy_best(scores: Sequence[int], epsilon: float) -> int:
    """Choose one of the highest scores, none of which one record changes by more than 1.

    References: McKenna and Sheldon, NeurIPS 2020 (permute and flip).
    """
    dp = _opendp()
    space = _whole_numbers(dp), dp.linf_distance(T="i64")

    def choosing(scale: float) -> Any:
        return dp.m.make_noisy_max(*space, dp.max_divergence(), scale=scale)

    return int(choosing(_least_scale(dp, choosing, 1, epsilon))(list(scores)))


def _noise(dp: Any, query: Any, epsilon: float, contributions: int) -> Any:
    """Find the least noise that keeps the promise, as OpenDP itself computes it."""

    def with_noise(scale: float) -> Any:
        return query >> dp.m.then_laplace(scale)

    return dp.m.then_laplace(_least_scale(dp, with_noise, contributions, epsilon))


def _least_scale(
    dp: Any, mechanism: Callable[[float], Any], contributions: int, epsilon: float
) -> float:
    """Search for the least scale that costs epsilon; where OpenDP can count none, say so."""
    try:
        scale = dp.binary_search_param(mechanism, d_in=contributions, d_out=epsilon, T=float)
    except (dp.OpenDPException, ValueError):
        raise ParameterError("techniques.epsilon-small-person-can-change") from None
    return float(scale)


def _whole_numbers(dp: Any) -> Any:
    return dp.vector_domain(dp.atom_domain(T="i64"))


def _opendp() -> Any:
    try:
        dp = import_module("opendp.prelude")
    except ImportError:
        raise MissingExtraError("techniques.differential-privacy-needs-opendp-pip") from None
    dp.enable_features("contrib")
    return dp
