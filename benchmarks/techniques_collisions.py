"""No two of 10 million values share a pseudonym: python benchmarks/techniques_collisions.py.

Keyed pseudonyms are also counted at shorter lengths, where chance must bring some together: the
counts beside the expected ones show that the digits are as good as random.
"""

from __future__ import annotations

import argparse
import secrets

import numpy as np

from calibration import calibrate, cpu_ms
from celosia.core.randomness import Randomness
from celosia.core.technique import Means
from celosia.techniques.pseudonyms.keyed_pseudonym import KeyedPseudonym
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym
from table import report

SHORTER = (10, 12)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--values", type=int, default=10_000_000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    means = Means(Randomness(b"chance"), key=secrets.token_bytes(32))
    values = [str(number) for number in range(given.values)]
    rows = []
    for technique in (KeyedPseudonym("id"), RandomPseudonym("id", length=12)):
        spent, codes = cpu_ms(lambda t=technique: t.relabel(values, means), 1)
        rows.append(row(technique.kind, technique.length, codes, 0.0, spent))
        if isinstance(technique, KeyedPseudonym):
            rows += [shortened(codes, length) for length in SHORTER]
    report(rows, given.json)


def shortened(codes: list[str], length: int) -> dict[str, object]:
    pairs = len(codes) * (len(codes) - 1) / 2
    return row("its first digits", length, [code[:length] for code in codes], pairs / 16**length)


def row(
    kind: str, length: int, codes: list[str], expected: float, spent: float = 0.0
) -> dict[str, object]:
    distinct = np.unique(np.array(codes, f"S{length}")).size
    return {
        "pseudonym": kind,
        "characters": length,
        "values": len(codes),
        "collisions": len(codes) - distinct,
        "expected": round(expected, 1),
        "cpu ms": spent,
        "calibration ms": calibrate(),
    }


if __name__ == "__main__":
    main()
