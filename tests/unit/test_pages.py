"""The pages for people lead where they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
DECISIONS = sorted((ROOT / "docs/decisions").glob("*.md"))


def linked(page: Path) -> list[Path]:
    """Give what a page links to in this repository."""
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    return [(page.parent / link).resolve() for link in links if "://" not in link]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    assert [path for path in linked(page) if not path.exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_in_a_list_stands_four_blanks_in(page):
    """With fewer, the site ends the list there, and counts from one again."""
    assert re.findall(r"^ {1,3}```.*", page.read_text(encoding="utf-8"), re.MULTILINE) == []


def test_every_page_can_be_reached_from_the_readme():
    reached, ahead = {ROOT / "CHANGELOG.md", *DECISIONS}, [README]  # the folder itself is linked
    while ahead:
        page = ahead.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            ahead += linked(page)

    assert set(PAGES) - reached == set()
    assert ROOT / "docs/decisions" in linked(README)


def test_every_decision_has_a_number_of_its_own():
    titles = [path.read_text(encoding="utf-8").partition("\n")[0] for path in DECISIONS]
    numbers = [int(path.name[:4]) for path in DECISIONS]

    assert len(set(numbers)) == len(numbers)
    assert all(t.startswith(f"# {n}. ") for n, t in zip(numbers, titles, strict=True))
