"""The lattice search beside the prototype's, on the same tables: python benchmarks/lattice.py."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numba

from calibration import calibrate, cpu_ms
from celosia.core.objective import OBJECTIVES
from celosia.core.progress import silent
from celosia.methods.lattice import LatticeProblem
from celosia.methods.lattice.compiled import CompiledSearch
from celosia.methods.lattice.lattice_problem import Frame
from celosia.methods.lattice.safe_nodes import subset_order
from celosia.methods.lattice.search import DEFAULT_CACHE
from datasets import SHARED, K, problem
from table import report

TABLES = ("adult", "fars")
LIMITS = (0.0, 0.04)
MODES = ("all", "loss", "height")


class Found(NamedTuple):
    """What a search found: enough to see that both found the same."""

    checks: int
    answer: float
    """Number of safe nodes, or the optimum's score."""


def celosia_search(base: LatticeProblem, limit: float, mode: str) -> Callable[[], Found]:
    """Lay a problem out, and give the search to time: node order and kernels."""
    aim = OBJECTIVES["height" if mode == "height" else "loss"]
    frame = Frame(replace(base, suppression=limit, objective=aim))
    compiled = CompiledSearch(frame, DEFAULT_CACHE)

    def find_all() -> Found:
        task = compiled.classify(subset_order(frame.lattice), silent)
        return Found(int(task.stats[0]), int((task.state == 1).sum()))

    def find_best() -> Found:
        frame.__dict__.pop("preference", None)  # the prototype also sorts in every run
        task = compiled.optimize(frame.preference, silent)
        return Found(int(task.stats[0]), round(float(task.best[0]), 9))

    return find_all if mode == "all" else find_best


def prototype_search(lattice: Any, limit: float, mode: str) -> Callable[[], Found]:
    def search() -> Found:
        best, score, state, _, stats = lattice.run(K, limit, mode)
        if mode == "all":
            return Found(stats["checks"], int((state == 1).sum()))
        return Found(stats["checks"], lattice.height[best] if mode == "height" else round(score, 9))

    return search


def load_prototype(folder: Path) -> tuple[Any, Any]:
    """Import the prototype where it lies, and leave nothing there."""
    sys.dont_write_bytecode = True
    sys.path.append(str(folder))
    config: Any = numba.config
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(Path(tempfile.gettempdir()) / "celosia-benchmarks")
    try:
        return import_module("dataset"), import_module("lattice_search")
    finally:
        config.CACHE_DIR = usual


def compare(data: Path, prototypes: Path, repeats: int) -> Iterator[dict[str, Any]]:
    dataset, searches = load_prototype(prototypes)
    calibration = calibrate()
    for name in TABLES:
        base = problem(data / name, 0.0, "loss")
        lattice = searches.Lattice(dataset.load(name, datadir=str(data)))
        for limit in LIMITS:
            for mode in MODES:
                ours, mine = fastest(celosia_search(base, limit, mode), repeats)
                theirs, other = fastest(prototype_search(lattice, limit, mode), repeats)
                yield {
                    "table": name,
                    "suppression": f"{limit:.0%}",
                    "mode": mode,
                    "celosia ms": ours,
                    "prototype ms": theirs,
                    "ratio": ours / theirs,
                    "checks": mine.checks,
                    "prototype checks": other.checks,
                    "answer": f"{mine.answer:.6g}",
                    "same": "yes" if mine.answer == other.answer else f"NO: {other.answer:.6g}",
                    "calibration ms": calibration,
                }


def fastest(search: Callable[[], Found], repeats: int) -> tuple[float, Found]:
    search()  # compiles, or loads what was compiled
    return cpu_ms(search, repeats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SHARED / "data")
    parser.add_argument("--prototypes", type=Path, default=SHARED / "prototypes")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    report(list(compare(given.data, given.prototypes, given.repeats)), given.json)


if __name__ == "__main__":
    main()
