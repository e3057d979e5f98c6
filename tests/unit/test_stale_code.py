"""Compiled code that no longer follows from its sources is forgotten, wherever numba keeps it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from celosia.methods.compiled_code import forget_stale_code

OUTER = """
from numba import njit
from inner import answer

@njit(cache=True)
def ask():
    return answer()
"""
INNER = """
from numba import njit

@njit(cache=True)
def answer():
    return {}
"""
RUN = """
from pathlib import Path
from celosia.methods.compiled_code import forget_stale_code
forget_stale_code(Path.cwd())
import outer
print(outer.ask())
"""


@pytest.fixture
def folder(tmp_path):
    """A folder of two compiled functions, one of which calls the other."""
    made = tmp_path / "sources"
    made.mkdir()
    (made / "outer.py").write_text(OUTER)
    return made


def ask(folder, answer, environment, age=0.0):
    """Let the inner function give an answer, and ask the outer one in a process of its own."""
    inner = folder / "inner.py"
    inner.write_text(INNER.format(answer))
    written = inner.stat().st_mtime + age
    os.utime(inner, (written, written))
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("elsewhere", [False, True], ids=["beside", "elsewhere"])
def test_an_edited_function_is_not_run_as_it_was(folder, tmp_path, elsewhere):
    environment = {name: v for name, v in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    if elsewhere:
        environment["NUMBA_CACHE_DIR"] = str(tmp_path / "cache")

    answers = [ask(folder, 1, environment), ask(folder, 2, environment, age=60)]

    assert answers == ["1", "2"]
    assert list((tmp_path / "cache").rglob("*.nbi")) or not elsewhere


def test_code_that_is_newer_than_its_sources_stays(folder, tmp_path, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    cache = folder / "__pycache__"
    cache.mkdir()
    fresh, stale = cache / "fresh.nbi", cache / "stale.nbi"
    fresh.touch()
    stale.touch()
    os.utime(stale, (0, 0))
    os.utime(folder / "outer.py", (1000, 1000))

    forget_stale_code(Path(folder))

    assert fresh.exists()
    assert not stale.exists()
