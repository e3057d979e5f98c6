"""The tables of the documentation list everything that is registered, in both languages."""

from __future__ import annotations

import re

import pytest
from tests.support.site import DOCS, registry_tables, rendered

import celosia

HOOK = registry_tables()
LISTED = {
    "models": HOOK.MODELS,
    "methods": HOOK.METHODS,
    "objectives": HOOK.OBJECTIVES,
    "techniques": HOOK.TECHNIQUES,
    "new-tables": HOOK.MAKERS,
    "rules": HOOK.RULES,
    "jobs": HOOK.JOB_KINDS,
}
LANGUAGES = ["en", "es"]


def first_cells(table: str) -> list[str]:
    return [line.split(" | ")[0].removeprefix("| ") for line in table.splitlines()[2:]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", LISTED)
def test_a_table_lists_every_registered_name(table, language):
    names = [re.match(r"`([^`]+)`", cell)[1] for cell in first_cells(HOOK.TABLES[table](language))]

    assert names == list(LISTED[table])


@pytest.mark.parametrize("language", LANGUAGES)
def test_formats_engines_and_steps_are_all_listed(language):
    formats, engines, steps = (HOOK.TABLES[t](language) for t in ("formats", "engines", "steps"))

    titles = [each.title.text(language) for each in HOOK.FILE_FORMATS.values()]
    assert first_cells(formats) == titles
    schemes = ["" if scheme == HOOK.PATHS else f"`{scheme}`" for scheme in HOOK.ENGINES]
    assert first_cells(engines) == schemes
    named = [step.title.text(language) for step in HOOK.STEPS.values()]
    assert [cell.partition(". ")[2] for cell in first_cells(steps)] == named


@pytest.mark.parametrize("table", LISTED)
def test_every_parameter_says_what_it_may_be(table):
    assert "`: |" not in HOOK.TABLES[table]("en")
    assert "`: <br>" not in HOOK.TABLES[table]("en")


def test_methods_list_only_what_a_recipe_accepts():
    (row,) = [line for line in HOOK.methods("en").splitlines() if "`fuzzy`" in line]

    assert re.findall(r"`(\w+)`: ", row) == ["coding", "sets", "together", "decimals"]


def test_a_table_tells_ranges_and_what_may_be_published():
    (row,) = [line for line in HOOK.models("en").splitlines() if "`t-closeness`" in line]

    assert "`t`: 0 to 1 (usually `0.2`)" in row
    assert "`distance`: one of `equal`, `ordered`, `hierarchical` (usually `equal`)" in row
    assert "| `attribute`, `t`, `distance` |" in row  # and not its paths, which are values


def test_the_map_shows_every_folder():
    folders = sorted(path.parent.name for path in HOOK.PACKAGE.glob("*/__init__.py"))

    assert first_cells(HOOK.folders("en")) == [f"`{name}/`" for name in folders]
    assert all(line.count(" | ") == 1 for line in HOOK.folders("en").splitlines())


def test_the_reference_of_python_names_every_public_name():
    named = [name for _, names in HOOK.public_names() for _, name in names]

    assert sorted(named) == dir(celosia)


def test_the_reference_of_the_shell_holds_the_help_of_every_command():
    page = HOOK.commands("en")

    assert all(f"## `celosia {name}`" in page for name in HOOK.cli.list_commands(None))
    assert "## `celosia hierarchy build`" in page


def test_the_page_of_groups_speaks_of_every_method_that_groups():
    page = rendered("explanation/grouping.md")

    assert [
        name for name, each in HOOK.METHODS.items() if each.groups and f"`{name}`" not in page
    ] == []


def test_every_table_stands_on_some_page():
    pages = [path.read_text(encoding="utf-8") for path in (DOCS / "en").rglob("*.md")]
    asked = {name for page in pages for name in HOOK.MARKER.findall(page)}

    assert asked == set(HOOK.TABLES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_marker_is_known(language):
    pages = [path.read_text(encoding="utf-8") for path in (DOCS / language).rglob("*.md")]

    assert {name for page in pages for name in HOOK.MARKER.findall(page)} <= set(HOOK.TABLES)


def test_files_on_a_page_are_headed_by_their_name():
    page = "```file answers.toml\n```\n```file people.csv\n```\n```python\n"

    headed = '```toml title="answers.toml"\n```\n```text title="people.csv"\n```\n```python\n'
    assert HOOK.with_titles(page) == headed
