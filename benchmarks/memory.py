"""Peak memory of reading, of a whole release, and of the search: python benchmarks/memory.py.

Every figure is the peak of a child process above another child that only imports, or, for the
search, above what the process held before it.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import celosia
from celosia.core.counts import CodedHierarchy, FrequencySet
from celosia.core.objective import OBJECTIVES
from celosia.core.progress import silent
from celosia.core.values import ValueCounts
from celosia.methods.lattice import LatticeProblem, find_all
from celosia.methods.lattice.search import find_best
from celosia.models import KAnonymity
from datasets import SHARED, problem
from table import report

MB = 1 << 20
FILE_BYTES = 100 * MB
BUDGETS_MB = (64, 512)
COMBINATIONS = 500_000
CARDS = (60, 40, 30, 20, 12, 10)
QUASI_IDENTIFIERS = ("age", "sex", "province", "admitted")


# --- the table -----------------------------------------------------------------------------------


def write_table(path: Path, size: int) -> None:
    """Write a CSV of ten columns of mixed types and realistic widths, about `size` bytes long."""
    rng = np.random.default_rng(0)
    with path.open("w", encoding="utf-8") as file:
        file.write("id,name,age,sex,province,admitted,stay,cost,diagnosis,note\n")
        while file.tell() < size:
            file.write("\n".join(lines(rng, 20_000)) + "\n")


def lines(rng: np.random.Generator, number: int) -> Iterator[str]:
    draw: Callable[[int], list[int]] = lambda n: rng.integers(0, n, number).tolist()  # noqa: E731
    drawn = zip(
        *(draw(n) for n in (10**8, 3000, 3000, 95, 2, 52, 365, 60, 10**6, 900, 10**6)), strict=True
    )
    for number_, first, last, age, sex, province, day, stay, cost, code, note in drawn:
        yield (
            f"{number_:08d}X,Nombre{first} Apellido{last},{age},{'HM'[sex]},Provincia {province},"
            f"2024-{day // 31 + 1:02d}-{day % 28 + 1:02d},{stay},{cost / 100:.2f},"
            f"{chr(65 + code % 26)}{code:03d},observacion numero {note}"
        )


# --- children ------------------------------------------------------------------------------------


def peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def resident_bytes() -> int:
    """Resident memory now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def recipe(output: Path) -> celosia.Recipe:
    others = {"id", "name"}, {"stay", "cost", "diagnosis", "note"}
    roles = dict.fromkeys(QUASI_IDENTIFIERS, celosia.Role.QUASI_IDENTIFIER)
    roles |= dict.fromkeys(others[0], celosia.Role.IDENTIFIER)
    roles |= dict.fromkeys(others[1], celosia.Role.INSENSITIVE)
    return celosia.Recipe(
        roles=roles, models=(KAnonymity(5),), suppression=0.02, output=str(output)
    )


def child_import(path: Path) -> int:
    _ = celosia.read, celosia.anonymize
    return peak_bytes()


def child_read(path: Path) -> int:
    with celosia.read(path):
        return peak_bytes()


def child_anonymize(path: Path) -> int:
    with celosia.read(path) as table:
        celosia.anonymize(table, recipe(path.with_name("release.csv")))
    return peak_bytes()


def child_search(source: str, budget_mb: int, mode: str) -> int:
    """Peak of a search above the process that holds the counts; the kernels are loaded before."""
    search = find_all if mode == "all" else find_best
    search(synthetic(2_000), cache_bytes=64 * MB)
    asked = synthetic(COMBINATIONS) if source == "synthetic" else problem(SOURCE, 0.04, "loss")
    before = resident_bytes()
    reset_peak()
    search(asked, cache_bytes=budget_mb * MB, progress=silent)
    return peak_now() - before


SOURCE = SHARED / "data" / "fars"


def reset_peak() -> None:
    """Let the kernel forget the highest resident size so far (Linux)."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_now() -> int:
    """Highest resident size since `reset_peak`."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def synthetic(combinations: int) -> LatticeProblem:
    """Make counts of random combinations under hierarchies that halve."""
    rng = np.random.default_rng(0)
    drawn = np.stack([rng.integers(0, card, 2 * combinations) for card in CARDS], axis=1)
    codes = np.unique(drawn, axis=0)
    codes = codes[np.sort(rng.permutation(len(codes))[:combinations])]
    counts = rng.integers(1, 4, len(codes))
    coded = [
        halving(f"a{j}", np.bincount(codes[:, j], weights=counts, minlength=card))
        for j, card in enumerate(CARDS)
    ]
    return LatticeProblem.of(
        coded,
        FrequencySet(tuple(h.attribute for h in coded), codes, counts),
        models=(KAnonymity(5),),
        objective=OBJECTIVES["loss"],
        loss=OBJECTIVES["loss"],
        suppression=0.04,
    )


def halving(name: str, counts: np.ndarray[Any, Any]) -> CodedHierarchy:
    values = [f"{v:03d}" for v in range(counts.size)]
    levels = range(counts.size.bit_length())
    rows = [(v, *(f"{i >> l}/{l}" for l in levels if l), "*") for i, v in enumerate(values)]
    found = ValueCounts(tuple(values), tuple(int(n) for n in counts))
    kept = [(value, n) for value, n in zip(found.values, found.counts, strict=True) if n]
    present = ValueCounts(tuple(v for v, _ in kept), tuple(n for _, n in kept))
    return CodedHierarchy.of(celosia.Hierarchy.from_rows(name, rows), present)


def in_child(call: str) -> int:
    """Run one of this module's functions in a fresh process and give the number it prints."""
    code = f"from pathlib import Path; import memory; print(memory.{call})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parent,
        check=True,
        capture_output=True,
        text=True,
    )
    return int(done.stdout.split()[-1])


# --- figures -------------------------------------------------------------------------------------


def table_rows(size: int) -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        write_table(path, size)
        base = in_child(f"child_import(Path({str(path)!r}))")
        for name in ("read", "anonymize"):
            peak = in_child(f"child_{name}(Path({str(path)!r}))") - base
            yield row(f"{name} {size // MB} MB of CSV", peak, 3 * path.stat().st_size)


def search_rows() -> Iterator[dict[str, Any]]:
    for source in ("fars", "synthetic"):
        for mode in ("all", "best"):
            for budget in BUDGETS_MB:
                peak = in_child(f"child_search({source!r}, {budget}, {mode!r})")
                yield row(f"search {mode}, {source}, cache {budget} MB", peak, budget * MB)


def row(what: str, peak: int, limit: int) -> dict[str, Any]:
    return {
        "what": what,
        "peak MB": peak / MB,
        "limit MB": limit / MB,
        "share of limit": peak / limit,
        "within": "yes" if peak <= limit else "NO",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=FILE_BYTES)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    report([*table_rows(given.bytes), *search_rows()], given.json)


if __name__ == "__main__":
    main()
