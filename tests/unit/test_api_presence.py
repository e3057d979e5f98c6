"""Who is known not to be in the table: the search and the verification see the same."""

from __future__ import annotations

import pytest

import celosia
from celosia import NotAchievable, NullPolicy, Recipe, Role
from celosia.models import DeltaPresence

SOME = "age,city\n" + "20,a\n21,a\n" * 2
ALL = "age,city\n" + "20,a\n21,a\n" * 4 + "60,b\n" * 4


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "some.csv").write_text(SOME)
    (tmp_path / "all.csv").write_text(ALL)
    return tmp_path


def recipe(folder, lowest):
    return Recipe(
        roles=dict.fromkeys(("age", "city"), Role.QUASI_IDENTIFIER),
        models=(DeltaPresence(lowest, 0.6),),
        population=str(folder / "all.csv"),
    )


@pytest.mark.parametrize("nulls", NullPolicy)
def test_a_table_that_tells_who_is_not_in_it_is_not_verified(folder, nulls):
    model, people = DeltaPresence(0.4, 0.6), folder / "all.csv"

    found = celosia.verify(folder / "some.csv", ["age", "city"], [model], nulls, population=people)

    assert not found.satisfied


def test_people_with_values_that_no_record_has_are_absent_in_the_search_too(folder):
    with celosia.read(folder / "some.csv") as table, pytest.raises(NotAchievable):
        celosia.candidates(table, recipe(folder, 0.4))


def test_without_a_lower_bound_it_does_not_matter_who_is_absent(folder):
    with celosia.read(folder / "some.csv") as table:
        release = celosia.anonymize(table, recipe(folder, 0.0), folder / "out.csv")

    assert release.node == {"age": 0, "city": 0}
