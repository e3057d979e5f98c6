"""Attacks in persons: several records of one person are that person."""

from __future__ import annotations

import json

import pytest

import celosia
from celosia.core.randomness import seeded
from celosia.errors import ParameterError, RoleError
from celosia.risk.attacks import (
    LinkageRisk,
    Persons,
    inference,
    linkability,
    linkage,
    singling_out,
)


def test_whoever_is_found_in_all_of_their_records_is_singled_out(tmp_path):
    people, others = tmp_path / "people.csv", tmp_path / "others.csv"
    rows = [f"p{n},{20 + n},F\np{n},{20 + n},F\n" for n in range(60)]
    people.write_text("who,age,sex\n" + "".join(rows))
    others.write_text("who,age,sex\n" + "".join(f"o{n},{120 + n},M\n" for n in range(60)))
    release = tmp_path / "release.csv"
    release.write_text("age,sex,who\n" + "".join(f"{20 + n},F,p{n}\n" for n in range(60)))

    in_records, in_persons = (
        celosia.attack(people, release, others, ["age", "sex"], attempts=50, subject=subject)
        for subject in ((), ("who",))
    )

    assert in_records.results["singling_out"].main_rate.share == 0
    assert in_persons.results["singling_out"].main_rate.share == 1


def repeated(times, shift=0):
    """Forty persons, each with the same record so many times."""
    return {"age": [str(n + shift) for n in range(40) for _ in range(times)]}


def whose(times):
    keys = [n for n in range(40) for _ in range(times)]
    return Persons.of(keys, keys, keys)


def test_records_of_one_person_are_no_confusion_for_linkage():
    people = repeated(6)
    others = repeated(6, shift=100)

    in_records = linkage(people, people, others, columns=["age"])
    in_persons = linkage(people, people, others, columns=["age"], persons=whose(6))

    assert in_records.main_rate.share == 0
    assert (in_persons.main_rate.share, in_persons.attempts) == (1, 40)
    assert in_persons.control_rate.share == 0
    assert in_persons.baseline_rate.share == 4 / 40


def test_candidates_are_persons_also_where_their_records_differ():
    """Two persons fit the label of the first; the second has a record of each age."""
    release = {"age": ["20-29", "20-29", "20-29", "30-39", "30-39"]}
    people = {"age": ["23", "35", "35"]}
    persons = Persons.of("aabbb", "aab", "x")

    risk = LinkageRisk.of(release, people, columns=["age"], k=2, persons=persons)

    # a has candidates a and b by 23, and b alone by 35: the surest of them counts
    assert (risk.records, risk.linked, risk.highest, risk.expected) == (2, 2, 1.0, 2.0)


def test_both_halves_of_one_person_are_joined_through_any_of_their_records():
    """The first half leads to one record of a person, the second to another of the same."""
    release = {
        "x": [part for n in range(40) for part in (str(n), "500")],
        "y": [part for n in range(40) for part in ("900", str(n + 1000))],
    }
    people = {"x": [str(n) for n in range(40)], "y": [str(n + 1000) for n in range(40)]}
    others = {"x": people["x"], "y": people["y"][::-1]}
    given = {"first": ["x"], "second": ["y"]}
    keys = range(40)
    persons = Persons.of([n for n in keys for _ in range(2)], keys, keys)

    in_records = linkability(release, people, others, seeded(0), **given)
    in_persons = linkability(release, people, others, seeded(0), **given, persons=persons)

    assert in_records.main_rate.share == 0
    assert in_persons.main_rate.share == 1
    assert in_persons.control_rate.share == 0


def test_one_guess_per_person_is_right_if_any_record_holds_it():
    """Everybody has two visits; only the other one is like the released one."""
    ages = [str(n) for n in range(40)]
    release = {"age": ages, "dx": [f"D{age}" for age in ages]}
    people = {
        "age": [age for age in ages for _ in range(2)],
        "dx": [dx for age in ages for dx in (f"D{age}", "cold")],
    }
    keys = [n for n in range(40) for _ in range(2)]
    given = {"known": ["age"], "secret": "dx"}

    in_records = inference(release, people, people, seeded(0), **given)
    in_persons = inference(
        release, people, people, seeded(0), **given, persons=Persons.of(ages, keys, keys)
    )

    assert (in_records.main_rate.share, in_records.attempts) == (0.5, 80)
    assert (in_persons.main_rate.share, in_persons.attempts) == (1, 40)


def test_a_person_votes_once_for_a_secret():
    release = {"age": ["30"] * 7, "dx": ["flu"] * 5 + ["cold"] * 2}
    person = {"age": ["30"], "dx": ["cold"]}
    given = {"known": ["age"], "secret": "dx"}
    persons = Persons.of("aaaaabc", "x", "x")

    in_records = inference(release, person, person, seeded(0), **given)
    in_persons = inference(release, person, person, seeded(0), **given, persons=persons)

    assert (in_records.main_rate.share, in_persons.main_rate.share) == (0, 1)


def test_whose_records_are_is_told_of_all_of_them():
    people = {"age": ["30", "40"], "sex": ["F", "M"]}
    persons = Persons.of("ab", "a", "ab")

    with pytest.raises(ParameterError, match="whose"):
        singling_out(people, people, people, seeded(0), at_once=2, persons=persons)
    with pytest.raises(ParameterError, match="whose"):
        linkage(people, people, people, columns=["age"], persons=persons)


@pytest.fixture
def visits(tmp_path):
    """Three visits of each of 60 persons, and of 60 others."""
    for name, shift in (("people", 0), ("others", 60)):
        rows = [f"p{n},{20 + n % 30},{'FM'[n % 2]},d{v}" for n in range(60) for v in range(3)]
        text = "who,age,sex,dx\n" + "\n".join(rows) + "\n"
        (tmp_path / f"{name}.csv").write_text(text.replace("p", "o") if shift else text)
    return tmp_path


def test_a_release_without_its_subject_is_attacked_in_persons_by_its_evidence(visits):
    roles = {
        "who": celosia.Role.IDENTIFIER,
        "age": celosia.Role.QUASI_IDENTIFIER,
        "sex": celosia.Role.QUASI_IDENTIFIER,
        "dx": celosia.Role.SENSITIVE,
    }
    asked = celosia.Recipe(roles=roles, models=(celosia.models.KAnonymity(2),), subject=("who",))
    with celosia.read(visits / "people.csv") as table:
        celosia.anonymize(table, asked, visits / "release.csv")

    found = celosia.attack(
        visits / "people.csv", visits / "release.csv", visits / "others.csv",
        ["age", "sex"], ["dx"], attempts=100, subject=["who"],
    )  # fmt: skip

    assert found.linked.records == 60
    assert found.results["linkage"].attempts == 60
    assert found.results["linkability"].attempts == 60
    assert found.results["inference.dx"].attempts == 60
    json.dumps(found.to_dict())


def test_people_of_whom_it_is_not_told_whose_records_they_are_are_refused(visits):
    (visits / "nobody.csv").write_text("age,sex,dx\n30,F,d1\n")

    with pytest.raises(RoleError, match="who"):
        celosia.attack(
            visits / "people.csv", visits / "people.csv", visits / "nobody.csv",
            ["age", "sex"], subject=["who"],
        )  # fmt: skip
