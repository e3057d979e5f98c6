"""What the machine can do at this moment: the yardstick beside every figure."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np

Result = TypeVar("Result")
CALIBRATION_SIZE = 10_000_000


def calibrate(repeats: int = 3) -> float:
    """CPU milliseconds of one np.sort of 10 million random int64: the minimum of a few."""
    numbers = np.random.default_rng(0).integers(0, 1 << 62, CALIBRATION_SIZE, dtype=np.int64)
    return min(cpu_ms(lambda: np.sort(numbers), 1)[0] for _ in range(repeats))


def cpu_ms(work: Callable[[], Result], repeats: int) -> tuple[float, Result]:
    """CPU milliseconds of this thread, the minimum of some runs, and the last result."""
    best = float("inf")
    for _ in range(max(1, repeats)):
        start = time.thread_time()
        result = work()
        best = min(best, time.thread_time() - start)
    return 1e3 * best, result
