"""What measures a table takes an open one, or the path of one, and finds the same."""

from __future__ import annotations

import pytest

import celosia
from celosia.models import KAnonymity

ROLES = {"age": celosia.Role.QUASI_IDENTIFIER, "dx": celosia.Role.SENSITIVE}


@pytest.fixture
def files(tmp_path):
    """An original, its release, and other people."""
    contents = {
        "people.csv": "age,dx\n" + "".join(f"{20 + n % 10},{'ab'[n % 2]}\n" for n in range(40)),
        "release.csv": "age,dx\n" + "".join(f"20-29,{'ab'[n % 2]}\n" for n in range(40)),
        "others.csv": "age,dx\n" + "".join(f"{30 + n % 10},a\n" for n in range(40)),
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    return [tmp_path / name for name in contents]


@pytest.fixture
def tables(files):
    """The same, open."""
    with (
        celosia.read(files[0]) as one,
        celosia.read(files[1]) as two,
        celosia.read(files[2]) as six,
    ):
        yield [one, two, six]


def test_verify(files, tables):
    asked = (["age"], [KAnonymity(5)])

    assert celosia.verify(tables[1], *asked) == celosia.verify(str(files[1]), *asked)


def test_assess(files, tables):
    found = [celosia.assess(each[0], ["age"], ["dx"]).to_dict() for each in (files, tables)]

    assert found[0] == found[1]
    assert tables[0].records == 40  # still open


def test_compare(files, tables):
    found = [celosia.compare(*each[:2], ["age"]).to_dict() for each in (files, tables)]

    assert found[0] == found[1]


def test_attack(files, tables):
    found = [
        celosia.attack(*each, ["age"], ["dx"], attempts=20).to_dict() for each in (files, tables)
    ]

    assert found[0] == found[1]


def test_report(files, tables):
    recipe = celosia.Recipe(roles=ROLES)

    pages = [celosia.report(each[0], [each[1]], recipe) for each in (files, tables)]

    assert pages[0] == pages[1]
