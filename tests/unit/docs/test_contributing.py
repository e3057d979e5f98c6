"""What CONTRIBUTING says of adding a thing is what the file to imitate does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import celosia
from celosia.core.engine import ENGINES
from celosia.engines.sql.server import SERVERS
from celosia.files.file_format import FILE_FORMATS
from celosia.web.app.step import STEPS
from celosia.web.service import JOB_KINDS

ROOT = Path(__file__).parents[3]
ROW = re.compile(
    r"^\| (?:a|an) (?P<thing>[^|]+) \| (?P<place>[^|]+) \| (?P<by>[^|]+) \| `(?P<like>[^|`]+)` "
    r"\| group `(?P<group>[^|`]+)` \|$"
)
ROWS = [
    found
    for line in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    if (found := ROW.match(line)) and found["thing"] != "language"
]

REGISTRIES = {
    "MODELS": celosia.MODELS,
    "declared": celosia.TECHNIQUES,
    "METHODS": celosia.METHODS,
    "OBJECTIVES": celosia.OBJECTIVES,
    "RULES": celosia.RULES,
    "FILE_FORMATS": FILE_FORMATS,
    "ENGINES": ENGINES,
    "SERVERS": SERVERS,
    "JOB_KINDS": JOB_KINDS,
    "STEPS": STEPS,
}
every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["thing"])


def called(row):
    """Give what a row says to register with."""
    return re.search(r"`@?(?P<call>[\w.]+)[(`]", row["by"])["call"]


def registry_of(row):
    return REGISTRIES[called(row).partition(".")[0]]


def imitated(row):
    """Give the text of the file, or of the files of the folder, that a row says to imitate."""
    folders = re.findall(r"`(src/[^`<]+)", row["place"])
    paths = [ROOT / row["like"], *(ROOT / folder / row["like"] for folder in folders)]
    path = next(each for each in paths if each.exists())
    files = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    return "\n".join(each.read_text(encoding="utf-8") for each in files if each.suffix != ".pyc")


def test_the_table_is_there():
    assert len(ROWS) == len(REGISTRIES)


@every_row
def test_the_file_to_imitate_registers_itself_as_the_table_says(row):
    assert called(row) in imitated(row)


@every_row
def test_the_file_to_imitate_lies_where_it_is_found(row):
    registry = registry_of(row)
    len(registry)  # what it finds by itself
    module = row["like"].removesuffix(".py").replace("/", ".")

    found = {entry.module for entry in registry._declared.values()}

    assert [each for each in found if each.endswith(f".{module}")]


@every_row
def test_the_group_of_others_is_the_one_that_is_asked(row):
    assert registry_of(row).group == row["group"]
