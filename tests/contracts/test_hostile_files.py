"""A thousand hostile files: no traceback, no abort, no wrong success, no canary."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest
from tests.support.hostile import CANARY, SHARES, hostile_files
from tests.support.hostile_reading import try_file

ALL = 1_000
PIECES = 10
FEW = 40


def try_all(files, folder):
    """Try files; give what became of them, by kind."""
    found = Counter()
    for hostile in files:
        try:
            found[hostile.kind, try_file(hostile, folder)] += 1
        except Exception as wrong:
            (folder / "kept").write_bytes(hostile.content)
            raise AssertionError(f"{hostile}: {type(wrong).__name__} {wrong}") from wrong
    return found


def test_a_few_hostile_files_are_refused_or_read_as_they_are(tmp_path):
    found = try_all(hostile_files(FEW, seed=3), tmp_path)

    assert found.total() == FEW


@pytest.mark.slow
@pytest.mark.parametrize("piece", range(PIECES))
def test_a_thousand_hostile_files_are_refused_or_read_as_they_are(piece, tmp_path):
    files = list(hostile_files(ALL))[piece::PIECES]

    found = try_all(files, tmp_path)

    assert found.total() == ALL // PIECES
    assert {kind for kind, _ in found} <= set(SHARES)


@pytest.mark.slow
def test_hostile_files_end_the_command_line_with_one_sentence(tmp_path):
    tables = (f for f in hostile_files(ALL, seed=5) if f.ending in (".csv", ".xlsx", ".parquet"))
    ended = Counter()
    for hostile, _ in zip(tables, range(12), strict=False):
        path = tmp_path / f"hostile{hostile.ending}"
        path.write_bytes(hostile.content)
        start = "from celosia.cli.main import main; main()"
        run = subprocess.run(
            [sys.executable, "-c", start, "verify", str(path), "--qi", "age", "-k", "2"],
            capture_output=True,
            text=True,
            check=False,
        )

        said = run.stdout + run.stderr
        assert "Traceback" not in said
        assert "defect" not in said
        assert "panicked" not in said
        assert CANARY not in said
        ended[run.returncode] += 1
    assert set(ended) <= {0, 1, 2}
