from __future__ import annotations

from itertools import product

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext, ValueTechnique
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.masking.character_masking import CharacterMasking
from celosia.techniques.masking.checksums import DNI, IBAN, LUHN, NIE, VIN
from celosia.techniques.masking.format_masking import FormatMasking

CONTEXT = TechniqueContext(Randomness(b"secret"))


def applied(technique, *cells):
    return technique.apply(Cells.of({"c": cells}), CONTEXT)


def masked(technique, *cells):
    return applied(technique, *cells).cells.column("c").tolist()


@pytest.mark.parametrize(
    ("parameters", "result"),
    [
        ({"mask_last": 4}, "37****"),
        ({"mask_first": 2}, "**0032"),
        ({"mask_first": 1, "mask_last": 2}, "*700**"),
        ({"keep_first": 1}, "3*****"),
        ({"keep_last": 2}, "****32"),
        ({"keep_first": 1, "keep_last": 1}, "3****2"),
        ({}, "******"),
        ({"keep_first": 2, "symbols": 3}, "37***"),
        ({"mask_last": 4, "symbols": 1}, "37*"),
        ({"mask_last": 4, "symbol": "x"}, "37xxxx"),
    ],
)
def test_characters_are_masked_at_the_ends_or_between_them(parameters, result):
    assert masked(CharacterMasking("c", **parameters), "370032", None) == [result, None]


@pytest.mark.parametrize("parameters", [{"keep_first": 4}, {"mask_last": 4}], ids=str)
def test_a_short_text_is_masked_whole(parameters):
    assert masked(CharacterMasking("c", **parameters), "ab", "abcd", "") == ["**", "****", ""]


def test_lengths_that_differ_are_told_unless_all_masks_are_alike():
    names = ["Ana", "Guillermo", "Eva"]

    told = applied(CharacterMasking("c", keep_first=1), *names).warnings
    alike = applied(CharacterMasking("c", keep_first=1, symbols=3), *names).warnings

    assert "2 different lengths; held by a single value: 1" in str(told[0])
    assert "2 longitudes distintas; de un solo valor: 1" in told[0].text("es")
    assert alike == ()


@pytest.mark.parametrize(
    ("format", "cells", "advice"),
    [
        ("email", ["ana@a.es", "guillermo@a.es"], "set symbols"),
        ("plate", ["1234 BCD", "12345 BC"], "'masking' with symbols"),
    ],
)
def test_what_is_advised_against_lengths_can_be_done(format, cells, advice):
    told = applied(FormatMasking("c", format, misfits="mask"), *cells, "?").warnings

    assert advice in str(told[0])
    assert "symbols" in told[0].text("es")


def test_misfits_have_as_many_symbols_as_the_others():
    mask = FormatMasking("c", "email", symbols=3, misfits="mask")

    assert masked(mask, "ana@a.es", "nobody", "?") == ["***@a.es", "***", "***"]


def test_a_hidden_dni_letter_hides_nothing():
    warning = applied(CharacterMasking("c", mask_last=1), "12345678Z", "00000000T", None).warnings[
        0
    ]

    assert "DNI letter" in str(warning)
    assert "leaves 1 of 23 candidates" in str(warning)
    assert "letra del DNI" in warning.text("es")
    assert "12345678" not in str(warning) + warning.text("es")


def test_enough_hidden_digits_are_not_told():
    assert applied(CharacterMasking("c", keep_last=3), "12345678Z", "00000000T").warnings == ()


def test_a_column_without_checks_has_no_warning_of_them():
    assert applied(CharacterMasking("c", mask_last=1), "12345678A", "00000000B").warnings == ()


