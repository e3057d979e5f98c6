"""The browser of the tests: where it is, and how it is started so that it asks no other machine."""

from __future__ import annotations

import shutil

from tests.support.tiers import needed

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path():
    """Find Chromium; CI installs it, a user's machine may not have it."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    needed("browser", "" if found else "needs Chromium")
    return found
