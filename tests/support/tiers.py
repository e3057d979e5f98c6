"""The tiers of the tests: what runs anywhere within minutes, and what needs more than Python.

`pytest` runs the quick tier; `pytest -m server` (or spark, browser, slow) one of the others. Which
tier a test is in follows from its folder, fixtures and parameters, or is said by a marker; what
opens a server, a cluster or a browser asks here, so that a test in the wrong tier fails.
"""

from __future__ import annotations

import os

import pytest

SERVERS = ("mariadb", "postgresql")
FIXTURES = {
    **dict.fromkeys(("scratch", *SERVERS), "server"),
    "spark": "spark",
    **dict.fromkeys(("chromium", "visit"), "browser"),
}
"""What a fixture opens."""
PARAMETERS = {**dict.fromkeys(SERVERS, "server"), "spark": "spark"}
"""What a parameter stands for, where it is opened."""
OPENED = ("engine", "own", "scratch", "served", "server")
"""What parameters are called that are opened; a `scheme` is only spoken about."""
FOLDERS = {"spark": "spark", "e2e": "slow"}
"""What all tests of a folder need; those of e2e start a process for each command."""


class Running:
    """The test that runs in this process."""

    item: pytest.Item | None = None


def tiers_of(item: pytest.Item) -> set[str]:
    """Tell what a test needs, from its folder, its fixtures and its parameters."""
    found = {
        FOLDERS[part] for part in item.path.parts if part in FOLDERS and "tests" in item.path.parts
    }
    found |= {FIXTURES[name] for name in getattr(item, "fixturenames", ()) if name in FIXTURES}
    if (call := getattr(item, "callspec", None)) is not None:
        opened = [str(call.params[name]) for name in OPENED if name in call.params]
        found |= {PARAMETERS[each] for each in opened if each in PARAMETERS}
    return found


def needed(tier: str, why_not: str) -> None:
    """Let a test go on that may need something: skipped where it is missing, but not in CI."""
    item = Running.item
    if item is not None and item.get_closest_marker(tier) is None:
        pytest.fail(f"This test needs a {tier}: mark it with @pytest.mark.{tier}.", pytrace=False)
    if why_not:
        pytest.fail(why_not) if os.environ.get("CI") else pytest.skip(why_not)
