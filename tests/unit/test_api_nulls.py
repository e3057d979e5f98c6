"""Nulls under the policies that leave records out or let them match: no false guarantee."""

from __future__ import annotations

import random

import pytest

import celosia
from celosia import NullPolicy, Recipe, Role
from celosia.hierarchies import ExplicitRows, FromFile, Suppression
from celosia.models import (
    AlphaKAnonymity,
    DeltaPresence,
    KAnonymity,
    KMap,
    PopulationUniqueness,
    SampleUniqueness,
    TCloseness,
)


def test_wildcards_count_once_in_the_whole_table(tmp_path):
    """Each null record matches both classes, and is one record all the same: Q(p) = 30/40."""
    rows = ["A,p"] * 5 + ["A,q"] * 5 + ["B,p"] * 5 + ["B,q"] * 5 + [",p"] * 20
    (tmp_path / "w.csv").write_text("x,dx\n" + "\n".join(rows) + "\n")

    with celosia.read(tmp_path / "w.csv") as table:
        found = celosia.assess(table, ["x"], ["dx"], NullPolicy.WILDCARD)
    verified = celosia.verify(
        tmp_path / "w.csv", ["x"], [TCloseness("dx", 0.06)], NullPolicy.WILDCARD
    )

    assert found.attributes["dx"].t_equal == pytest.approx(25 / 30 - 30 / 40)
    assert not verified.satisfied


def test_the_search_sees_the_same_whole_table_as_verification(tmp_path):
    rows = ["A,p"] * 5 + ["A,q"] * 5 + ["B,p"] * 5 + ["B,q"] * 5 + [",p"] * 20
    (tmp_path / "w.csv").write_text("x,dx\n" + "\n".join(rows) + "\n")
    recipe = Recipe(
        roles={"x": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE},
        models=(TCloseness("dx", 0.06),),
        nulls=NullPolicy.WILDCARD,
    )

    with celosia.read(tmp_path / "w.csv") as table:
        release = celosia.anonymize(table, recipe, tmp_path / "out.csv")

    assert release.node == {"x": 1}


def test_nothing_is_verified_where_nothing_was_judged(tmp_path):
    (tmp_path / "nulls.csv").write_text("a,b\n,1\n,2\n")

    with pytest.raises(celosia.DataError, match="none is left to judge"):
        celosia.verify(tmp_path / "nulls.csv", ["a"], [KAnonymity(5)], NullPolicy.EXCLUDED)


def test_nothing_is_verified_where_nothing_is(tmp_path):
    (tmp_path / "header.csv").write_text("a,b\n")

    with pytest.raises(celosia.DataError, match="no records to judge"):
        celosia.verify(tmp_path / "header.csv", ["a"], [KAnonymity(5)])


def test_many_patterns_of_nulls_are_compared_all_the_same(tmp_path):
    draw = random.Random(0)
    cells = ["", "1", "2"]
    rows = [[draw.choice(cells) for _ in range(5)] for _ in range(120)]
    (tmp_path / "many.csv").write_text(
        "a,b,c,d,e\n" + "\n".join(",".join(row) for row in rows) + "\n"
    )

    with celosia.read(tmp_path / "many.csv") as table:
        classes = table.relation.classes("abcde", (), NullPolicy.WILDCARD)

    kept = {tuple(row) for row in rows}
    sizes = {
        row: sum(all(x == y or "" in (x, y) for x, y in zip(row, o, strict=True)) for o in rows)
        for row in kept
    }
    assert sorted(classes.sizes.tolist()) == sorted(sizes.values())


def test_a_population_may_be_written_differently(tmp_path):
    (tmp_path / "data.csv").write_text("age,sex\n20,F\n30,M\n")
    (tmp_path / "people.csv").write_text("age;sex\n" + "20;F\n30;M\n" * 6)
    recipe = Recipe(
        roles=dict.fromkeys(("age", "sex"), Role.QUASI_IDENTIFIER),
        models=(KMap(5),),
        population=str(tmp_path / "people.csv"),
    )

    with celosia.read(tmp_path / "data.csv") as table:
        release = celosia.anonymize(table, recipe, tmp_path / "out.csv")

    assert release.node == {"age": 0, "sex": 0}


def test_the_output_may_not_replace_what_is_read(tmp_path):
    (tmp_path / "data.csv").write_text("sex\nF\nF\n")
    (tmp_path / "sex.csv").write_text("F;*\n")
    recipe = Recipe(
        roles={"sex": Role.QUASI_IDENTIFIER},
        hierarchies={"sex": FromFile(str(tmp_path / "sex.csv"))},
        models=(KAnonymity(2),),
    )

    with (
        celosia.read(tmp_path / "data.csv") as table,
        pytest.raises(celosia.ParameterError, match="nor a hierarchy"),
    ):
        celosia.anonymize(table, recipe, tmp_path / "sex.csv")

    assert (tmp_path / "sex.csv").read_text() == "F;*\n"


def test_suppressed_records_do_not_dilute_the_share_of_unique_ones(tmp_path):
    """Without class a, too much of which is here, one of four records is unique."""
    (tmp_path / "some.csv").write_text("x\n" + "a\n" * 5 + "b\n" + "c\n" * 3)
    (tmp_path / "all.csv").write_text("x\n" + "a\n" * 5 + "b\n" * 4 + "c\n" * 9)
    recipe = Recipe(
        roles={"x": Role.QUASI_IDENTIFIER},
        models=(DeltaPresence(0.0, 0.5), SampleUniqueness(0.2)),
        population=str(tmp_path / "all.csv"),
        suppression=0.6,
        nulls=NullPolicy.WILDCARD,
    )

    with celosia.read(tmp_path / "some.csv") as table:
        found = celosia.candidates(table, recipe)

    assert [each.node for each in found.result.candidates] == [(1,)]


def test_uniques_of_the_population_are_estimated_where_nulls_match_anything(tmp_path):
    (tmp_path / "data.csv").write_text("x\na\na\nb\n")
    recipe = Recipe(
        roles={"x": Role.QUASI_IDENTIFIER},
        models=(PopulationUniqueness(0.0, fraction=0.5),),
        nulls=NullPolicy.WILDCARD,
    )

    with celosia.read(tmp_path / "data.csv") as table:
        found = celosia.candidates(table, recipe)

    assert [each.node for each in found.result.candidates] == [(1,)]


def test_classes_that_share_null_records_are_not_judged_together_by_their_shares(tmp_path):
    """At (0, 0) y,p sees 2, 1, 2; at (1, 0) it sees x,null too: 2, 1, 2, 2, and 3/4 is too much."""
    rows = [",,2", "x,,2", "x,q,1", "y,p,1", "z,p,3", ",p,2", ",q,3"]
    (tmp_path / "data.csv").write_text("a,b,dx\n" + "\n".join(rows) + "\n")
    recipe = Recipe(
        roles={"a": Role.QUASI_IDENTIFIER, "b": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE},
        models=(AlphaKAnonymity("dx", 0.7, k=1),),
        nulls=NullPolicy.WILDCARD,
        hierarchies={
            "a": ExplicitRows((("x", "xy", "*"), ("y", "xy", "*"), ("z", "z", "*"))),
            "b": Suppression(),
        },
    )

    with celosia.read(tmp_path / "data.csv") as table:
        found = celosia.candidates(table, recipe)

    nodes = {each.node for each in found.result.candidates}
    assert nodes == {(0, 0), (0, 1), (1, 1), (2, 0), (2, 1)}
