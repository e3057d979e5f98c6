"""CPU time of whole commands, each in a process of its own: python benchmarks/commands.py."""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from calibration import calibrate
from datasets import SHARED, K, columns, hierarchies
from table import report

CELOSIA = [sys.executable, "-c", "from celosia.cli.main import main; main()"]
"""The console script's own entry point, in the interpreter that runs the benchmark."""


def cpu_seconds(command: Sequence[str], folder: Path, cache: Path | None = None) -> float:
    """User and system seconds of one run; a failed run raises."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [*CELOSIA, *command],
        cwd=folder,
        env=environment(cache),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def environment(cache: Path | None) -> Mapping[str, str]:
    """Run as an installed package does: with bytecode, and compiled code where we say."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **({"NUMBA_CACHE_DIR": str(cache)} if cache else {})}


def anonymize(data: Path, suppression: float) -> list[str]:
    """Write the command for all columns as quasi-identifiers, under their own hierarchies."""
    given = [f"{name}={path}" for name, path in hierarchies(data).items()]
    return [
        *("anonymize", str(data / "data.csv"), "-k", str(K), "--suppression", str(suppression)),
        *("--qi", *columns(data), "--hierarchy", *given, "-o", "release.csv", "--json"),
    ]


def measurements(data: Path, repeats: int) -> Iterator[tuple[str, float, float]]:
    """Give each command, its limit in seconds, and the CPU seconds that it took."""
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name), Path(name) / "compiled"
        cache.mkdir()
        demo = ["demo"]
        yield "demo, first run", 8.0, cpu_seconds(demo, folder, cache)
        yield "demo, later runs", 1.5, least(demo, folder, cache, repeats)
        yield "--help", 0.5, least(["--help"], folder, cache, repeats)
        for limit in (0.0, 0.04):
            command = anonymize(data, limit)
            cpu_seconds(command, folder, cache)  # what the demo did not compile
            yield f"anonymize adult, {limit:.0%}", 1.0, least(command, folder, cache, repeats)
        groups = [*anonymize(data, 0.0), "--method", "l-greedy"]
        yield "l-greedy on adult, first run (compiles)", 25.0, cpu_seconds(groups, folder, cache)
        yield "l-greedy on adult, later runs", 5.0, least(groups, folder, cache, min(repeats, 2))


def least(command: Sequence[str], folder: Path, cache: Path, repeats: int) -> float:
    return min(cpu_seconds(command, folder, cache) for _ in range(repeats))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SHARED / "data" / "adult")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    calibration = calibrate()
    rows: list[dict[str, Any]] = [
        {
            "command": command,
            "cpu s": seconds,
            "limit s": limit,
            "within": "yes" if seconds <= limit else "NO",
            "calibration ms": calibration,
        }
        for command, limit, seconds in measurements(given.data, given.repeats)
    ]
    report(rows, given.json)


if __name__ == "__main__":
    main()
