"""Keyed pseudonyms."""

from __future__ import annotations

import hmac

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.pseudonyms.keyed_pseudonym import KeyedPseudonym

KEY = bytes(range(32))
CONTEXT = TechniqueContext(Randomness(b"chance"), key=KEY)
OTHER_KEY = TechniqueContext(Randomness(b"chance"), key=bytes(32))
VALUES = [f"{number:08d}" for number in range(200)]


def hkdf(secret: bytes, info: bytes) -> bytes:
    """RFC 5869 with an empty salt, written out for one block."""
    extracted = hmac.digest(bytes(32), secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def test_it_is_the_hmac_under_the_attributes_own_key():
    key = hkdf(KEY, b"celosia 1\0keyed-pseudonym\0dni")

    assert KeyedPseudonym("dni", length=64).relabel(["12345678Z"], CONTEXT) == [
        hmac.digest(key, b"12345678Z", "sha256").hex()
    ]


def test_the_same_key_gives_the_same_code_in_another_table():
    january = KeyedPseudonym("dni").relabel(VALUES, CONTEXT)
    february = KeyedPseudonym("dni").relabel(VALUES[::-1], CONTEXT)

    assert january == february[::-1]


def test_tables_that_name_the_column_differently_can_be_joined():
    here = KeyedPseudonym("dni", attribute="nif").relabel(VALUES, CONTEXT)
    there = KeyedPseudonym("nif").relabel(VALUES, CONTEXT)

    assert here == there


@pytest.mark.parametrize(
    ("technique", "context"),
    [
        (KeyedPseudonym("phone"), CONTEXT),
        (KeyedPseudonym("dni"), OTHER_KEY),
        (KeyedPseudonym("dni", fresh=True), CONTEXT),
    ],
    ids=["another attribute", "another key", "fresh"],
)
def test_nothing_else_shares_a_code(technique, context):
    assert not set(technique.relabel(VALUES, context)) & set(
        KeyedPseudonym("dni").relabel(VALUES, CONTEXT)
    )


def test_fresh_codes_differ_every_time_but_not_inside_a_table():
    fresh = KeyedPseudonym("dni", fresh=True)
    cells = Cells.of({"dni": ["1", "2", None, "1"]})

    first, second = (fresh.apply(cells, CONTEXT).cells.column("dni") for _ in range(2))

    assert first[0] == first[3] != first[1]
    assert first[2] is None
    assert not {first[0], first[1]} & {second[0], second[1]}


def test_a_million_values_share_no_code():
    codes = KeyedPseudonym("id").relabel([str(number) for number in range(1_000_000)], CONTEXT)

    assert len(set(codes)) == 1_000_000


def test_codes_too_short_are_found_out():
    with pytest.raises(DataError, match=r"'id': \d+ of 300000 distinct values.*length above 8"):
        KeyedPseudonym("id", length=8).relabel([str(n) for n in range(300_000)], CONTEXT)


def test_no_key():
    with pytest.raises(ParameterError, match="needs a key"):
        KeyedPseudonym("dni").relabel(VALUES, TechniqueContext(Randomness(b"chance")))


def test_a_key_that_can_be_guessed():
    with pytest.raises(ParameterError, match="6 bytes"):
        KeyedPseudonym("dni").relabel(
            VALUES, TechniqueContext(Randomness(b"chance"), key=b"secret")
        )


@pytest.mark.parametrize(
    "wrong",
    [{"column": ""}, {"length": 7}, {"length": 65}, {"fresh": "yes"}, {"attribute": 3}],
    ids=repr,
)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError):
        KeyedPseudonym(**{"column": "dni", **wrong})


@pytest.mark.parametrize("cells", [[], [None], ["", "ñandú 🐦"]], ids=repr)
def test_any_column_will_do(cells):
    changed = KeyedPseudonym("x").apply(Cells.of({"x": cells}), CONTEXT).cells.column("x").tolist()

    assert [cell is None for cell in changed] == [cell is None for cell in cells]
