from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.chromium import FLAGS, chromium_path

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
            timeout=600,
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


@pytest.fixture
def serve(start, tmp_path):
    from tests.support.serving import Served

    opened = []

    def serve():
        words = ("app", "--no-browser", "--api-only", "--home", tmp_path / "home")
        process = start(tmp_path, *words)
        address = process.stdout.readline().split()[-1]
        assert address.startswith("http://127.0.0.1:"), process.stderr.read()
        opened.append(Served(process, address, tmp_path / "home"))
        return opened[-1]

    yield serve
    for served in opened:
        served.client.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def address(home):
    """Start the real command; give its address, without what lets one in."""
    words = [CELOSIA, "app", "--no-browser", "--home", str(home)]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8")
    line = server.stdout.readline()
    yield re.search(r"http://[^\s#]+", line).group()
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=120)


@pytest.fixture(scope="module")
def chromium():
    from tests.support.browsing import sync_api

    found = chromium_path()
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, address, home):
    """Let a person open the app in a browser: `visit("es-ES")`."""
    from tests.support.browsing import Visitor

    from celosia.web.rest.door_files import DoorFiles

    visitors = []

    def visit(language):
        visitors.append(Visitor(chromium, DoorFiles(home).ask_address(), language))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.leave()
