"""Fixtures that many tests share."""

from __future__ import annotations

import os
import signal
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from celosia.text.catalogues import write_compiled
from tests.support.tiers import Running, tiers_of

ROOT = Path(__file__).resolve().parent.parent
WORDS = ROOT / "tests" / "support" / "locale"
"""What tests add to Celosía says something too."""
KERNELS = {
    "kernels of groups": (
        "tests/contracts/test_methods",
        "tests/contracts/test_mutants",
        "tests/golden/test_seed_002_clustering",
        "tests/golden/test_microaggregation",
        "tests/unit/clustering/",
        "tests/unit/test_api_grouping",
        "src/celosia/methods/clustering/",
    ),
    "kernels of lattices": (
        "tests/properties/test_lattice_search",
        "tests/unit/lattice/",
        "src/celosia/methods/lattice/",
    ),
    "kernels of fuzzy sets": (
        "tests/golden/test_seed_004_fuzzy",
        "tests/properties/test_fuzzy",
        "tests/unit/fuzzy/",
        "tests/unit/test_api_fuzzy",
        "src/celosia/methods/fuzzy/",
    ),
}
"""Tests that compile the same kernels: 38, 12 and 5 s of CPU where nothing is compiled yet."""
# packages of their own, which tests install: imported here, they would register what they bring
collect_ignore = ["support/sqlite_engine", "support/toybox"]

settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")  # a machine that is busy with something else proves nothing


def pytest_configure() -> None:
    """Prepare what every test needs: English, compiled words, and a Ctrl-C that is heard.

    A shell starts jobs of the background deaf to Ctrl-C. Bytecode is kept, as an installed package
    keeps it: without it, every process that a test starts reads all sources again.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.fsync = _trust_the_disk
    os.environ["CELOSIA_LANG"] = "en"
    os.environ["CELOSIA_LOCALE_PATH"] = str(WORDS)
    write_compiled()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _trust_the_disk(descriptor: int) -> None:
    """Stand for `os.fsync`, for which a release waits seven times, 30 ms: no test pulls the plug.

    A test of what is made durable puts its own in this one's place.
    """


@pytest.fixture(autouse=True)
def forgotten_language():
    """No command of one test decides in which language another test's sentences are."""
    yield
    if (language := sys.modules.get("celosia.cli.language")) is not None:
        language.forget()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of data and references beside the project; CI has it, a user's copy may not."""
    folder = Path(os.environ.get("CELOSIA_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        reason = "needs the shared data folder beside the project"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return folder


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Remember which test runs, for what asks whether it may open a server or a browser."""
    Running.item = item


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses among the tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put each test into its tiers, and keep together what must not run at the same time.

    The tests of one file share what they prepared; those that talk to a server look at all that
    is left on it; those of one family of kernels would compile the same in both processes.
    """
    for item in items:
        for tier in tiers_of(item):
            item.add_marker(tier)
        item.add_marker(pytest.mark.xdist_group(_group_of(item.path)))


@cache
def _group_of(path: Path) -> str:
    if _talks_to_a_server(path):
        return "servers"
    families = [name for name, beginnings in KERNELS.items() if _begins(path, beginnings)]
    return families[0] if families else str(path)


def _begins(path: Path, beginnings: tuple[str, ...]) -> bool:
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).as_posix().startswith(beginnings)


def _talks_to_a_server(path: Path) -> bool:
    if path.parent in (ROOT / "tests/unit/sql", ROOT / "tests/unit/spark"):
        return True
    text = path.read_text(encoding="utf-8")
    return "from tests.support.databases" in text or "tests.support.spark" in text
