"""Fake values."""

from __future__ import annotations

import re
from string import ascii_uppercase, digits

import pytest
from hypothesis import given, strategies as st

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.pseudonyms.fake_value import FakeValue
from celosia.techniques.pseudonyms.format_preserving import is_document, plain_format

CONTEXT = TechniqueContext(Randomness(b"chance"))


def fakes(values: list[str], **parameters: str) -> list[str]:
    return list(FakeValue("x", **parameters).relabel(values, CONTEXT))


def test_a_pattern_keeps_the_place_of_every_digit_and_letter():
    plates = ["SMF1234A", "1234-bcd"]

    assert [plain_format(fake) for fake in fakes(plates)] == [plain_format(p) for p in plates]


def test_names_follow_the_form_of_each_value():
    plain, capitals, surname_first, first_only = fakes(
        ["Jose Muñoz Gil", "MARTA PEÑA", "Pérez Ruiz, Nicolás", "Soraya"], imitates="name"
    )

    assert plain.istitle() or " " in plain
    assert capitals.isupper()
    assert ", " in surname_first
    assert first_only
    assert "," not in first_only


def test_no_fake_value_is_one_that_a_vault_knows():
    """Of the texts with a letter and a digit only one is left."""
    taken = {f"{letter}{digit}" for letter in ascii_uppercase for digit in digits} - {"Q7"}
    context = TechniqueContext(Randomness(b"chance"), taken={"x": taken})

    assert FakeValue("x").relabel(["A1"], context) == ["Q7"]


def test_no_fake_value_is_a_real_one_of_another_column():
    real = {f"{letter}{digit}" for letter in ascii_uppercase for digit in digits} - {"Q7", "Z0"}
    context = TechniqueContext(Randomness(b"chance"), real=real.intersection)

    assert set(FakeValue("x").relabel(["A1", "A2"], context)) == {"Q7", "Z0"}
    with pytest.raises(DataError, match="apart from the real ones of the table"):
        FakeValue("x").relabel(["A1", "A2", "A3"], context)


def test_emails_are_at_domains_of_nobody():
    for fake in fakes(["jose@salud.es", "ana@correo.com"], imitates="email"):
        assert re.fullmatch(r"[a-z]+\.[a-z]+\d+@example\.(com|net|org)", fake)


def test_phones_keep_their_country_and_sort():
    mobile, landline, british = fakes(
        ["+34 612 34 56 78", "923123456", "+44 20 7946 0958"], imitates="phone"
    )

    assert re.fullmatch(r"\+34 6\d\d \d\d \d\d \d\d", mobile)
    assert re.fullmatch(r"9\d{8}", landline)
    assert re.fullmatch(r"\+44 2\d \d{4} \d{4}", british)


def test_documents_have_the_right_letter():
    dni, nie, company, public = fakes(
        ["12345678Z", "X1234567L", "A-58818501", "Q2826000H"], imitates="dni"
    )

    assert is_document(dni)
    assert dni[0].isdigit()
    assert is_document(nie)
    assert nie[0] in "XYZ"
    assert is_document(company)
    assert company[:2] == "A-"
    assert is_document(public)
    assert public[0] == "Q"
    assert public[-1].isalpha()


@given(st.sets(st.from_regex(r"[0-9]{2}", fullmatch=True), max_size=45))
def test_no_fake_is_a_real_value_nor_used_twice(values):
    made = fakes(sorted(values))

    assert len(set(made)) == len(values)
    assert not set(made) & values


def test_a_thousand_names_are_nobody_of_the_column():
    names = fakes([f"Ana Ruiz {number}" for number in range(1000)], imitates="name")

    again = fakes(names, imitates="name")

    assert len(set(again)) == 1000
    assert not {name.casefold() for name in again} & {name.casefold() for name in names}


def test_the_same_chance_gives_the_same_fakes():
    assert fakes(["Ana Gil"], imitates="name") == fakes(["Ana Gil"], imitates="name")
    assert FakeValue("x").relabel(["1234567"], CONTEXT) != FakeValue("x").relabel(
        ["1234567"], TechniqueContext(Randomness(b"another table"))
    )


def test_nulls_stay_and_identities_are_given():
    applied = FakeValue("x").apply(Cells.of({"x": ["123456", None, "123456"]}), CONTEXT)

    first, null, third = applied.cells.column("x")
    assert first == third
    assert null is None
    assert applied.identities[0].pseudonyms == {"123456": first}


@pytest.mark.parametrize("values", [[str(n) for n in range(10)], [""], ["--"]], ids=repr)
def test_no_room_is_an_error(values):
    with pytest.raises(DataError, match="Column 'x': there are not enough texts"):
        fakes(values)


@pytest.mark.parametrize(
    ("imitates", "text"), [("pattern", "Muñoz-1234"), ("dni", "12345678A")], ids=str
)
def test_values_of_another_format_are_counted_and_not_shown(imitates, text):
    with pytest.raises(DataError, match="Column 'x': 1 distinct value") as caught:
        fakes(["12345678Z", text], imitates=imitates)

    assert text not in str(caught.value)


@pytest.mark.parametrize(
    "wrong", [{"column": ""}, {"imitates": "dog"}, {"language": "fr"}], ids=repr
)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError):
        FakeValue(**{"column": "x", **wrong})


def test_names_in_english():
    assert fakes(["John Smith"], imitates="name", language="en") != fakes(
        ["John Smith"], imitates="name", language="es"
    )


def test_what_is_no_telephone_is_refused_because_it_would_stay():
    for value in ("Ana Ruiz 612345678", "+34 \u0666\u0661\u0662 345 678"):
        with pytest.raises(DataError, match="of a telephone") as refused:
            fakes([value, "923123456"], imitates="phone")
        assert value not in str(refused.value)
