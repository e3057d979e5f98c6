"""Fixtures that many tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
