"""k-members and l-greedy beside the prototype and a plain scan: python benchmarks/greedy.py."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import numpy as np

from calibration import calibrate
from celosia.core.values import IntArray
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.greedy import Way, best_way, rows_of
from celosia.methods.clustering.group_records import loss
from celosia.methods.clustering.grouping_problem import GroupingProblem, laid_out
from celosia.methods.clustering.kernels.coded_records import Records
from celosia.methods.k_members import k_members
from celosia.methods.l_greedy import l_greedy
from celosia.methods.method_options import Output
from datasets import REPOSITORY, SHARED, K
from table import report

sys.path.append(str(REPOSITORY))
from tests.support.grouped_records import adult, students

METHODS: dict[str, tuple[Callable[..., IntArray], int]] = {
    "l-greedy": (l_greedy, 1),
    "k-members": (k_members, 0),
}
"""Ours, and the prototype's number for it."""
SIZES = (1_000, 10_000, 30_000, 100_000)
GROUP_SIZES = (2, 5, 10, 20, 40)
KNOWN = {False: (5.1, 15.8, 26.5, 38.7, 52.0), True: (5.4, 17.3, 29.9, 44.1, 57.5)}
"""Mean GCP of plain k-members, % for those group sizes, as the issue has it."""


def load_prototype(folder: Path) -> Any:
    """Import the prototype where it lies, and leave nothing there."""
    sys.dont_write_bytecode = True
    sys.path.append(str(folder))
    config: Any = numba.config
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(Path(tempfile.gettempdir()) / "celosia-benchmarks")
    try:
        return import_module("run_clustering")
    finally:
        config.CACHE_DIR = usual


def in_turns(works: list[Callable[[], IntArray]], repeats: int) -> tuple[list[float], list[Any]]:
    """CPU milliseconds of each, the minimum of runs that take turns, and the last results."""
    results: list[Any] = [None] * len(works)
    best = [float("inf")] * len(works)
    for _ in range(repeats):
        for i, work in enumerate(works):
            start = time.thread_time()
            results[i] = work()
            best[i] = min(best[i], 1e3 * (time.thread_time() - start))
    return best, results


def beside_prototype(shared: Path, prototypes: Path, repeats: int) -> Iterator[dict[str, Any]]:
    """Adult with nine quasi-identifiers: whole runs, sorting, index and leftovers included."""
    runs = load_prototype(prototypes)
    records = adult(shared).records
    coded = runs.adult()
    calibration = calibrate()
    for name, (method, number) in METHODS.items():
        for way in Way:  # compiles, or loads what was compiled
            method(numbers(500, 2), K, way=way)
        runs.run_trie(coded, K, number)
        works = [
            lambda method=method: method(records, K),
            lambda number=number: runs.run_trie(coded, K, number)[:2],
        ]
        (ours, theirs), (mine, (labels, count)) = in_turns(works, repeats)
        yield {
            "method": name,
            "celosia ms": ours,
            "prototype ms": theirs,
            "ratio": ours / theirs,
            "GCP %": f"{100 * loss(records, mine):.3f}",
            "prototype GCP %": f"{100 * runs.gcp(coded, labels, count)[0]:.3f}",
            "calibration ms": calibration,
        }


def numbers(n: int, attributes: int) -> Records:
    """Normal numbers, no two alike."""
    drawn = np.random.default_rng(0).normal(size=(attributes, n))
    codes = drawn.argsort(axis=1).argsort(axis=1)
    made = [
        Attribute(f"x{j}", tuple(map(str, range(n))), Output.INTERVAL, np.sort(drawn[j]))
        for j in range(attributes)
    ]
    ordered = codes[:, np.lexsort(codes[::-1])]
    return laid_out(made, np.ascontiguousarray(ordered, np.int32))


def beside_scan(largest: int) -> Iterator[dict[str, Any]]:
    """Numbers with many values: the way chosen, and looking at all records every time."""
    for n in (size for size in SIZES if size <= largest):
        for attributes in (3, 5):
            records = numbers(n, attributes)
            for name, (method, _) in METHODS.items():
                works = [
                    lambda method=method, records=records: method(records, K),
                    lambda method=method, records=records: method(records, K, way=Way.SCAN),
                ]
                (ours, scan), (mine, plain) = in_turns(works, 5 if n <= 10_000 else 1)
                yield {
                    "rows": n,
                    "numbers": attributes,
                    "method": name,
                    "way": best_way(records, rows_of(records)[0]).value,
                    "celosia ms": ours,
                    "scan ms": scan,
                    "ratio": ours / scan,
                    "same": "yes" if (mine == plain).all() else "NO",
                }


class Coded:
    """A problem as the prototype takes it."""

    def __init__(self, problem: GroupingProblem) -> None:
        records = problem.records
        self.codes = records.codes.astype(np.int64)
        self.d, self.n = self.codes.shape
        self.D, self.isnum, self.voff = records.cards, records.kind == 0, records.offset
        self.val = [
            np.arange(len(a.values)) * 1.0 if a.numbers is None else a.numbers
            for a in problem.attributes
        ]
        self.valf = np.concatenate(self.val)
        self.rng = np.array([values.max() - values.min() for values in self.val])


def experiment(prototypes: Path, samples: int) -> Iterator[dict[str, Any]]:
    """Seed 002: 500 students, mean GCP in % over samples."""
    runs = load_prototype(prototypes)
    for rounded in (False, True):
        classes = [students(seed, rounded) for seed in range(samples)]
        coded = [Coded(problem) for problem in classes]
        for place, k in enumerate(GROUP_SIZES):
            row: dict[str, Any] = {"grades": "rounded" if rounded else "continuous", "k": k}
            row["known"] = KNOWN[rounded][place]
            for name, (method, number) in METHODS.items():
                ours, theirs = [], []
                for seed, (problem, other) in enumerate(zip(classes, coded, strict=True)):
                    drawn = {"seed": seed} if method is k_members else {}
                    ours.append(loss(problem.records, method(problem.records, k, **drawn)))
                    labels, count, _ = runs.run_naive(other, k, number, seed)
                    theirs.append(runs.gcp(other, labels, count)[0])
                row[name] = 100 * float(np.mean(ours))
                row[f"prototype {name}"] = 100 * float(np.mean(theirs))
            yield row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--largest", type=int, default=30_000, help="rows of the largest table")
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    prototypes = given.shared / "prototypes"
    report(list(beside_prototype(given.shared, prototypes, given.repeats)), given.json)
    report(list(beside_scan(given.largest)), given.json)
    report(list(experiment(prototypes, given.samples)), given.json)


if __name__ == "__main__":
    main()
