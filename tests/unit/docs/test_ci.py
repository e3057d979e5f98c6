"""CI begins with what the README tells everybody to do, and skips nothing."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_command_of_the_readme_is_run_before_anything_else_is_installed():
    (command,) = re.findall(
        r"^pip install '\.\[test\]' && pytest$", (ROOT / "README.md").read_text("utf-8"), re.M
    )
    install, test = command.split(" && ")

    first = RUN.index(install)
    assert RUN[first:].split("\n", 1)[0] == f"{install} --quiet && {test}"
    assert all(each not in RUN[:first] for each in ("pip install", "apt-get"))


def test_nothing_is_skipped_for_want_of_something():
    assert RUN.index("export CI=true") < RUN.index("pytest")
