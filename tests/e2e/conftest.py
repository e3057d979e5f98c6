from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CELOSIA = str(Path(sys.executable).with_name("celosia"))


class Outcome:
    """What a command said and how it ended."""

    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    @property
    def json(self):
        assert self.status in (0, 1), self.err
        return json.loads(self.out)


@pytest.fixture(scope="session")
def celosia():
    """Run the real command in a folder: `celosia(folder, "verify", "x.csv", ...)`."""

    def celosia(folder, *words, **environment):
        done = subprocess.run(
            [CELOSIA, *map(str, words)],
            cwd=folder,
            env={**os.environ, **environment},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Outcome(done)

    return celosia


@pytest.fixture
def start():
    """Start the real command and leave it running."""
    started = []

    def start(folder, *words, **environment):
        process = subprocess.Popen(
            [CELOSIA, *map(str, words)],
            cwd=folder,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
