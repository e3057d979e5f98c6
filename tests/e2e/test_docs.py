"""The tutorial's commands print what it says; those of the README and other pages work."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from contextvars import copy_context
from pathlib import Path

import pytest
from click.testing import CliRunner

from celosia.cli.main import cli

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
OWN_TABLE = "docs/en/how-to/your-own-table.md"


def run(command: str, folder: Path, language: str = "en") -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(command)
    return subprocess.run(
        [BIN / program, *arguments],
        cwd=folder,
        env={**os.environ, "CELOSIA_LANG": language},
        capture_output=True,
        text=True,
        check=False,
    )


def blocks(text: str, kind: str) -> list[tuple[str, str]]:
    return re.findall(rf"```{kind} ?([^\n]*)\n(.*?)```", text, re.DOTALL)


def trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_tutorial_prints_what_it_says(tmp_path, language):
    text = (ROOT / "docs" / language / "tutorials" / "first-release.md").read_text(encoding="utf-8")
    for name, content in blocks(text, "file"):
        (tmp_path / name).write_text(content, encoding="utf-8")

    for _, session in blocks(text, "console"):
        for step in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            command, _, printed = step.partition("\n")
            done = run(command, tmp_path, language)
            assert done.returncode == 0, done.stderr
            assert trimmed(done.stdout) == trimmed(printed), command

    assert (tmp_path / "red.svg").exists()


def test_every_command_of_the_readme_exists():
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("README.md", OWN_TABLE))
    named = set(re.findall(r"\bcelosia ([a-z]+)", text)) - {"import"}

    printed = run("celosia --help", ROOT).stdout

    assert {"demo", "init", "profile", "candidates", "anonymize", "verify"} <= named
    assert all(re.search(rf"^  {command}\b", printed, re.MULTILINE) for command in named)


PATIENTS = [
    {
        "name": f"Person {n}",
        "age": str(20 + 7 * n % 60),
        "sex": "FM"[n % 2],
        "postcode": str(28001 + n % 9),
        "ward": "ABC"[n % 3],
        "diagnosis": ("flu", "cold", "asthma", "ulcer")[n // 2 % 4],
        "cost": str(100 + n * 37 % 900 // 100 * 100),
        "income": str(900 + n * n % 3000),
    }
    for n in range(400)
]
COLUMNS = ("name", "age", "sex", "postcode", "ward", "diagnosis", "cost")


def write_patients(folder: Path, columns: tuple[str, ...]) -> None:
    """Write the files that the pages speak of."""
    rows = [",".join(patient[name] for name in columns) for patient in PATIENTS]
    codes = [f"{28001 + n},280**,*" for n in range(9)]
    tables = {
        "patients.csv": [",".join(columns), *rows],
        "data.csv": [",".join(columns), *rows],
        "others.csv": [",".join(columns), *rows[::3]],
        "postcode.csv": ["level_0,level_1,level_2", *codes],
    }
    for name, lines in tables.items():
        (folder / name).write_text("\n".join(lines) + "\n")


def commands(page: str) -> list[list[str]]:
    """List the commands of a page that need nothing but the files of `write_patients`."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", "")
    lines = [line for _, block in blocks(text, "console") for line in block.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines if line.startswith("celosia ")]
    elsewhere = {"celosia.toml"} if page.endswith("fuzzy.md") else set()  # of no recipe it names
    return [each for each in words if each[1] != "experiment" and not elsewhere & set(each)]


@pytest.mark.parametrize(
    ("page", "columns", "number"),
    [
        (OWN_TABLE, COLUMNS, 12),
        ("docs/en/reference/hierarchies.md", COLUMNS, 4),
        ("docs/en/explanation/grouping.md", COLUMNS, 1),
        ("docs/en/explanation/fuzzy.md", ("name", "age", "income", "diagnosis"), 2),
    ],
)
def test_the_commands_of_a_page_work_in_their_order(tmp_path, monkeypatch, page, columns, number):
    write_patients(tmp_path, columns)
    monkeypatch.chdir(tmp_path)
    named = commands(page)

    assert len(named) == number
    for _, *words in named:
        done = copy_context().run(CliRunner().invoke, cli, words)  # --lang is kept in it
        assert done.exit_code == 0, (words, done.output, done.exception)


def test_the_python_of_the_page_works(tmp_path, monkeypatch, capsys):
    ((_, code),) = blocks((ROOT / OWN_TABLE).read_text(encoding="utf-8"), "python")
    write_patients(tmp_path, COLUMNS)
    monkeypatch.chdir(tmp_path)

    exec(code, {})

    assert (tmp_path / "release.csv").exists()
    assert capsys.readouterr().out.startswith("{'")
