"""Variants of a value are one value, whoever counts: search, groups, fuzzy sets, verification."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import celosia
from celosia import METHODS, NullPolicy, Recipe, Role
from celosia.core.classes import Classes
from celosia.errors import RoleError
from celosia.models import (
    BesideOthers,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    TCloseness,
)
from celosia.text.normal_form import AsWritten, normal_form, one_each, representatives

VARIANTS = {
    "case and blanks": ("HIV", "hiv", "HIV "),
    "blanks within": ("type 2", "type  2", "Type\u00a02"),
    "decimals": ("1", "1.0", "1,00"),
    "signs and exponents": ("10", "+10", "1e1"),
    "composed": ("caf\u00e9", "cafe\u0301", "CAF\u00c9"),
}
OTHERS = {"codes": ("00070", "70", "070"), "names": ("flu", "cold", "hiv")}
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
