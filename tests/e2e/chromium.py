"""The browser of the tests: where it is, and how it is started so that it asks no other machine."""

from __future__ import annotations

import os
import shutil

import pytest

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def needed(there, reason):
    """Skip where something is not there; CI has everything."""
    if not there:
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


def chromium_path():
    """Find Chromium; CI installs it, a user's machine may not have it."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    needed(found, "needs Chromium")
    return found
