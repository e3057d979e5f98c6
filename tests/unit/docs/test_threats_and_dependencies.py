"""What the pages of threats and dependencies claim: every test there is, every package named."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path

import pytest
from tests.support.site import registry_tables

ROOT = Path(__file__).parents[3]
HOOK = registry_tables()
THREATS = tomllib.loads((ROOT / "docs/threats.toml").read_text(encoding="utf-8"))["attacker"]
TOLD = tomllib.loads((ROOT / "docs/dependencies.toml").read_text(encoding="utf-8"))
NAMED = sorted({test for each in THREATS for line in each["holds"] for test in line["tests"]})
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)", re.MULTILINE)
LOCK = ROOT / "requirements/base-linux-cp311.txt"


@pytest.mark.parametrize("test", NAMED)
def test_every_test_that_shows_a_line_exists(test):
    path, _, name = test.partition("::")

    assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)


def test_every_line_is_shown_and_said_in_both_languages():
    for attacker in THREATS:
        assert attacker["holds"]
        assert attacker["not"]
        for told in (attacker, *attacker["holds"], *attacker["not"]):
            assert told["en"]
            assert told["es"]
        assert all(line["tests"] for line in attacker["holds"])


def test_every_direct_dependency_is_told_and_no_other():
    assert set(HOOK.direct_dependencies()) == set(TOLD)


@pytest.mark.parametrize("name", TOLD)
def test_the_licence_is_the_one_that_the_package_declares(name):
    try:
        found = metadata(name)
    except PackageNotFoundError:
        pytest.skip("only what is installed can be asked")
    declared = " ".join(
        [
            found.get("License-Expression") or "",
            (found.get("License") or "")[:60],
            *(each for each in found.get_all("Classifier") or () if each.startswith("License")),
        ]
    )
    if not declared.strip():
        pytest.skip("it declares none")
    family = TOLD[name]["licence"].split("-")[0].split()[0]
    assert family in declared


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(path):
    return {canonical(n): version for n, version in PINNED.findall(path.read_text())}


def test_hashed_versions_are_those_that_are_tested():
    locked, tested = pinned(LOCK), pinned(ROOT / "constraints.txt")

    assert locked.items() <= tested.items()
    lines = [line for line in LOCK.read_text().splitlines() if not line.startswith("#")]
    assert all(re.search(r" --hash=sha256:[0-9a-f]{64}$", line) for line in lines)
    assert "://" not in LOCK.read_text()


def test_all_that_the_base_install_needs_has_a_hash():
    from packaging.requirements import Requirement

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ahead, needed = list(project["dependencies"]), set()
    on_linux = {"python_version": "3.11", "python_full_version": "3.11.9", "sys_platform": "linux"}
    while ahead:
        wanted = Requirement(ahead.pop())
        if wanted.marker and not wanted.marker.evaluate({**on_linux, "extra": ""}):
            continue
        name = canonical(wanted.name)
        if name not in needed:
            needed.add(name)
            ahead += requires(wanted.name) or ()

    assert needed == set(pinned(LOCK))
