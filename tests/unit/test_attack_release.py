"""The owner looks for everybody in a release: counted, whatever the size of the table."""

from __future__ import annotations

import csv
import json
import random

import pytest
from tests.support.bills import EXACT, found_by_hand, recipe_for, write_bills

import celosia
from celosia import Recipe, Role
from celosia.core.technique import technique_from_dict
from celosia.models import KAnonymity
from celosia.workflow.guard import NEAR_UNIQUE, Verdict


def released(path, recipe, folder):
    with celosia.read(path) as table:
        return celosia.anonymize(table, recipe, folder / "out.csv")


def test_three_exact_amounts_find_all_but_the_two_who_are_alike(tmp_path):
    """The table of the issue: 29,998 of 30,000 records, counted and not sampled."""
    path = write_bills(tmp_path / "bills.csv", 30_000)

    found = released(path, recipe_for(), tmp_path).attacked

    assert found.others.one.number == found_by_hand(path, tmp_path / "out.csv") == 29_998
    assert (found.others.one.control, found.others.few.number) == (2, 30_000)
    assert found.others.singled == 29_998
    assert not found.at_most


@pytest.mark.slow
def test_they_do_so_in_a_table_ten_times_as_large(tmp_path):
    path = write_bills(tmp_path / "bills.csv", 300_000)

    found = released(path, recipe_for(), tmp_path).attacked

    assert found.others.one.number == 299_998
    assert found.everything.one.share > 0.9999


def test_groups_with_labels_of_their_own_are_bounded_from_both_sides(tmp_path):
    path = write_bills(tmp_path / "bills.csv", 600)

    found = released(path, recipe_for(method="hilbert"), tmp_path).attacked

    assert found.at_most
    assert found.others.one.number == 598 <= found.everything.one.number


def test_who_was_left_out_finds_at_most_others(tmp_path):
    """A record that nobody resembles is suppressed: its amounts are not there, its class is."""
    rows = [(str(30 + n // 50), "12.5") for n in range(100)] + [("99", "12.5"), ("98", "7")]
    path = tmp_path / "t.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("age", "pay"), *rows])
    roles = {"age": Role.QUASI_IDENTIFIER, "pay": Role.SENSITIVE}
    node = {"age": 0}
    recipe = Recipe(roles=roles, models=(KAnonymity(5),), suppression=0.1, node=node)

    found = released(path, recipe, tmp_path).attacked

    assert (found.everything.originals, found.everything.one.number) == (102, 0)
    assert sum(each.number for each in found.others.matched) == 101


def visits(path):
    """Persons of twenty visits each; one record in twenty has an amount of its own."""
    chance = random.Random(16)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("who", "age", "amount"))
        for person in range(120):
            for visit in range(20):
                own = visit == 0 and person % 2
                amount = 1000 + person if own else chance.choice((10, 20, 30))
                writer.writerow((f"P{person:04d}", 30 + person % 2, amount))
    return path


def test_persons_are_found_by_any_of_their_records_and_the_verdict_follows(tmp_path):
    """Few records are alone, and half of the persons have one that is: amber."""
    roles = {"who": Role.IDENTIFIER, "age": Role.QUASI_IDENTIFIER, "amount": Role.INSENSITIVE}
    recipe = Recipe(roles=roles, models=(KAnonymity(5),), subject=("who",))

    release = released(visits(tmp_path / "visits.csv"), recipe, tmp_path)

    assert release.guard.others.share < NEAR_UNIQUE
    assert release.attacked.in_persons
    assert (release.attacked.others.originals, release.attacked.others.one.number) == (120, 60)
    assert release.guard.verdict is Verdict.QUASI_IDENTIFIERS_ONLY
    assert "50.0%" in str(release.guard.told)
    assert ("other-columns", "originals") in {(r.name, r.reason) for r in release.residual}
    proof = json.loads(release.certificate.read_text(encoding="utf-8"))
    assert proof["guard"]["verdict"] == "guarded"  # in rows, which is all that the release tells


def test_spellings_of_a_person_are_one_who_is_looked_for(tmp_path):
    rows = [("p1", "30", "5"), ("P1 ", "30", "5"), ("p2", "30", "6"), ("p3", "30", "6")]
    path = tmp_path / "t.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("who", "age", "pay"), *rows])
    roles = {"who": Role.IDENTIFIER, "age": Role.QUASI_IDENTIFIER, "pay": Role.SENSITIVE}
    recipe = Recipe(roles=roles, models=(KAnonymity(2),), subject=("who",))

    found = released(path, recipe, tmp_path).attacked

    assert (found.others.originals, found.others.one.number, found.others.singled) == (3, 1, 1)


def test_what_chance_made_of_a_column_is_not_looked_for(tmp_path):
    path = write_bills(tmp_path / "bills.csv", 300)
    noise = technique_from_dict({"kind": "uniform-noise", "column": "amount", "share": 0.2})

    found = released(path, recipe_for(techniques=(noise,), exact=EXACT[1:]), tmp_path).attacked

    assert "amount" not in found.columns


def test_small_tables_are_tried_by_statements_about_three_columns_too(tmp_path):
    path = write_bills(tmp_path / "bills.csv", 400)

    told = released(path, recipe_for(), tmp_path).attacked.to_dict()

    assert told["three_columns"]["main_rate"] > 0.9
    assert told["counted"] == "records"
