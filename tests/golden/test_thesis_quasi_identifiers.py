"""Tables 7.1 and 7.2 of the thesis (§7.5.1), after Omer and Mohamad, JATIT 89(2), 2016."""

import pytest

from celosia.proposals import choose
from celosia.proposals.quasi_identifiers import threshold

TABLE_7_1 = {
    ("Edad",): 91,
    ("Sexo",): 2,
    ("Raza",): 5,
    ("Edad", "Sexo"): 182,
    ("Edad", "Raza"): 449,
    ("Sexo", "Raza"): 10,
    ("Edad", "Sexo", "Raza"): 881,
}
TABLE_7_2 = {
    ("Código postal",): 21648,
    ("Sexo",): 2,
    ("Raza",): 5,
    ("Código postal", "Sexo"): 22019,
    ("Código postal", "Raza"): 21942,
    ("Sexo", "Raza"): 10,
    ("Código postal", "Sexo", "Raza"): 22188,
}


def test_table_7_1_needs_the_three_columns():
    assert choose(TABLE_7_1) == ("Edad", "Sexo", "Raza")


def test_table_7_2_needs_only_the_postcode():
    assert choose(TABLE_7_2) == ("Código postal",)


def test_without_tolerance_it_is_the_article_s_method():
    assert choose(TABLE_7_2, tolerance=0) == ("Código postal", "Sexo", "Raza")


@pytest.mark.parametrize(("distinct", "enough"), [(2000, True), (1909, True), (1908, False)])
def test_the_thesis_accepts_1909_of_2010(distinct, enough):
    assert (distinct >= threshold(2010, 0.05)) is enough
