"""How much the refinement lowers the loss of a grouping, and what it costs.

python benchmarks/refinement.py [--seeds 20] [--effort 1] [--rows 1000000] [--json]

Students are those of seed 002: 500 records, means over the seeds. Adult has nine quasi-identifiers
and k=5, by the sets of values (the seed's equation) and by the hierarchies. With --rows, Adult
is drawn anew with noise to as many records, and the usual time limit holds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from calibration import cpu_ms
from celosia.core.values import IntArray
from celosia.methods.clustering.attributes import Output
from celosia.methods.clustering.kernels.coded_records import Records
from celosia.methods.clustering.refine_groups import refine
from celosia.methods.k_members import k_members
from celosia.methods.l_greedy import l_greedy
from datasets import REPOSITORY, SHARED
from table import Row, report

sys.path.insert(0, str(REPOSITORY))
from tests.support.grouped_records import adult, students

KS = (2, 5, 10, 20, 40)
NOISE = 0.15
ENOUGH = 3600.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    refine(students(0).records, np.arange(500) % 250, 2, effort=1e-9)  # compile
    if given.rows:
        report(list(large_rows(given.rows, given.effort)), given.json)
        return
    report([*student_rows(given.seeds, given.effort), *adult_rows(given.effort)], given.json)


def student_rows(seeds: int, effort: float) -> Iterator[Row]:
    for rounded in (False, True):
        for method in ("k-members", "l-greedy"):
            for k in KS:
                measured = [student(seed, rounded, method, k, effort) for seed in range(seeds)]
                table = "students, " + ("rounded" if rounded else "continuous")
                yield row(table, method, k, *np.mean(measured, axis=0))


def student(seed: int, rounded: bool, method: str, k: int, effort: float) -> tuple[float, ...]:
    records = students(seed, rounded, k).records
    start = l_greedy(records, k) if method == "l-greedy" else k_members(records, k, seed)
    return measure(records, start, k, effort)


def adult_rows(effort: float) -> Iterator[Row]:
    for output in (Output.SET, Output.ANCESTOR):
        records = adult(SHARED, output=output).records
        measured = measure(records, l_greedy(records, 5), 5, effort)
        yield row(f"adult, {output.value}", "l-greedy", 5, *measured)


def large_rows(rows: int, effort: float) -> Iterator[Row]:
    records = resampled(adult(SHARED).records, rows)
    yield row(
        f"adult, {rows} rows",
        "l-greedy",
        5,
        *measure(records, l_greedy(records, 5), 5, effort, seconds=10.0),
    )


def resampled(records: Records, rows: int) -> Records:
    """Draw records, and some of their values anew; in the order of codes."""
    draw = np.random.default_rng(0)
    n = records.codes.shape[1]
    codes = records.codes[:, draw.integers(0, n, rows)]
    for column in codes:
        new = draw.random(rows) < NOISE
        column[new] = draw.permutation(column)[new]
    order = np.lexsort(codes[::-1])
    return records._replace(codes=np.ascontiguousarray(codes[:, order]))


def measure(
    records: Records, start: IntArray, k: int, effort: float, seconds: float = ENOUGH
) -> tuple[float, float, float, float]:
    cpu, refined = cpu_ms(lambda: refine(records, start, k, 0, seconds, effort), 1)
    return 100 * refined.before, 100 * refined.after, cpu / 1e3, float(refined.finished)


def row(
    table: str, method: str, k: int, before: float, after: float, cpu: float, finished: float
) -> Row:
    return {
        "table": table,
        "method": method,
        "k": k,
        "before %": float(before),
        "after %": float(after),
        "lower by %": float(100 * (1 - after / before)),
        "cpu s": float(cpu),
        "finished": "yes" if finished == 1 else "no",
    }


if __name__ == "__main__":
    main()
