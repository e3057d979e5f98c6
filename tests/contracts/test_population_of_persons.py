"""A population may have several records of a person: people are counted, not rows."""

from __future__ import annotations

import csv
import random
from collections import defaultdict

import pytest
from tests.contracts.test_releases import COMMAS

import celosia
from celosia import NullPolicy, Role
from celosia.errors import NotAchievable, ParameterError, RoleError
from celosia.hierarchies import ExplicitRows
from celosia.models import DeltaPresence, KAnonymity, KMap

QUASI_IDENTIFIERS = ("age", "zip")
AGES = [(str(age), f"{age - age % 4}-{age - age % 4 + 3}", "*") for age in range(20, 32)]
PLACES = [(place, f"{place[:2]}*", "*") for place in ("111", "112", "121", "122")]
RULES = {"age": ExplicitRows(tuple(AGES)), "zip": ExplicitRows(tuple(PLACES))}
LEVELS = {"age": AGES, "zip": PLACES}


def write(path, columns, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([columns, *rows])
    return path


def drawn(seed, persons=(15, 40)):
    """Draw a population: everybody has one to four records, and some change between them."""
    chance = random.Random(seed)
    rows = []
    for person in range(chance.randint(*persons)):
        age, place = chance.randint(20, 29), chance.choice(("111", "112", "121", "122"))
        for _ in range(chance.randint(1, 4)):
            now = age + (chance.random() < 0.3)
            rows.append((f"p{person}", str(now), place))
    return rows


def tables(folder, seed):
    """Write a population, and as a table the records of some of its persons."""
    rows = drawn(seed)
    inside = {f"p{person}" for person in range(0, 40, 2)}
    table = write(
        folder / "table.csv", ("who", *QUASI_IDENTIFIERS), [r for r in rows if r[0] in inside]
    )
    return table, write(folder / "people.csv", ("who", *QUASI_IDENTIFIERS), rows), rows


def recipe_for(people, **choices):
    given = {
        "roles": {"who": Role.IDENTIFIER, **dict.fromkeys(QUASI_IDENTIFIERS, QI)},
        "subject": ("who",),
        "models": (KMap(4),),
        "hierarchies": RULES,
        "population": str(people),
    }
    return celosia.Recipe(**{**given, **choices})


QI = Role.QUASI_IDENTIFIER


def persons_alike(rows, node):
    """Give the persons of a population in each class of a node, with sets."""
    told = {name: {row[0]: row[node[name]] for row in LEVELS[name]} for name in QUASI_IDENTIFIERS}
    found = defaultdict(set)
    for who, age, place in rows:
        found[told["age"][age], told["zip"][place]].add(who)
    return found


def read(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def published(folder, table, recipe):
    with celosia.read(table, COMMAS) as opened:
        return celosia.anonymize(opened, recipe, folder / "out.csv")


@pytest.mark.parametrize("seed", range(20))
def test_every_class_is_like_k_persons_of_the_population(seed, tmp_path):
    table, people, rows = tables(tmp_path, seed)
    try:
        release = published(tmp_path, table, recipe_for(people, suppression=(0, 0.2)[seed % 2]))
    except NotAchievable:
        assert len({who for who, _, _ in rows}) < 4
        return
    alike = persons_alike(rows, release.node)
    classes = {tuple(row[name] for name in QUASI_IDENTIFIERS) for row in read(tmp_path / "out.csv")}
    assert min(len(alike[each]) for each in classes) >= 4


@pytest.mark.parametrize("seed", range(12))
def test_the_best_node_is_the_best_that_holds_for_persons(seed, tmp_path):
    """By brute force over all nodes: the search neither overlooks nor overrates one."""
    table, people, rows = tables(tmp_path, seed)
    recipe = recipe_for(people, models=((KMap(5),), (DeltaPresence(0.0, 0.6),))[seed % 2])
    with celosia.read(table, COMMAS) as opened:
        try:
            found = {each.node for each in celosia.candidates(opened, recipe).result.candidates}
        except NotAchievable:
            found = set()

    inside = [row for row in rows if int(row[0][1:]) % 2 == 0]
    # people with a value that no record has look like nobody
    ages, places = {row[1] for row in inside}, {row[2] for row in inside}
    rows = [row for row in rows if row[1] in ages and row[2] in places]
    right = set()
    for node in ((a, b) for a in range(3) for b in range(3)):
        levels = dict(zip(QUASI_IDENTIFIERS, node, strict=True))
        here, everybody = persons_alike(inside, levels), persons_alike(rows, levels)
        if seed % 2:
            held = all(len(here[each]) / len(everybody[each]) <= 0.6 for each in here)
        else:
            held = all(len(everybody[each]) >= 5 for each in here)
        right |= {node} if held else set()
    assert found == right


def test_rows_would_have_promised_more(tmp_path):
    """Four records of one person are one: by rows the finest node looks right."""
    rows = [(who, str(20 + n), "111") for n, who in enumerate("abcd") for _ in range(4)]
    people = write(tmp_path / "people.csv", ("who", *QUASI_IDENTIFIERS), rows)
    table = write(tmp_path / "table.csv", ("who", *QUASI_IDENTIFIERS), rows)

    by_persons = published(tmp_path, table, recipe_for(people))
    other = write(tmp_path / "other.csv", ("id", *QUASI_IDENTIFIERS), rows)
    by_rows = published(tmp_path, table, recipe_for(other))
    named = published(tmp_path, table, recipe_for(other, population_subject=("id",)))

    assert by_persons.node == named.node == {"age": 1, "zip": 0}
    assert by_rows.node == {"age": 0, "zip": 0}


def test_verify_and_assess_count_persons_of_a_population(tmp_path):
    rows = [("a", "20")] * 3 + [("b", "20")]
    people = write(tmp_path / "people.csv", ("id", "age"), rows)
    table = write(tmp_path / "table.csv", ("age",), [("20",)])

    by_rows = celosia.verify(table, ["age"], [KMap(4)], population=people)
    by_persons = celosia.verify(
        table, ["age"], [KMap(4)], population=people, population_subject=["id"]
    )
    found = celosia.assess(table, ["age"], population=people, population_subject=["id"])

    assert by_rows.satisfied
    assert not by_persons.satisfied
    assert found.journalist["highest"] == 0.5


def test_a_subject_that_the_population_has_not_is_refused(tmp_path):
    table, people, _ = tables(tmp_path, 0)

    with pytest.raises(RoleError, match="nobody"):
        published(tmp_path, table, recipe_for(people, population_subject=("nobody",)))


def test_persons_who_change_are_not_counted_twice_by_nulls_that_match_anything(tmp_path):
    table, people, _ = tables(tmp_path, 0)
    models = (KMap(2), KAnonymity(2))

    with pytest.raises(ParameterError, match="population"):
        published(tmp_path, table, recipe_for(people, models=models, nulls=NullPolicy.WILDCARD))


def test_a_recipe_keeps_whose_its_population_is():
    recipe = recipe_for("people.csv", population_subject=("id",))

    assert celosia.Recipe.from_toml(recipe.to_toml()).population_subject == ("id",)