@pytest.mark.parametrize(
    ("check", "value", "hidden", "signs"),
    [
        (LUHN, "4111-1111-1111-1111", (0, 6, 18), "0123456789"),
        (DNI, "12.345.678-z", (3, 4, 11), "0123456789TRWAGMYFPDXBNJZSQVHLCKE"),
        (NIE, "X1234567L", (0, 3, 7), "0123456789XYZ"),
        (IBAN, "ES91 2100 0418 4502 0005 1332", (2, 3, 28), "0123456789"),
        (IBAN, "GB82 WEST 1234 5698 7654 32", (5, 21), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        (VIN, "1M8GDM9AXKP042788", (8, 15, 16), "0123456789X"),
    ],
)
def test_candidates_are_those_that_trying_all_finds(check, value, hidden, signs):
    classes = [str.isdigit if value[place].isdigit() else str.isalpha for place in hidden]
    if check is VIN:
        classes[0] = str.isalnum
    found = 0
    for chosen in product(signs, repeat=len(hidden)):
        if all(fits(sign) for fits, sign in zip(classes, chosen, strict=True)):
            tried = list(value)
            for place, sign in zip(hidden, chosen, strict=True):
                tried[place] = sign
            found += check.holds("".join(tried))

    assert check.holds(value)
    assert check.candidates(value, hidden) == found


@pytest.mark.parametrize("check", [LUHN, DNI, NIE, IBAN, VIN])
@pytest.mark.parametrize("text", ["", "x", "4111111111111112", "12345678A", "X1234567A", "ß" * 9])
def test_checks_of_other_texts_do_not_hold(check, text):
    assert not check.holds(text)


@pytest.mark.parametrize(
    ("parameters", "value", "result"),
    [
        ({"format": "email"}, "ana.ruiz@salud.es", "********@salud.es"),
        ({"format": "email", "symbols": 3}, "ana.ruiz@salud.es", "***@salud.es"),
        ({"format": "email", "keep_domain": False}, "ana@salud.es", "***@********"),
        (
            {"format": "email", "keep_domain": False, "symbols": 2},
            "ana@salud.es",
            "**@**",
        ),
        ({"format": "card"}, "4111 1111 1111 1111", "**** **** **** 1111"),
        ({"format": "card"}, "4111111111111111", "************1111"),
        ({"format": "ip"}, "192.168.1.10", "192.168.***.***"),
        ({"format": "ip"}, "fe80::1%eth0", "fe80:0000:0000:****:****:****:****:****"),
        ({"format": "plate"}, "1234 BCD", "123* ***"),
        ({"format": "plate"}, "M-1234-AB", "M-12**-**"),
        ({"format": "vin"}, "1M8GDM9AXKP042788", "1M8GDM9AXKP042***"),
        ({"format": "postcode"}, "28029", "28***"),
        ({"format": "postcode"}, "SW1A 1AA", "SW** ***"),
    ],
)
def test_each_format_is_masked_where_it_identifies(parameters, value, result):
    assert masked(FormatMasking("c", **parameters), value, None) == [result, None]


@pytest.mark.parametrize("format", ["email", "card", "ip", "plate", "vin", "postcode"])
def test_other_texts_are_refused_or_masked_whole(format):
    with pytest.raises(DataError, match="of 1 distinct value, 1 cannot be read") as error:
        masked(FormatMasking("c", format), "¿no sé?")

    assert "sé" not in str(error.value)
    assert masked(FormatMasking("c", format, misfits="mask"), "¿no sé?") == ["*******"]


def test_three_hidden_characters_of_a_vin_are_few_with_its_check_digit():
    warning = applied(FormatMasking("c", "vin"), "1M8GDM9AXKP042788").warnings[0]

    assert "VIN check digit" in str(warning)
    assert "of 1000 candidates" in str(warning)


def test_twelve_hidden_digits_of_a_card_are_many():
    assert applied(FormatMasking("c", "card"), "4111111111111111").warnings == ()


def test_empty_columns_stay_empty():
    assert masked(CharacterMasking("c", mask_last=2)) == []
    assert masked(FormatMasking("c", "ip"), None) == [None]


@pytest.mark.parametrize("mask", [CharacterMasking("c"), FormatMasking("c", "ip")], ids=repr)
def test_engines_may_run_it_by_a_join(mask):
    assert isinstance(mask, ValueTechnique)
    assert mask.changes == ("c",)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: CharacterMasking("c", mask_last=2, keep_first=1),
        lambda: CharacterMasking("c", mask_last=-1),
        lambda: CharacterMasking("c", symbols=0),
        lambda: CharacterMasking("c", symbol="xx"),
        lambda: CharacterMasking("c", symbol=" "),
        lambda: FormatMasking("c", "phone"),
        lambda: FormatMasking("c", "ip", symbols=3),
        lambda: FormatMasking("c", "ip", keep_domain=False),
        lambda: FormatMasking("c", "email", misfits="ignore"),
        lambda: FormatMasking("c", "email", keep_domain="no"),
    ],
)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError):
        wrong()
