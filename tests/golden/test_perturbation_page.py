"""The figures of docs/en/explanation/perturbation.md are those that the techniques give."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext, technique_from_dict
from celosia.core.values import Cells

PAGE = Path(__file__).resolve().parents[2] / "docs" / "en" / "explanation" / "perturbation.md"
ROW = re.compile(r"\| `(\{kind=.*?\})` \| (.*) \|")
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter=";"))


@pytest.fixture(scope="module")
def adult(shared):
    names, *rows = read(shared / "data/adult/data.csv")
    return Cells.of({name: [row[j] for row in rows] for j, name in enumerate(names)})


@pytest.fixture(scope="module")
def occupations(shared):
    return Hierarchy.from_rows("occupation", read(shared / "data/adult/hierarchies/occupation.csv"))


def figures_of_age(before, after):
    old, new = (cells.column("age").astype(float) for cells in (before, after))
    rich = before.column("salary-class") != "<=50K"
    return [
        f"{np.mean(old == new):.1%}",
        f"{new.mean() - old.mean():+.2f}".replace("-0.00", "+0.00"),
        f"{new.var() / old.var():.2f}",
        f"{new[rich].mean() - new[~rich].mean():.2f}",
    ]


def figures_of_occupation(before, after, hierarchy):
    old, new = (cells.column("occupation").tolist() for cells in (before, after))
    branch = dict(zip(hierarchy.levels[0], hierarchy.levels[1], strict=True))
    was, now = Counter(old), Counter(new)
    moved = sum(abs(was[value] - now[value]) for value in was | now) / 2 / len(old)
    return [
        f"{np.mean([a == b for a, b in zip(old, new, strict=True)]):.1%}",
        f"{np.mean([branch[a] == branch[b] for a, b in zip(old, new, strict=True)]):.1%}",
        f"{moved:.3f}",
        f"{cramers_v(new, before.column('salary-class').tolist()):.3f}",
    ]


def cramers_v(one, other):
    codes = [np.unique(cells, return_inverse=True)[1] for cells in (one, other)]
    table = np.zeros([codes[0].max() + 1, codes[1].max() + 1])
    np.add.at(table, tuple(codes), 1)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    chi_square = ((table - expected) ** 2 / expected).sum()
    return (chi_square / table.sum() / (min(table.shape) - 1)) ** 0.5


def test_the_page_has_both_tables():
    assert len(ROWS) == 17


@pytest.mark.parametrize(("technique", "printed"), ROWS)
def test_the_page_says_what_comes_out(technique, printed, adult, occupations):
    context = TechniqueContext(Randomness.of(1, adult), hierarchies={"occupation": occupations})

    made = technique_from_dict(tomllib.loads(f"t = {technique}")["t"])
    after = made.apply(adult, context).cells

    found = (
        figures_of_age(adult, after)
        if made.changes == ("age",)
        else figures_of_occupation(adult, after, occupations)
    )
    assert found == printed.split(" | ")
