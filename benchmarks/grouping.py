"""What every method loses on adult, beside the full-domain optimum: python benchmarks/grouping.py.

Loss by sets (age an interval, the rest sets: the seed's equation 2) and by leaves (every column by
its hierarchy: what ARX's local recoding is measured by); CPU time of grouping and refinement.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration import calibrate
from celosia.core.objective import OBJECTIVES
from celosia.methods.clustering.group_records import group
from celosia.methods.clustering.grouping_problem import GroupingProblem
from celosia.methods.lattice import LatticeProblem, find_best
from celosia.methods.method import METHODS, GroupingMethod
from celosia.methods.method_options import GroupingOptions, Output
from datasets import SHARED
from table import report

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.support.grouped_records import ADULT, adult

EIGHT = tuple(name for name in ADULT if name != "salary-class")
MEASURES = {"sets": Output.SET, "leaves": Output.ANCESTOR}


def lattice_of(problem: GroupingProblem) -> LatticeProblem | None:
    hierarchies = [a.hierarchy for a in problem.attributes if a.hierarchy is not None]
    if len(hierarchies) < len(problem.attributes):
        return None
    loss = OBJECTIVES["loss"]
    return LatticeProblem.of(
        hierarchies, problem.counts, models=problem.models, objective=loss, loss=loss
    )


GROUPERS = [
    name
    for name, method in METHODS.items()
    if isinstance(method, GroupingMethod) and not method.needs_hierarchies
]


def row(problem: GroupingProblem, measure: str, k: int, method: str, refine: bool) -> Any:
    lattice = lattice_of(problem) if method == "local" else None
    options = GroupingOptions(refine=600.0 if refine else 0.0)
    group(problem, method, replace(options, effort=0.001), lattice)  # compiled before it is timed
    start = time.process_time()
    found = group(problem, method, options, lattice)
    return {
        "k": k,
        "QIs": len(problem.attributes),
        "loss by": measure,
        "method": method.value + (" + refinement" if refine else ""),
        "GCP %": round(100 * found.loss, 3),
        "CPU s": time.process_time() - start,
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "groups": int(found.sizes.size),
    }


def optimum(problem: GroupingProblem, k: int, suppression: float) -> Any:
    lattice = lattice_of(problem)
    assert lattice is not None
    asked = replace(lattice, suppression=suppression)
    find_best(asked)
    start = time.process_time()
    best = find_best(asked).optimum
    return {
        "k": k,
        "QIs": len(problem.attributes),
        "loss by": "leaves",
        "method": f"full-domain optimum, {suppression:.0%} suppressed",
        "GCP %": round(100 * best.loss, 3),
        "CPU s": time.process_time() - start,
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "groups": best.classes,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="nine quasi-identifiers, k=5 only")
    given = parser.parse_args()
    rows = []
    cases = [(ADULT, 5)] if given.quick else [(ADULT, 5), (EIGHT, 5), (EIGHT, 10)]
    for names, k in cases:
        for measure, output in MEASURES.items():
            problem = adult(SHARED, k, output, names)
            methods = [*GROUPERS, *(["local"] if measure == "leaves" else [])]
            for method in methods:
                rows += [row(problem, measure, k, method, refine) for refine in (False, True)]
        rows += [optimum(problem, k, suppression) for suppression in (0.0, 0.04)]
    report(rows, given.json)
    print(f"Calibration: {calibrate():.0f} ms.")


if __name__ == "__main__":
    main()
