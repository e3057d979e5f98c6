"""Variants of a value are one value, whoever counts: search, groups, fuzzy sets, verification."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import celosia
from celosia import METHODS, NullPolicy, Recipe, Role
from celosia.core.classes import Classes
from celosia.core.schema import Column, ColumnType, Schema
from celosia.errors import RoleError
from celosia.hierarchies import ExplicitRows
from celosia.models import (
    BesideOthers,
    DeltaPresence,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    KMap,
    TCloseness,
)
from celosia.risk.attacks.attack_columns import attacked_domain, taken_for
from celosia.text.normal_form import AsWritten, normal_form, one_each, representatives

VARIANTS = {
    "case and blanks": ("HIV", "hiv", "HIV "),
    "blanks within": ("type 2", "type  2", "Type\u00a02"),
    "decimals": ("1", "1.0", "1,00"),
    "signs and exponents": ("10", "+10", "1e1"),
    "composed": ("caf\u00e9", "cafe\u0301", "CAF\u00c9"),
    "days": ("2020-01-05", "2020-1-5", "2020/01/05 00:00:00"),
    "ambiguous days": ("05/01/2020", "5/1/2020", "05/1/2020 00:00"),
}
OTHERS = {
    "codes": ("00070", "70", "070"),
    "names": ("flu", "cold", "hiv"),
    "long numbers": ("9" * 30 + "1", "9" * 30 + "2", "9" * 30 + "3"),
    "moments": ("2020-01-05", "2020-01-05 08:30", "2020-01-05 08:30:01"),
    "no days": ("2020-02-30", "2020-2-30", "2020/02/30"),
    "labels": ("2020-01", "2020-1", "*"),
    "intervals": ("[1, 2)", "[1,2)", "1-2"),
}
variants = pytest.mark.parametrize("values", VARIANTS.values(), ids=VARIANTS)


@variants
def test_variants_have_one_normal_form(values):
    assert len({normal_form(value) for value in values}) == 1


@pytest.mark.parametrize("values", OTHERS.values(), ids=OTHERS)
def test_other_values_have_their_own(values):
    assert len(set(representatives(values).values())) == 3


def table(tmp_path, values, zips="ab"):
    """Write two classes with each of the values, once."""
    rows = [
        f'{age},{zip_},p{zip_}{age},x,"{value}"'
        for zip_ in zips
        for age, value in enumerate(values, start=30)
    ]
    path = tmp_path / "data.csv"
    path.write_text("age,zip,who,job,dx\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


MODELS = [
    DistinctLDiversity("dx", 2),
    EntropyLDiversity("dx", 1.5),
    BesideOthers(DistinctLDiversity("dx", 2), ("job",)),
]


@variants
@pytest.mark.parametrize("subject", [(), ("who",)], ids=["records", "persons"])
@pytest.mark.parametrize("nulls", list(NullPolicy))
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_both_opinions_count_variants_once(tmp_path, values, model, nulls, subject):
    path = table(tmp_path, values)

    found = celosia.verify(path, ["zip"], [model], nulls, subject=subject)

    assert found.rejected == ((model, 6),)
    assert found.second == (6,)


@pytest.mark.parametrize("method", list(METHODS))
def test_no_method_publishes_variants_as_diversity(tmp_path, method):
    path = table(tmp_path, VARIANTS["case and blanks"])
    roles = {
        "age": Role.QUASI_IDENTIFIER,
        "zip": Role.QUASI_IDENTIFIER,
        "who": Role.IDENTIFIER,
        "job": Role.INSENSITIVE,
        "dx": Role.SENSITIVE,
    }
    recipe = Recipe(roles=roles, models=(KAnonymity(2), DistinctLDiversity("dx", 2)), method=method)

    with celosia.read(path) as opened, pytest.raises(celosia.CelosiaError) as told:
        celosia.anonymize(opened, recipe, tmp_path / "release.csv")

    assert not (tmp_path / "release.csv").exists()
    found_before_writing = isinstance(told.value, celosia.NotAchievable)
    assert found_before_writing or method == "none", told.value


def test_closeness_compares_values_and_not_their_variants(tmp_path):
    """One class says HIV and flu, the other hiv and FLU: they are the same."""
    path = tmp_path / "data.csv"
    path.write_text("zip,dx\na,HIV\na,flu\nb,hiv\nb,FLU\n")

    for model in (TCloseness("dx", 0.0), TCloseness("dx", 0.0, "ordered")):
        assert celosia.verify(path, ["zip"], [model]).satisfied


def test_a_code_with_a_leading_zero_is_no_number(tmp_path):
    found = celosia.verify(table(tmp_path, OTHERS["codes"]), ["zip"], [DistinctLDiversity("dx", 3)])

    assert found.satisfied


def test_classes_made_by_hand_keep_their_labels():
    classes = Classes.from_histogram("dx", [[1, 1]], ["a", "b"])

    assert classes.histogram("dx").labels == ("a", "b")


def test_the_certificate_says_how_values_were_compared(tmp_path):
    path = table(tmp_path, OTHERS["names"])
    roles = dict.fromkeys(("age", "job", "dx"), Role.SENSITIVE)
    roles |= {"zip": Role.QUASI_IDENTIFIER, "who": Role.IDENTIFIER}
    with celosia.read(path) as opened:
        recipe = Recipe(roles=roles, models=(DistinctLDiversity("dx", 3),))
        release = celosia.anonymize(opened, recipe, tmp_path / "release.csv")

    told = json.loads(release.certificate.read_text())["values_compared"]
    assert "case" in told


ROLES = {
    "age": Role.QUASI_IDENTIFIER,
    "zip": Role.QUASI_IDENTIFIER,
    "who": Role.IDENTIFIER,
    "job": Role.INSENSITIVE,
    "dx": Role.SENSITIVE,
}
MODEL = DistinctLDiversity("dx", 3)


@variants
@pytest.mark.parametrize("subject", [(), ("who",)], ids=["records", "persons"])
@pytest.mark.parametrize("nulls", list(NullPolicy))
@pytest.mark.parametrize("model", [MODEL, BesideOthers(MODEL, ("job",))], ids=str)
def test_both_opinions_compare_as_written_where_they_are_told(
    tmp_path, values, model, nulls, subject
):
    path = table(tmp_path, values)

    found = celosia.verify(path, ["zip"], [model], nulls, subject=subject, as_written=["dx"])

    assert found.satisfied
    assert (found.rejected, found.second) == (((model, 0),), (0,))
    assert found.figures.attributes == {} or found.figures.attributes["dx"].distinct_l == 3


@pytest.mark.parametrize("subject", [(), ("who",)], ids=["records", "persons"])
@pytest.mark.parametrize("method", list(METHODS))
def test_every_method_compares_as_written_where_the_recipe_says_so(tmp_path, method, subject):
    """Versions 1, 1.0 and 1.00 of a protocol; the quasi-identifiers are alike in each class."""
    rows = [
        f"{age},{zip_},p{i}{zip_},x,{dx}"
        for zip_, age in (("a", 30), ("b", 40), ("c", 50))
        for i, dx in enumerate(("1", "1.0", "1.00"))
    ]
    path = tmp_path / "data.csv"
    path.write_text("age,zip,who,job,dx\n" + "\n".join(rows) + "\n")
    recipe = Recipe(
        roles=ROLES, models=(KAnonymity(2), MODEL), method=method, subject=subject, seed=1
    )

    with celosia.read(path) as opened:
        with pytest.raises(celosia.CelosiaError):
            celosia.anonymize(opened, recipe, tmp_path / "release.csv")
        told = replace(recipe, as_written=("dx",))
        release = celosia.anonymize(opened, told, tmp_path / "release.csv")

    assert release.after.satisfied
    certificate = json.loads(release.certificate.read_text())
    assert "Values of dx as they are written" in certificate["values_compared"]
    assert Recipe.from_toml(told.to_toml()).as_written == ("dx",)


def test_a_column_that_is_not_there_cannot_be_compared_as_written(tmp_path):
    path = table(tmp_path, OTHERS["names"])
    recipe = Recipe(roles=ROLES, models=(KAnonymity(2),), as_written=("nope",))

    with pytest.raises(RoleError, match="nope"):
        celosia.verify(path, ["zip"], [MODEL], as_written=["nope"])
    with celosia.read(path) as opened, pytest.raises(RoleError, match="nope"):
        celosia.anonymize(opened, recipe, tmp_path / "release.csv")
    with pytest.raises(RoleError, match="nope"):
        celosia.assess(path, ["zip"], as_written=["nope"])


def test_figures_compare_as_written_where_they_are_told(tmp_path):
    path = table(tmp_path, VARIANTS["decimals"])

    plain, told = (celosia.assess(path, ["zip"], ["dx"], as_written=w) for w in ([], ["dx"]))

    assert [found.attributes["dx"].distinct_l for found in (plain, told)] == [1, 3]


def test_labels_as_written_are_told_from_equal_ones_that_are_not():
    assert one_each(AsWritten(("a", "A"))) is None
    assert one_each(("a", "A")) == (("a",), (0, 0))
    assert one_each(AsWritten(("a", "A"))) is None


QUASI = ["age", "sex", "born"]
SPELLED = [
    ("30", "M", "2020-01-05"),
    ("30.0", "m", "2020-1-5"),
    ("+30", "M ", "2020-01-05 00:00:00"),
    ("41", "f", "2020/02/05"),
    ("41,0", "F", "2020-02-05"),
    (" 41", "f", "2020-02-05T00:00:00"),
]


def spelled_table(path, rows=SPELLED, diagnoses=("flu", "gout", "hiv")):
    lines = ["age;sex;born;who;dx"]
    for i, cells in enumerate(rows):
        lines += [";".join((*cells, f"p{i}", diagnoses[i % len(diagnoses)]))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def spelled_recipe(**others):
    roles = dict.fromkeys(QUASI, Role.QUASI_IDENTIFIER)
    roles |= {"who": Role.IDENTIFIER, "dx": Role.SENSITIVE}
    return Recipe(roles=roles, **{"models": (KAnonymity(3),), **others})


@pytest.mark.parametrize("subject", [(), ("who",)], ids=["records", "persons"])
@pytest.mark.parametrize("method", [name for name in METHODS if name not in ("none", "fuzzy")])
def test_every_method_takes_spellings_of_a_quasi_identifier_for_one_value(
    tmp_path, method, subject
):
    """Six texts, two values: nothing is generalized, and nobody is left out."""
    recipe = spelled_recipe(method=method, subject=subject)

    with celosia.read(spelled_table(tmp_path / "data.csv")) as opened:
        release = celosia.anonymize(opened, recipe, tmp_path / "release.csv")

    assert (release.after.figures.classes, release.after.figures.min_class) == (2, 3)
    assert (release.loss, release.after.by_value) == (0.0, None)
    told = json.loads(release.evidence.read_text())["spelled_once"]
    assert told["sex"] == {"values": 2, "records": 3}
    assert "spelled" not in json.loads(release.certificate.read_text())


def test_columns_compared_as_written_are_published_as_they_were(tmp_path):
    recipe = spelled_recipe(models=(KAnonymity(1),), as_written=("sex",))

    with celosia.read(spelled_table(tmp_path / "data.csv")) as opened:
        release = celosia.anonymize(opened, recipe, tmp_path / "release.csv")

    sexes = [line.split(";")[1] for line in release.path.read_text().splitlines()[1:]]
    assert sorted(sexes) == ["F", "M", "M ", "f", "f", "m"]
    assert [each.column for each in release.mended] == ["age", "born"]


def test_techniques_alone_change_no_spelling_but_are_judged_by_value(tmp_path):
    recipe = spelled_recipe(method="none", models=(KAnonymity(1),))

    with celosia.read(spelled_table(tmp_path / "data.csv")) as opened:
        release = celosia.anonymize(opened, recipe, tmp_path / "release.csv")

    assert release.after.figures.classes == 6
    assert release.after.by_value.classes == 2


def test_a_hierarchy_need_not_spell_values_as_the_table_does(tmp_path):
    rows = ExplicitRows((("F", "*"), ("M", "*")))
    recipe = spelled_recipe(hierarchies={"sex": rows})

    with celosia.read(spelled_table(tmp_path / "data.csv")) as opened:
        release = celosia.anonymize(opened, recipe, tmp_path / "release.csv")

    sexes = [line.split(";")[1] for line in release.path.read_text().splitlines()[1:]]
    assert set(sexes) == {"F", "M"}


@pytest.mark.parametrize(
    ("cells", "declared", "classes"),
    [
        (("2020-01-31", "31/01/2020", "31/1/2020 00:00:00"), None, 1),
        (("2020-01-05", "05/01/2020", "5/1/2020"), None, 2),
        (("2020-01-05", "05/01/2020", "5/1/2020"), "%d/%m/%Y", 1),
        (("2020-05-01", "05/01/2020", "5/1/2020"), "%d/%m/%Y", 2),
        (("2020-05-01", "05/01/2020", "5/1/2020"), "%m/%d/%Y", 1),
        (("2020-01-05", "2020-01-05 08:30", "2020-01-05T08:30:00"), None, 2),
    ],
)
def test_dates_are_compared_by_day_where_their_format_is_known(tmp_path, cells, declared, classes):
    path = tmp_path / "data.csv"
    path.write_text("born\n" + "\n".join(cells) + "\n")
    schema = Schema((Column("born", ColumnType.DATE, format=declared),) if declared else ())
    recipe = Recipe(roles={"born": Role.QUASI_IDENTIFIER}, models=(KAnonymity(1),))

    with celosia.read(path) as opened:
        table = replace(opened, declared=schema)
        release = celosia.anonymize(table, recipe, tmp_path / "release.csv")

    assert release.after.figures.classes == classes


def visits(path, rows):
    path.write_text("zip,job,who,dx\n" + "".join(",".join(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("nulls", list(NullPolicy))
def test_a_model_that_holds_for_spellings_must_hold_for_values_too(tmp_path, nulls):
    """In class a nobody shares an illness with everybody; in a and A together, all have both."""
    rows = [("a", "x", "1", "flu"), ("a", "x", "2", "hiv")]
    rows += [("A", "x", "1", "hiv"), ("A", "x", "2", "flu")]
    path = visits(tmp_path / "data.csv", rows)
    model = DistinctLDiversity("dx", 2)

    found = celosia.verify(path, ["zip"], [model], nulls, subject=["who"])
    told = celosia.verify(path, ["zip"], [model], nulls, subject=["who"], as_written=["zip"])

    assert (found.rejected, found.second) == (((model, 4),), (4,))
    assert (found.by_value.classes, found.by_value.min_persons) == (1, 2)
    assert (told.rejected, told.second, told.by_value) == (((model, 0),), (0,), None)


def test_what_is_known_beside_is_compared_by_value_too(tmp_path):
    rows = [("a", "x", "1", "flu"), ("a", "x", "2", "hiv")]
    rows += [("a", "X", "1", "hiv"), ("a", "X", "2", "flu")]
    model = BesideOthers(DistinctLDiversity("dx", 2), ("job",))

    found = celosia.verify(visits(tmp_path / "d.csv", rows), ["zip"], [model], subject=["who"])

    assert (found.rejected, found.second) == (((model, 4),), (4,))


CELLS = st.sampled_from(["a", "A", "a ", "b", "1", "1.0", None])
ILLNESSES = st.sampled_from(["flu", "Flu", "hiv", "gout", None])


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.tuples(CELLS, CELLS, st.sampled_from("123"), ILLNESSES), min_size=1),
    people=st.lists(st.tuples(CELLS, CELLS), min_size=1),
    nulls=st.sampled_from(NullPolicy),
    subject=st.sampled_from([(), ("who",)]),
)
def test_both_opinions_see_the_same_classes_by_value(tmp_path, rows, people, nulls, subject):
    path, others = tmp_path / "data.csv", tmp_path / "people.csv"
    for file, header, cells in ((path, "zip,job,who,dx", rows), (others, "zip,job", people)):
        lines = [",".join("" if cell is None else cell for cell in row) for row in cells]
        file.write_text("\n".join([header, *lines]) + "\n")
    models = [KAnonymity(2), DistinctLDiversity("dx", 2), KMap(2), DeltaPresence(0.0, 0.6)]
    models += [EntropyLDiversity("dx", 1.5, "grassberger"), TCloseness("dx", 0.2)]

    try:
        found = celosia.verify(
            path, ["zip", "job"], models, nulls, population=others, subject=subject
        )
    except celosia.DataError:  # all are excluded, or no record is left
        return

    assert not found.disagreed


def test_a_population_is_compared_by_value(tmp_path):
    path, others = tmp_path / "data.csv", tmp_path / "people.csv"
    path.write_text("sex\nM\nM\nm\nF\n")
    others.write_text("sex\n" + "M \n" * 3 + "f\n" * 3)
    roles = {"sex": Role.QUASI_IDENTIFIER}
    recipe = Recipe(roles=roles, models=(KMap(3),), population=str(others))

    with celosia.read(path) as opened:
        release = celosia.anonymize(opened, recipe, tmp_path / "release.csv")

    assert sorted(release.path.read_text().split()[1:]) == ["F", "M", "M", "M"]


def test_who_knows_another_spelling_links_all_the_same():
    known = attacked_domain(("f", "m ", None), None)

    assert taken_for(known, "M").tolist() == [1]
    assert taken_for(known, "*").tolist() == [0, 1, 2]
    assert taken_for(known, "x").tolist() == []
