"""All models of one table beside pycanon, on the same file: python benchmarks/models.py."""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from calibration import calibrate
from celosia.core.classes import Classes
from celosia.core.schema import ReadOptions
from celosia.core.values import NullPolicy
from celosia.engines.duckdb import EmbeddedRelation
from celosia.models.beta_likeness import gain, needed_beta
from celosia.models.delta_disclosure import log_ratio, needed_delta
from celosia.models.earth_mover import emd_equal, emd_ordered
from celosia.models.entropy_l_diversity import entropy
from celosia.models.per_class import highest_share
from celosia.models.recursive_c_l_diversity import needed_c
from table import report

QIS = ("q0", "q1", "q2", "q3", "q4", "q5")
SENSITIVE = "salary"
SALARIES = 10
COARSE = (2, 3, 4, 4, 5, 8)
"""How many values each quasi-identifier has: 3,840 combinations."""
FINE = (2, 10, 10, 10, 20, 25)
"""One million combinations."""
PYCANON = """
import json, sys, time
import pandas
from pycanon import anonymity
from pycanon.anonymity.utils import aux_anonymity

def timed(work):
    start = time.process_time()
    return work(), time.process_time() - start

path, qis, name = sys.argv[1], sys.argv[2].split(), sys.argv[3]
data, read = timed(lambda: pandas.read_csv(path, dtype={column: str for column in qis}))

def figures():
    alpha, k = anonymity.alpha_k_anonymity(data, qis, [name])
    return {
        "k": k,
        "alpha": alpha,
        "distinct l": anonymity.l_diversity(data, qis, [name]),
        "entropy l": anonymity.entropy_l_diversity(data, qis, [name]),
        "recursive c": float(anonymity.recursive_c_l_diversity(data, qis, [name])[0]),
        "t equal": aux_anonymity.aux_t_closeness_str(data, qis, name),
        "t ordered": anonymity.t_closeness(data, qis, [name]),
        "beta basic": anonymity.basic_beta_likeness(data, qis, [name]),
        "beta enhanced": anonymity.enhanced_beta_likeness(data, qis, [name]),
        "delta present": anonymity.delta_disclosure(data, qis, [name]),
    }

found, seconds = timed(figures)
plain = {key: float(value) for key, value in found.items()}
print(json.dumps({"read": read, "figures": seconds, "found": plain}))
"""
COMPARED = ("k", "alpha", "distinct l", "t equal", "t ordered", "beta basic", "delta present")
"""The figures on which pycanon follows the papers."""


class Measured(NamedTuple):
    """CPU seconds of reading and of all figures, and the figures."""

    read: float
    figures: float
    found: Mapping[str, float]
    classes: int = 0


def write_table(path: Path, rows: int, cards: Sequence[int]) -> None:
    """Write skewed quasi-identifiers, and a salary that depends on the last one."""
    source = np.random.default_rng(20261115)
    columns = [np.floor(card * source.random(rows) ** 1.2).astype(int) for card in cards]
    columns.append((source.binomial(SALARIES - 1, 0.5, rows) + columns[-1]) % SALARIES * 500 + 1000)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*QIS, SENSITIVE])
        for *cells, salary in zip(*(column.tolist() for column in columns), strict=True):
            writer.writerow([*(f"v{cell}" for cell in cells), salary])


def figures(classes: Classes) -> dict[str, float]:
    """Worst figure of every model over the classes."""
    l = int(classes.distinct(SENSITIVE).min())
    return {
        "k": float(classes.sizes.min()),
        "alpha": float(highest_share(classes, SENSITIVE).max()),
        "distinct l": l,
        "entropy l": float(np.exp(entropy(classes, SENSITIVE).min())),
        "recursive c": float(needed_c(classes, SENSITIVE, max(l, 2)).max()),
        "t equal": float(emd_equal(classes, SENSITIVE).max()),
        "t ordered": float(emd_ordered(classes, SENSITIVE).max()),
        "beta basic": float(gain(classes, SENSITIVE).max()),
        "beta enhanced": float(needed_beta(classes, SENSITIVE).max()),
        "delta": float(needed_delta(classes, SENSITIVE).max()),
        "delta present": float(log_ratio(classes, SENSITIVE).max()) * log(2),  # theirs is natural
    }


def celosia(path: Path, repeats: int) -> Measured:
    start = time.process_time()
    with EmbeddedRelation(path, ReadOptions(",", '"', "utf-8")) as relation:
        read, best = time.process_time() - start, float("inf")
        for _ in range(repeats):
            start = time.process_time()
            classes = relation.classes(QIS, [(SENSITIVE,)], NullPolicy.VALUE)
            found = figures(classes)
            best = min(best, time.process_time() - start)
    return Measured(read, best, found, classes.number)


def pycanon(python: Path, path: Path) -> Measured:
    command = [str(python), "-W", "ignore", "-c", PYCANON, str(path), " ".join(QIS), SENSITIVE]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return Measured(**json.loads(done.stdout))


def compare(python: Path, sizes: Sequence[int], repeats: int) -> Iterator[dict[str, Any]]:
    calibration = calibrate()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        for rows in sizes:
            write_table(path, rows, COARSE)
            ours, theirs = celosia(path, repeats), pycanon(python, path)
            wrong = [n for n in COMPARED if abs(ours.found[n] - theirs.found[n]) > 1e-9]
            yield {
                **row(rows, ours),
                "pycanon s": theirs.figures,
                "ratio": theirs.figures / ours.figures,
                "pycanon read s": theirs.read,
                "ratio with reading": (theirs.figures + theirs.read) / (ours.figures + ours.read),
                "same": "NO: " + ", ".join(wrong) if wrong else "yes",
                "calibration ms": calibration,
            }
        write_table(path, max(sizes), FINE)
        unmeasured = ("pycanon s", "ratio", "pycanon read s", "ratio with reading", "same")
        ours = row(max(sizes), celosia(path, repeats))
        yield {**ours, **dict.fromkeys(unmeasured, "–"), "calibration ms": calibration}


def row(rows: int, ours: Measured) -> dict[str, Any]:
    return {
        "records": rows,
        "classes": ours.classes,
        "celosia s": ours.figures,
        "celosia read s": ours.read,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pycanon", type=Path, default=Path("venv-pycanon/bin/python"))
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    report(list(compare(given.pycanon, given.rows, given.repeats)), given.json)


if __name__ == "__main__":
    main()
