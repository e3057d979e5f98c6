"""What a release is made with besides its source: hierarchies and a population, on the server."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import celosia
from celosia.core.technique import technique_from_dict
from celosia.errors import ParameterError
from celosia.hierarchies import ExplicitRows, FromFile
from celosia.models import KAnonymity, KMap
from celosia.register.certificate import private_beside

RECIPE = celosia.Recipe(
    roles={"age": celosia.Role.QUASI_IDENTIFIER},
    hierarchies={"age": ExplicitRows((("31", "30s"), ("32", "30s"), ("41", "40s")))},
)
PEOPLE = [(age,) for age in ("31", "32", "32", "41", "41", "41")]


@pytest.fixture
def table(scratch):
    """The records, open."""
    with celosia.read(scratch.at(scratch.table(["age"], PEOPLE[:5]))) as table:
        yield table


def test_a_population_may_lie_on_the_server(scratch, table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    people = scratch.table(["age"], PEOPLE)
    recipe = replace(RECIPE, models=(KMap(3),), population=scratch.at(people))

    release = celosia.anonymize(table, recipe, scratch.name())

    told = json.loads(release.certificate.read_text())["population"]
    assert release.node == {"age": 1}
    assert set(told) == {"commitment"}
    assert private_beside(release.certificate)["population"] == people


def test_neither_a_hierarchy_nor_the_population_is_replaced(scratch, table):
    other = scratch.table(["level_0", "level_1"], [("31", "*"), ("32", "*"), ("41", "*")])
    by_tree = replace(RECIPE, hierarchies={"age": FromFile(scratch.at(other))})
    by_people = replace(RECIPE, population=scratch.at(other))

    for recipe in (by_tree, by_people):
        for target in (other, scratch.at(other)):
            with pytest.raises(ParameterError, match="must not be a hierarchy nor the population"):
                celosia.anonymize(table, recipe, target)

    assert scratch.session.one(f"SELECT count(*) FROM {other}") == 3


def test_a_null_that_a_stored_hierarchy_lists_is_told_by_its_label(scratch, tmp_path):
    source = scratch.at(scratch.table(["age"], [("31",), (None,), ("31",), (None,)]))
    tree = scratch.at(scratch.table(["level_0", "level_1"], [("31", "30s"), (None, "unknown")]))
    recipe = replace(
        RECIPE,
        hierarchies={"age": FromFile(tree)},
        node={"age": 1},
        models=(KAnonymity(2),),
    )

    with celosia.read(source) as table:
        release = celosia.anonymize(table, recipe, tmp_path / "out.csv")

    lines = (tmp_path / "out.csv").read_text().split()
    assert sorted(lines) == ["30s", "30s", "age", "unknown", "unknown"]
    told = private_beside(release.certificate)["hierarchies"]["age"]
    assert told["rule"] == {"kind": "table"}


def test_techniques_do_not_hide_that_the_source_would_be_replaced(scratch):
    source = scratch.table(["age"], PEOPLE)
    masked = technique_from_dict({"kind": "masking", "column": "age", "keep_first": 1})
    recipe = celosia.Recipe(roles=RECIPE.roles, models=(KAnonymity(2),), techniques=(masked,))

    with (
        celosia.read(scratch.at(source)) as table,
        pytest.raises(ParameterError, match="would replace its own source"),
    ):
        celosia.anonymize(table, recipe, source)

    assert sorted(scratch.session.rows(f"SELECT age FROM {source}")) == PEOPLE
