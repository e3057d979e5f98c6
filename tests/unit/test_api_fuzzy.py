"""Vague labels from a table to its release: what is published, and what is refused."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter

import numpy as np
import pytest
from tests.support.databases import Scratch

import celosia
from celosia import NullPolicy, Recipe, Role
from celosia.cli.main import cli
from celosia.core.technique import technique_from_dict
from celosia.errors import HierarchyError, RecipeError
from celosia.methods.fuzzy_labels import FuzzyChoices
from celosia.models import DistinctLDiversity, KAnonymity, TCloseness
from celosia.register.certificate import private_beside
from celosia.text.languages import SPOKEN_HERE
from celosia.workflow.compare import hierarchies_of

NAMES = ("age", "income", "sex", "dx")
ROLES = {
    "age": Role.QUASI_IDENTIFIER,
    "income": Role.QUASI_IDENTIFIER,
    "sex": Role.INSENSITIVE,
    "dx": Role.SENSITIVE,
}


def people(number=240):
    """Three clouds of ages and incomes; no two people have the same income."""
    draw = random.Random(5)
    rows = []
    for i in range(number):
        age, income = [(25, 1200), (45, 2600), (70, 1800)][i % 3]
        rows.append(
            [
                str(age + draw.randrange(-6, 7)),
                f"{income + draw.randrange(-50, 50)}.{i:03d}",
                "FM"[i % 2],
                "abcd"[draw.randrange(4)],
            ]
        )
    return rows


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([NAMES, *rows])
    return path


def asked(**choices):
    usual = {"roles": ROLES, "models": (KAnonymity(5),), "method": "fuzzy"}
    return Recipe(**{**usual, **choices})


def released(folder, rows, **choices):
    """Publish people; give the release and its rows."""
    with celosia.read(written(folder / "people.csv", rows)) as table:
        release = celosia.anonymize(table, asked(**choices), folder / "release.csv")
    return release, cells(folder / "release.csv")


def cells(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def combinations(rows, *names):
    return Counter(tuple(row[name] for name in names) for row in rows)


def test_each_column_of_numbers_gets_words_of_its_own(folder):
    release, rows = released(folder, people())

    assert set(combinations(rows, "age")) == {("low",), ("medium",), ("high",)}
    assert len(combinations(rows, "age", "income")) == release.after.figures.classes
    assert release.fuzzy.coded == ("age", "income")
    assert release.fuzzy.figures.k == release.after.figures.min_class == 80


def test_together_equal_words_mean_the_same_set(folder):
    release, rows = released(folder, people(), fuzzy=FuzzyChoices(together=True))

    assert combinations(rows, "age", "income") == {
        ("low", "low"): 80,
        ("medium", "high"): 80,
        ("high", "medium"): 80,
    }
    assert [part.attributes for part in release.fuzzy.found.parts] == [("age", "income")]


def test_words_are_chosen_or_in_the_language_of_the_recipe(folder):
    choices = FuzzyChoices(names={"age": ("joven", "adulto", "mayor")})

    _, rows = released(folder, people(), fuzzy=choices, language="es")

    assert set(combinations(rows, "age")) == {("joven",), ("adulto",), ("mayor",)}
    assert set(combinations(rows, "income")) == {("bajo",), ("medio",), ("alto",)}


def test_memberships_that_single_people_out_are_refused(folder):
    with pytest.raises(celosia.NotAchievable, match="publish no memberships, ask for fewer"):
        released(folder, people(), fuzzy=FuzzyChoices(decimals=2))

    assert not (folder / "release.csv").exists()


def test_memberships_may_be_published_where_records_are_suppressed_for_them(folder):
    release, rows = released(folder, people(), fuzzy=FuzzyChoices(decimals=1), suppression=0.5)

    assert 0 < release.suppressed < 120
    assert min(combinations(rows, "age", "income").values()) >= 5
    assert any(", " in row["age"] for row in rows)
    assert release.fuzzy.figures.singling.smallest >= 5


def test_shares_that_round_to_nothing_are_told_all_the_same(folder):
    _, rows = released(folder, people(), fuzzy=FuzzyChoices(decimals=0), suppression=0.5)

    assert all(row["age"] and row["income"] for row in rows)


def test_what_is_no_number_is_published_as_it_is(folder):
    roles = {**ROLES, "sex": Role.QUASI_IDENTIFIER}

    release, rows = released(folder, people(), roles=roles)

    assert combinations(rows, "sex") == {("F",): 120, ("M",): 120}
    assert release.fuzzy.coded == ("age", "income")
    assert release.fuzzy.losses["sex"] == 0
    assert release.after.figures.min_class == 40


def with_nulls(rows):
    """Let one person in eight have no age."""
    return [["", *row[1:]] if i % 8 == 0 else row for i, row in enumerate(rows)]


def test_a_null_stays_null_and_is_a_value(folder):
    release, rows = released(folder, with_nulls(people()), nulls=NullPolicy.VALUE)

    assert combinations(rows, "age")["",] == 30
    assert combinations(rows, "income")["",] == 0
    assert release.after.figures.records == 240


def test_records_with_nulls_are_left_out(folder):
    release, rows = released(folder, with_nulls(people()), nulls=NullPolicy.EXCLUDED)

    assert len(rows) == 210
    assert release.excluded == 30
    assert all(row["age"] for row in rows)


def test_nulls_that_match_anything_are_verified_so(folder):
    release, rows = released(folder, with_nulls(people()), nulls=NullPolicy.WILDCARD)

    assert combinations(rows, "age")["",] == 30
    assert release.after.nulls is NullPolicy.WILDCARD


def test_together_a_missing_number_leaves_no_word(folder):
    _, rows = released(folder, with_nulls(people()), fuzzy=FuzzyChoices(together=True))

    assert combinations(rows, "age", "income")["", ""] == 30


def outlying(rows):
    """Add three old people with incomes that only they have."""
    return [*rows, *([["70", f"2600.{i}", "F", "a"] for i in range(900, 903)])]


def test_rare_words_are_suppressed_as_far_as_allowed(folder):
    release, rows = released(folder, outlying(people()), suppression=0.02)

    assert release.suppressed == 3
    assert len(rows) == 240
    assert release.fuzzy.figures.k == release.after.figures.min_class >= 5


def test_beyond_the_limit_nothing_is_written_and_the_advice_fits(folder):
    with pytest.raises(celosia.NotAchievable) as refused:
        released(folder, outlying(people()), suppression=0.01)

    said = str(refused.value)
    assert "3 of 243 records (1.23%)" in said
    assert "code the columns together or allow more suppression" in said
    assert "memberships" not in said
    assert not (folder / "release.csv").exists()


def test_where_all_would_be_suppressed_nothing_is_released(folder):
    with pytest.raises(celosia.NotAchievable, match="nothing would be left"):
        released(folder, people(), models=(KAnonymity(500),), suppression=1.0)


def test_diversity_is_a_condition_too(folder):
    rows = [[*row[:3], "a"] if int(row[0]) > 55 else row for row in people()]

    with pytest.raises(celosia.NotAchievable):
        released(folder, rows, models=(DistinctLDiversity("dx", 2),), suppression=0.1)
    release, kept = released(folder, rows, models=(DistinctLDiversity("dx", 2),), suppression=0.4)

    assert release.suppressed == 80
    assert set(combinations(kept, "age")) == {("low",), ("medium",)}
    assert release.fuzzy.figures.sensitive["dx"].label_l >= 2


def test_a_model_that_compares_with_the_whole_table_judges_what_is_left(folder):
    """Without the class that is all `a`, the others are the whole table, and nearer to it."""
    rows = [[*row[:3], "a"] if int(row[0]) > 55 else row for row in people()]

    release, _ = released(folder, rows, models=(TCloseness("dx", 0.3),), suppression=0.4)

    assert release.suppressed == 80
    assert release.after.satisfied


def test_unknown_sensitive_values_do_not_count_as_diverse(folder):
    rows = [[*row[:3], ""] if i % 2 else [*row[:3], "a"] for i, row in enumerate(people())]

    release, _ = released(folder, rows)

    told = release.fuzzy.figures.sensitive["dx"]
    assert (told.label_l, told.label_t) == (1, 0)


@pytest.mark.parametrize("server", ["mariadb", "postgresql"])
def test_a_table_of_a_server_gives_what_a_file_gives(folder, server):
    _, from_file = released(folder, people(), seed=3)
    scratch = Scratch(server)
    try:
        source, target = scratch.table(NAMES, people()), scratch.name()
        with celosia.read(scratch.at(source)) as table:
            celosia.anonymize(table, asked(seed=3), target)
            celosia.anonymize(table, asked(seed=3), folder / "server.csv")
        with celosia.read(scratch.at(target)) as made:
            kept = made.relation.cells(NAMES, 1000)
    finally:
        scratch.close()

    expected = combinations(from_file, *NAMES)
    assert Counter(zip(*(kept[name] for name in NAMES), strict=True)) == expected
    assert combinations(cells(folder / "server.csv"), *NAMES) == expected


@pytest.mark.parametrize("together", [False, True])
def test_the_order_of_rows_changes_no_byte(folder, together):
    rows = people()
    choices = {"fuzzy": FuzzyChoices(together=together), "seed": 11}
    released(folder, rows, **choices)
    first = (folder / "release.csv").read_bytes()

    random.Random(1).shuffle(rows)
    released(folder, rows, **choices)

    assert (folder / "release.csv").read_bytes() == first


def test_the_certificate_tells_figures_and_no_value(folder):
    rows = people()
    release, _ = released(folder, rows, fuzzy=FuzzyChoices(together=True))
    text = release.certificate.read_text(encoding="utf-8")
    proof = json.loads(text)

    assert proof["method"] == "fuzzy"
    told = private_beside(release.certificate)["fuzzy"]
    assert told["figures"]["k"] == 80
    assert told["convergence"][0]["converged"]
    evidence = release.evidence.read_text(encoding="utf-8")
    assert not any(row[1] in text or row[1] in evidence for row in rows)


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("suppression", [0.0, 0.02])
def test_the_labels_are_understood_again(folder, together, suppression):
    """`compare` finds the loss that the release told, and every true value under its label."""
    rows = people() if not suppression else outlying(people())
    fuzzy = FuzzyChoices(together=together, sets=3 if not together else 2)
    release, _ = released(folder, rows, fuzzy=fuzzy, suppression=suppression)
    recipe = asked(fuzzy=fuzzy)

    with celosia.read(folder / "people.csv") as old, celosia.read(folder / "release.csv") as new:
        rules = hierarchies_of(old, recipe)
        found = celosia.compare(old, new, recipe.quasi_identifiers, rules)
        attacked = celosia.attack(old, new, old, recipe.quasi_identifiers, ("dx",), rules, 20)

    assert found.figures["gcp_with_left_out"] == pytest.approx(release.loss)
    assert attacked.linked.unread == ()
    assert attacked.linked.linked >= release.after.figures.records
    assert attacked.linked.highest <= 1 / 5


def test_labels_made_after_a_technique_lead_back_to_the_original(folder):
    rounding = technique_from_dict({"kind": "rounding", "column": "age", "base": 5})
    noise = technique_from_dict({"kind": "gaussian-noise", "column": "income", "share": 0.1})
    choices = {"techniques": (rounding, noise), "suppression": 0.1, "language": "en"}
    released(folder, people(), **choices)

    with celosia.read(folder / "people.csv") as old, celosia.read(folder / "release.csv") as new:
        rules = hierarchies_of(old, asked(**choices))
        found = celosia.compare(old, new, ("age", "income"), rules)

    labels = rules["age"].labels
    assert len(labels) == len({row[0] for row in people()})
    assert {len(words) for words in labels.values()} == {1}
    assert all(rules["income"].labels.values())
    assert 0 < found.figures["gcp"] < 0.6


def test_together_a_value_may_have_several_words(folder):
    rows = [[str(30 + i % 7), str(1000 if i % 2 else 9000), "F", "a"] for i in range(140)]
    fuzzy = FuzzyChoices(sets=2, together=True)
    released(folder, rows, fuzzy=fuzzy)

    with celosia.read(folder / "people.csv") as old:
        rules = hierarchies_of(old, asked(fuzzy=fuzzy, language="en"))

    assert set(rules["age"].labels) == {str(age) for age in range(30, 37)}
    assert all(set(words) == {"low", "high"} for words in rules["age"].labels.values())
    assert set(rules["income"].labels.values()) == {("low",), ("high",)}


def test_labels_of_another_table_are_refused_without_a_value(folder):
    released(folder, people(30), models=())
    with celosia.read(folder / "people.csv") as old:
        rules = hierarchies_of(old, asked(models=()))
    written(folder / "others.csv", [["777", "1", "F", "a"]])

    with (
        celosia.read(folder / "others.csv") as others,
        celosia.read(folder / "release.csv") as new,
        pytest.raises(HierarchyError, match="'age' do not know 1 value") as refused,
    ):
        celosia.compare(others, new, ("age",), {"age": rules["age"]})

    assert "777" not in str(refused.value)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('fuzzy.coding = "astrology"', "'fuzzy.coding' has the wrong type or an unknown value"),
        ("fuzzy.sets = 1", "sets must be"),
        ("fuzzy.sets = true", "'fuzzy.sets' has the wrong type"),
        ("fuzzy.decimals = -1", "decimals"),
        ("fuzzy.colour = 1", "Unknown entry: fuzzy.colour. Entries: fuzzy.coding,"),
        ('fuzzy.names = { age = ["young", "old"] }', "3 different names"),
        ('fuzzy = { together = true, coding = "equidistant" }', "one attribute at a time"),
        ('language = "fr"', "one of en, es"),
    ],
)
def test_choices_that_mean_nothing_are_refused_by_the_recipe(entry, message):
    with pytest.raises(RecipeError, match=message):
        Recipe.from_toml(entry)


@pytest.mark.parametrize(
    ("choices", "error", "message"),
    [
        ({"fuzzy": FuzzyChoices(names={"dx": ("a", "b", "c")})}, "RecipeError", "not coded: dx"),
        ({"population": "people.csv"}, "ParameterError", "population"),
        ({"objective": "height"}, "ParameterError", "objective"),
        ({"node": {"age": 1, "income": 1}}, "ParameterError", "node"),
        ({"fuzzy": FuzzyChoices(sets=40)}, "DataError", "'age': .* fewer than 40 different"),
    ],
)
def test_what_does_not_fit_is_refused(folder, choices, error, message):
    with pytest.raises(getattr(celosia.errors, error), match=message):
        released(folder, people(), **choices)

    assert not (folder / "release.csv").exists()


def test_without_numbers_there_is_nothing_to_code(folder):
    rows = [["young", "?", "F", "a"], ["old", "?", "M", "b"]]

    with pytest.raises(celosia.DataError, match="None of the quasi-identifiers") as refused:
        released(folder, rows)

    assert "young" not in str(refused.value)


def test_options_of_the_command_line_become_the_recipe(folder):
    written(folder / "people.csv", people())
    words = ["--words", "age=young,old", "--words", "income=poor,rich", "--lang", "es"]
    roles = ["--qi", "age", "--qi", "income", "--sensitive", "dx", "--insensitive", "sex"]
    target = ["-k", "5", "-o", "out.csv", "--method", "fuzzy"]
    more = ["--coding", "k-means", "--sets", "2", "--together", "--memberships", "0"]

    cli(["anonymize", "people.csv", *roles, *target, *words, *more], standalone_mode=False)

    found = set(combinations(cells(folder / "out.csv"), "age"))
    assert found == {("young 1",), ("old 1",)}


@pytest.mark.parametrize(
    ("recipe", "option", "environment", "words"),
    [
        ("", (), {"CELOSIA_LANG": "es"}, {"bajo", "medio", "alto"}),
        ("", (), {"LANG": "es_ES.UTF-8"}, {"bajo", "medio", "alto"}),
        ("", ("--lang", "en"), {"CELOSIA_LANG": "es"}, {"low", "medium", "high"}),
        ('language = "en"', ("--lang", "es"), {}, {"low", "medium", "high"}),
        ('language = "es"', ("--lang", "en"), {}, {"bajo", "medio", "alto"}),
    ],
)
def test_the_recipe_decides_the_language_of_words_and_else_the_terminal(
    folder, monkeypatch, recipe, option, environment, words
):
    for name in SPOKEN_HERE:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    written(folder / "people.csv", people())
    (folder / "recipe.toml").write_text(
        f"""
        source = "people.csv"
        output = "out.csv"
        method = "fuzzy"
        models = [{{model = "k-anonymity", k = 5}}]
        {recipe}
        [roles]
        age = "quasi-identifier"
        income = "quasi-identifier"
        dx = "sensitive"
        sex = "insensitive"
        """
    )

    cli(["anonymize", "recipe.toml", *option], standalone_mode=False)

    assert {age for (age,) in combinations(cells(folder / "out.csv"), "age")} == words


def test_a_proposed_recipe_names_the_language_of_its_words(folder):
    written(folder / "people.csv", people())

    cli(["--lang", "es", "init", "people.csv"], standalone_mode=False)

    assert Recipe.from_file(folder / "celosia.toml").language == "es"


@pytest.mark.parametrize(
    "option",
    [("--sets", "4"), ("--together",), ("--memberships", "0"), ("--words", "age=a,b,c"),
     ("--coding", "k-means")],
)  # fmt: skip
def test_options_of_fuzzy_sets_are_refused_with_other_methods(folder, option):
    written(folder / "people.csv", people())
    command = ["anonymize", "people.csv", "-o", "out.csv", "--qi", "age", "-k", "2"]

    with pytest.raises(celosia.ParameterError, match="are for --method fuzzy"):
        cli([*command, *option], standalone_mode=False)

    assert not (folder / "out.csv").exists()


def test_numbers_with_a_decimal_comma_are_numbers(folder):
    rows = [[row[0], row[1].replace(".", ","), *row[2:]] for row in people()]

    release, _ = released(folder, rows)

    assert release.fuzzy.coded == ("age", "income")
    assert np.isfinite(release.loss)


def test_a_column_of_codes_climbs_its_hierarchy_as_far_as_it_must(folder):
    """Postcodes with a leading zero are no numbers; some of them are rare."""
    rows = [f"{20 + i % 30},0{8000 + i % 4 * 10 + i % 7},{'ab'[i % 2]}" for i in range(120)]
    (folder / "data.csv").write_text("age,postcode,dx\n" + "\n".join(rows) + "\n")
    roles = {
        "age": Role.QUASI_IDENTIFIER, "postcode": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE
    }  # fmt: skip
    plain = Recipe(roles=roles, models=(KAnonymity(6),), method="fuzzy")
    given = Recipe(
        roles=roles,
        models=(KAnonymity(6),),
        method="fuzzy",
        hierarchies={"postcode": celosia.hierarchies.Masking(masked=(1, 3, 5))},
    )

    with celosia.read(folder / "data.csv") as table:
        with pytest.raises(celosia.NotAchievable):
            celosia.anonymize(table, plain, folder / "release.csv")
        release = celosia.anonymize(table, given, folder / "release.csv")

    with celosia.read(folder / "release.csv") as made:
        published = set(made.relation.values("postcode").texts)
    assert published == {"0800*", "0801*", "0802*", "0803*"}
    assert release.after.satisfied
    assert release.fuzzy.losses["postcode"] > 0
