"""Fuzzy c-means beside scikit-learn's k-means, per round: python benchmarks/fuzzy.py."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from calibration import calibrate, cpu_ms
from celosia.methods.fuzzy.fuzzy_clusters import best_fit
from celosia.methods.fuzzy.partition_fit import Search
from table import report

SETS = 3
SHORT, LONG = 2, 10
"""Rounds of the two runs whose difference is taken, so that what is done once does not count."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    columns = overlapping(given.records)
    rows = np.ascontiguousarray(columns.T)
    first = rows[:SETS].copy()
    draws = np.random.default_rng(1).random((1, SETS, 2))

    def k_means(rounds: int) -> None:
        found = KMeans(SETS, init=first, n_init=1, max_iter=rounds, tol=0).fit(rows)
        check(int(found.n_iter_), rounds)

    def fuzzy(rounds: int, adaptive: bool) -> None:
        search = Search(starts=1, most_rounds=rounds, tolerance=1e-12)
        ending = best_fit(columns, draws, search, adaptive).convergence
        check(ending.rounds if ending else 0, rounds)

    with threadpool_limits(1):
        figures = [
            ("scikit-learn k-means", per_round(k_means, given.repeats)),
            ("Celosía c-means", per_round(lambda n: fuzzy(n, False), given.repeats)),
            ("Celosía Gustafson–Kessel", per_round(lambda n: fuzzy(n, True), given.repeats)),
        ]
    theirs = figures[0][1]
    calibration = calibrate()
    report(
        [
            {
                "method": name,
                "records": given.records,
                "CPU ms per round": milliseconds,
                "ratio": milliseconds / theirs,
                "calibration ms": calibration,
            }
            for name, milliseconds in figures
        ],
        given.json,
    )


def overlapping(records: int) -> np.ndarray:
    """Two values per record, in three clouds that overlap: a row per value."""
    rng = np.random.default_rng(0)
    centres = np.array([[0.0, 1.0, 0.3], [0.0, 0.5, 1.2]])
    return centres[:, rng.integers(0, 3, records)] + rng.normal(0, 0.3, (2, records))


def check(made: int, asked: int) -> None:
    if made != asked:
        raise SystemExit(f"A run ended after {made} of {asked} rounds: nothing can be compared.")


def per_round(work: Callable[[int], None], repeats: int) -> float:
    """CPU milliseconds of this thread for one more round: the least of both runs, subtracted."""
    short, _ = cpu_ms(lambda: work(SHORT), repeats)
    long, _ = cpu_ms(lambda: work(LONG), repeats)
    return (long - short) / (LONG - SHORT)


if __name__ == "__main__":
    main()
