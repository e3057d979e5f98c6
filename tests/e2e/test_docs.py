"""The tutorial's commands print what the tutorial says; the README's commands exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(command)
    return subprocess.run(
        [BIN / program, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def blocks(text: str, kind: str) -> list[tuple[str, str]]:
    return re.findall(rf"```{kind} ?([^\n]*)\n(.*?)```", text, re.DOTALL)


def trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_tutorial_prints_what_it_says(tmp_path):
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    for name, content in blocks(text, "file"):
        (tmp_path / name).write_text(content, encoding="utf-8")

    for _, session in blocks(text, "console"):
        for step in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            command, _, printed = step.partition("\n")
            done = run(command, tmp_path)
            assert done.returncode == 0, done.stderr
            assert trimmed(done.stdout) == trimmed(printed), command

    assert (tmp_path / "red.svg").exists()


def test_every_command_of_the_readme_exists():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\bcelosia ([a-z]+)", text)) - {"import"}

    printed = run("celosia --help", ROOT).stdout

    assert {"demo", "init", "profile", "candidates", "anonymize", "verify"} <= named
    assert all(re.search(rf"^  {command}\b", printed, re.MULTILINE) for command in named)
