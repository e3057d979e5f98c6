"""Random pseudonyms."""

from __future__ import annotations

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.pseudonyms.pseudonym import PERSONAL_DATA
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym

CONTEXT = TechniqueContext(Randomness(b"chance"))


def test_equal_values_share_a_code_and_nulls_stay():
    cells = Cells.of({"name": ["Ana", None, "Luis", "Ana"], "age": ["31", "40", None, "31"]})

    applied = RandomPseudonym("name", length=6).apply(cells, CONTEXT)

    ana, null, luis, ana_again = applied.cells.column("name")
    assert ana == ana_again != luis
    assert null is None
    assert all(len(code) == 6 and code.isdigit() and code[0] != "0" for code in (ana, luis))
    assert applied.cells.column("age").tolist() == ["31", "40", None, "31"]
    assert applied.identities[0].column == "name"
    assert applied.identities[0].pseudonyms == {"Ana": ana, "Luis": luis}
    assert applied.warnings == (PERSONAL_DATA,)


def test_the_table_given_stays_as_it_is():
    cells = Cells.of({"name": ["Ana", "Luis"]})

    RandomPseudonym("name").apply(cells, CONTEXT)

    assert cells.column("name").tolist() == ["Ana", "Luis"]


def test_no_code_is_one_that_a_vault_knows():
    """60 of the 900 codes are taken: of 600 blind draws one would be, surely."""
    taken = {str(100 + number) for number in range(60)}
    context = TechniqueContext(Randomness(b"chance"), taken={"name": taken})
    people = [f"person {number}" for number in range(30)]

    for _ in range(20):
        assert not taken & set(RandomPseudonym("name", length=3).relabel(people, context))
    with pytest.raises(DataError, match="90 distinct values or codes in use"):
        RandomPseudonym("name", length=2).relabel(people, context)


def test_letters_are_capitals():
    codes = RandomPseudonym("name", length=6, symbols="letters").relabel(list("abcdef"), CONTEXT)

    assert all(len(code) == 6 and code.isalpha() and code.isupper() for code in codes)


def test_a_second_table_gets_other_codes():
    technique = RandomPseudonym("name")
    names = [f"person {number}" for number in range(100)]

    assert not set(technique.relabel(names, CONTEXT)) & set(technique.relabel(names, CONTEXT))


def test_no_code_is_used_twice_nor_is_a_real_value():
    crowded = [str(number) for number in range(100, 190)]

    codes = RandomPseudonym("ward", length=3).relabel(crowded, CONTEXT)

    assert len(set(codes)) == 90
    assert not set(codes) & set(crowded)


def test_every_symbol_is_as_likely():
    codes = RandomPseudonym("id", length=20, symbols="letters").relabel(
        [str(number) for number in range(20_000)], CONTEXT
    )

    counts = {letter: sum(code.count(letter) for code in codes) for letter in "AMZ"}
    expected = 20 * 20_000 / 26
    assert all(abs(count - expected) < 6 * expected**0.5 for count in counts.values())


def test_too_little_room_names_the_length_that_is_enough():
    with pytest.raises(DataError, match=r"'id' has 1000 distinct values.*at least 5\."):
        RandomPseudonym("id", length=3).relabel([f"p{n}" for n in range(1000)], CONTEXT)


@pytest.mark.parametrize("cells", [[], [None, None]])
def test_nothing_to_do(cells):
    applied = RandomPseudonym("name").apply(Cells.of({"name": cells}), CONTEXT)

    assert applied.cells.column("name").tolist() == cells
    assert applied.identities[0].pseudonyms == {}


@pytest.mark.parametrize(
    "wrong",
    [{"column": ""}, {"length": 0}, {"length": 65}, {"length": 6.5}, {"symbols": "runes"}],
    ids=repr,
)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError):
        RandomPseudonym(**{"column": "name", **wrong})


def test_a_column_that_is_not_there():
    with pytest.raises(DataError, match="There is no column 'nombre'"):
        RandomPseudonym("nombre").apply(Cells.of({"name": ["Ana"]}), CONTEXT)
