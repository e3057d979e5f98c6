"""SUDA2 on the census test data: python benchmarks/suda.py."""

from __future__ import annotations

import argparse

import numpy as np

from calibration import calibrate, cpu_ms
from celosia import read
from celosia.risk import SudaRisk
from datasets import SHARED
from table import report

KEYS = ["urbrur", "roof", "walls", "water", "electcon", "relat", "sex"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with read(SHARED / "data" / "census" / "testdata.csv") as table:
        cells = table.relation.cells(KEYS, table.records)
    codes = np.stack([np.unique(cells[key], return_inverse=True)[1] for key in KEYS], axis=1)
    best, found = cpu_ms(lambda: SudaRisk.of(codes), given.repeats)
    row = {
        "records": len(codes),
        "keys": len(KEYS),
        "cpu ms": best,
        "special uniques": found.special,
        "calibration ms": calibrate(),
    }
    report([row], given.json)


if __name__ == "__main__":
    main()
