"""How time, loss and memory of the grouping methods grow with the records: benchmarks/growth.py.

The records are drawn from adult, with replacement, and normal noise makes the age continuous. The
last column is the exponent of time: log of the CPU times over log of the records, from 10,000 to
the most records that a method was run with. A run expected to take too long is left out. A method
"near" works inside neighbourhoods.
"""

from __future__ import annotations

import argparse
import csv
import ctypes
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from calibration import cpu_ms
from celosia.core.counts import CodedHierarchy
from celosia.core.values import IntArray, ValueCounts
from celosia.hierarchies import FromFile
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.cut_records import in_neighbourhoods
from celosia.methods.clustering.group_records import loss
from celosia.methods.clustering.grouping_problem import laid_out
from celosia.methods.clustering.kernels.coded_records import Records
from celosia.methods.hilbert import hilbert
from celosia.methods.k_members import k_members
from celosia.methods.l_greedy import l_greedy
from celosia.methods.mdav import mdav
from celosia.methods.method_options import NeighbourhoodOptions, Output
from celosia.methods.mondrian import mondrian
from celosia.methods.reference import reference
from celosia.methods.v_mdav import v_mdav
from datasets import SHARED, K, hierarchies
from memory import MB, peak_now, reset_peak, resident_bytes
from table import report

SIZES = (1_000, 10_000, 100_000, 1_000_000)
FIRST = 10_000
"""Below this the exponent would tell of the start, not of the growth."""
NUMERIC = "age"
WARM_UP = 3_000
SHORT = 20_000
"""Milliseconds; a run of more is not repeated."""

Method = Callable[[Records], IntArray]

METHODS: dict[str, Method] = {
    "mondrian strict": lambda records: mondrian(records, K),
    "mondrian relaxed": lambda records: mondrian(records, K, relaxed=True),
    "hilbert": lambda records: hilbert(records, K),
    "reference": lambda records: reference(records, K),
    "l-greedy": lambda records: l_greedy(records, K),
    "k-members": lambda records: k_members(records, K, seed=0),
    "mdav": lambda records: mdav(records, K),
    "v-mdav": lambda records: v_mdav(records, K),
}


def near(name: str, most: int) -> Method:
    """Let a method work inside neighbourhoods of at most so many records."""
    return lambda records: in_neighbourhoods(records, K, METHODS[name], most)


def methods(most: int) -> dict[str, Method]:
    near_ones = {f"{name} near": near(name, most) for name in ("l-greedy", "k-members")}
    return {**METHODS, **near_ones}


# --- the records ---------------------------------------------------------------------------------


class Adult(NamedTuple):
    """The table that records are drawn from."""

    attributes: tuple[Attribute, ...]
    """In the order of names."""
    codes: IntArray
    """(attributes, records)"""


def read_adult(folder: Path) -> Adult:
    with (folder / "data.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    attributes = []
    codes = []
    for name, path in sorted(hierarchies(folder).items()):
        cells = [row[name] for row in rows]
        attribute = read_attribute(name, ValueCounts.of(cells), path)
        place = {value: code for code, value in enumerate(attribute.values)}
        attributes.append(attribute)
        codes.append([place[cell] for cell in cells])
    return Adult(tuple(attributes), np.array(codes))


def read_attribute(name: str, values: ValueCounts, path: Path) -> Attribute:
    if name == NUMERIC:
        return Attribute.numeric(name, values, {text: float(text) for text in values.texts})
    coded = CodedHierarchy.of(FromFile(str(path)).build(name, values), values)
    return Attribute.hierarchical(coded, Output.SET)


def drawn(adult: Adult, n: int) -> Records:
    """Draw n records; the noise on the numeric attribute makes its values all different."""
    draw = np.random.default_rng(0)
    codes = adult.codes[:, draw.integers(0, adult.codes.shape[1], n)]
    attributes = list(adult.attributes)
    j = [attribute.name for attribute in attributes].index(NUMERIC)
    numbers = attributes[j].numbers
    assert numbers is not None
    noisy, codes[j] = np.unique(numbers[codes[j]] + draw.normal(size=n), return_inverse=True)
    names = tuple(map(str, range(noisy.size)))
    attributes[j] = Attribute(NUMERIC, names, Output.INTERVAL, numbers=noisy)
    ordered = codes[:, np.lexsort(codes[::-1])]
    return laid_out(attributes, np.ascontiguousarray(ordered, np.int32))


# --- the runs ------------------------------------------------------------------------------------


class Run(NamedTuple):
    """What one method took for one number of records."""

    size: int
    milliseconds: float
    loss: float
    memory: float
    """Megabytes above what the process held before."""


def return_memory() -> None:
    """Have arrays of 64 kB and more given back when freed, so that each run's peak is its own."""
    mmap_threshold = -3
    ctypes.CDLL(None).mallopt(mmap_threshold, 1 << 16)


def measure(method: Method, records: Records, repeats: int) -> Run:
    before = resident_bytes()
    reset_peak()
    spent, group_of = cpu_ms(lambda: method(records), 1)
    memory = (peak_now() - before) / MB
    assert np.bincount(group_of).min() >= K
    if spent < SHORT:  # the first run may have compiled what only so many records need
        spent = min(spent, cpu_ms(lambda: method(records), repeats)[0])
    return Run(records.codes.shape[1], spent, loss(records, group_of), memory)


def too_long(runs: list[Run], size: int, longest: float) -> bool:
    """Expect time to grow as it did last, and as n² while that is not known."""
    if not runs:
        return False
    last = runs[-1]
    power = exponent(runs[-2:]) if len(runs) > 1 and runs[-2].size >= FIRST else 2.0
    return last.milliseconds * (size / last.size) ** power > 1e3 * longest


def exponent(runs: list[Run]) -> float:
    """Slope of log time over log n between the first and the last of some runs."""
    first, last = runs[0], runs[-1]
    if first.size == last.size:
        return math.nan
    return math.log(last.milliseconds / first.milliseconds) / math.log(last.size / first.size)


def growth(
    adult: Adult, asked: dict[str, Method], sizes: list[int], longest: float, repeats: int
) -> Iterator[dict[str, Any]]:
    runs: dict[str, list[Run]] = {name: [] for name in asked}
    for method in asked.values():
        method(drawn(adult, WARM_UP))  # compiles, or loads what was compiled
    for size in sizes:
        records = drawn(adult, size)
        for name, method in asked.items():
            if not too_long(runs[name], size, longest):
                runs[name].append(measure(method, records, repeats))
    for name in asked:
        whole = exponent([run for run in runs[name] if run.size >= FIRST] or runs[name])
        for run in runs[name]:
            last = run is runs[name][-1]
            yield {
                "method": name,
                "records": run.size,
                "CPU ms": run.milliseconds,
                "loss %": f"{100 * run.loss:.3f}",
                "peak MB": run.memory,
                "exponent": f"{whole:.2f}" if last else "",
            }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SHARED / "data" / "adult")
    parser.add_argument("--methods", nargs="*", choices=list(methods(0)), default=list(methods(0)))
    parser.add_argument("--neighbourhood", type=int, default=NeighbourhoodOptions().neighbourhood)
    parser.add_argument("--sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--longest", type=float, default=60.0, help="seconds of a single run")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    return_memory()
    adult = read_adult(given.data)
    every = methods(given.neighbourhood)
    asked = {name: every[name] for name in given.methods}
    report(list(growth(adult, asked, given.sizes, given.longest, given.repeats)), given.json)


if __name__ == "__main__":
    main()
