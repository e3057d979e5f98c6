"""Format-preserving pseudonyms, and the FF1 samples of NIST."""

from __future__ import annotations

import pytest
from ffx import FF1
from hypothesis import given, strategies as st

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.pseudonyms.format_preserving import (
    FormatPreservingPseudonym,
    is_document,
    plain_format,
)

CONTEXT = TechniqueContext(Randomness(b"chance"), key=bytes(range(32)))
KEY_128 = "2B7E151628AED2A6ABF7158809CF4F3C"
KEY_192 = KEY_128 + "EF4359D8D580AA4F"
KEY_256 = KEY_192 + "7F036D6F04FC6A94"
TEN = "39383736353433323130"
ELEVEN = "3737373770717273373737"
DIGITS, LETTERS = "0123456789", "0123456789abcdefghi"


@pytest.mark.parametrize(
    ("key", "tweak", "text", "enciphered"),
    [
        (KEY_128, "", DIGITS, "2433477484"),
        (KEY_128, TEN, DIGITS, "6124200773"),
        (KEY_128, ELEVEN, LETTERS, "a9tv40mll9kdu509eum"),
        (KEY_192, "", DIGITS, "2830668132"),
        (KEY_192, TEN, DIGITS, "2496655549"),
        (KEY_192, ELEVEN, LETTERS, "xbj3kv35jrawxv32ysr"),
        (KEY_256, "", DIGITS, "6657667009"),
        (KEY_256, TEN, DIGITS, "1001623463"),
        (KEY_256, ELEVEN, LETTERS, "xs8a0azh2avyalyzuwd"),
    ],
)
def test_the_library_gives_the_nine_samples_of_nist(key, tweak, text, enciphered):
    """NIST, *Cryptographic Standards and Guidelines: examples with intermediate values*, FF1."""
    cipher = FF1(bytes.fromhex(key), radix=10 if text == DIGITS else 36)

    assert cipher.encrypt(text, tweak=bytes.fromhex(tweak)) == enciphered
    assert cipher.decrypt(enciphered, tweak=bytes.fromhex(tweak)) == text


def test_the_format_stays_and_the_key_leads_back():
    phones = ["+34 612 345 678", "612-34-56-78", "AB1234cd"]
    technique = FormatPreservingPseudonym("phone")

    pseudonyms = technique.relabel(phones, CONTEXT)

    assert [plain_format(text) for text in pseudonyms] == [plain_format(text) for text in phones]
    assert all(ours != real for ours, real in zip(pseudonyms, phones, strict=True))
    assert [p for text in pseudonyms for p in text if not p.isalnum()] == [
        p for text in phones for p in text if not p.isalnum()
    ]
    assert technique.restored(pseudonyms, CONTEXT) == phones


def test_a_dni_keeps_its_format_and_gets_the_right_letter():
    documents = ["12345678Z", "12.345.678-z", "X1234567L", "1234567L", "A58818501"]
    technique = FormatPreservingPseudonym("dni", dni=True)

    pseudonyms = technique.relabel(documents, CONTEXT)

    assert all(map(is_document, pseudonyms))
    assert pseudonyms[1][2::4] == "..-"
    assert pseudonyms[1][-1].islower()
    assert pseudonyms[2][0] in "XYZ"
    assert technique.restored(pseudonyms, CONTEXT) == documents


def test_attributes_and_keys_are_told_apart():
    other_key = TechniqueContext(Randomness(b"chance"), key=bytes(32))

    codes = [
        FormatPreservingPseudonym("card").relabel(["4111111111111111"], CONTEXT),
        FormatPreservingPseudonym("account").relabel(["4111111111111111"], CONTEXT),
        FormatPreservingPseudonym("card").relabel(["4111111111111111"], other_key),
        FormatPreservingPseudonym("card").relabel(["4111-1111-1111-1111"], CONTEXT),
    ]

    digits = {code[0].replace("-", "") for code in codes}
    assert len(digits) == 4
    assert (
        FormatPreservingPseudonym("x", attribute="card").relabel(["4111111111111111"], CONTEXT)
        == codes[0]
    )


@given(st.lists(st.from_regex(r"[A-Z]{2}-[0-9]{6}[a-z]", fullmatch=True), unique=True))
def test_it_is_a_permutation_that_can_be_undone(values):
    technique = FormatPreservingPseudonym("code")

    pseudonyms = technique.relabel(values, CONTEXT)

    assert len(set(pseudonyms)) == len(values)
    assert technique.restored(pseudonyms, CONTEXT) == values


def test_nulls_stay_and_identities_are_given():
    applied = FormatPreservingPseudonym("id").apply(Cells.of({"id": [None, "1234567"]}), CONTEXT)

    null, code = applied.cells.column("id")
    assert null is None
    assert applied.identities[0].pseudonyms == {"1234567": code}


def test_short_values_are_refused_without_being_shown():
    with pytest.raises(DataError, match=r"'ward': 1 distinct value.*1,000,000") as caught:
        FormatPreservingPseudonym("ward").relabel(["73421", "7342198"], CONTEXT)

    assert "73421" not in str(caught.value)


@pytest.mark.parametrize("text", ["Muñoz Gutiérrez", "12345678Ω", "1234\n5678"])
def test_an_unknown_alphabet_names_the_column_and_not_the_value(text):
    with pytest.raises(DataError, match="Column 'name': 1 distinct value") as caught:
        FormatPreservingPseudonym("name").relabel(["Garcia Lopez", text], CONTEXT)

    assert text not in str(caught.value)


@pytest.mark.parametrize("text", ["12345678A", "12345678", "A1234567L", "hello", ""])
def test_what_is_no_dni_is_counted(text):
    with pytest.raises(DataError, match="'dni': 1 distinct value is not a DNI"):
        FormatPreservingPseudonym("dni", dni=True).relabel(["12345678Z", text], CONTEXT)


def test_no_key():
    with pytest.raises(ParameterError, match="needs a key"):
        FormatPreservingPseudonym("id").relabel(
            ["1234567"], TechniqueContext(Randomness(b"chance"))
        )


@pytest.mark.parametrize("wrong", [{"column": ""}, {"dni": 1}, {"attribute": None}], ids=repr)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError):
        FormatPreservingPseudonym(**{"column": "id", **wrong})
