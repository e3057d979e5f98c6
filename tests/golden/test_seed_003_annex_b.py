"""The guide's annex B (seed 003): the suggested technique of each common attribute, as printed.

Its random examples (perturbation, swapping, pseudonyms) are tested where those techniques are.
"""

from __future__ import annotations

import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.techniques.generalization.categories import HierarchyLevel, RareToOthers
from celosia.techniques.generalization.coordinate_rounding import CoordinateRounding
from celosia.techniques.generalization.date_period import DatePeriod
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.generalization.rounding import Rounding
from celosia.techniques.masking.format_masking import FormatMasking
from celosia.techniques.suppression.column_suppression import AttributeSuppression

JOBS = Hierarchy.from_rows(
    "atributo",
    [
        ("Consejero Delegado", "Oficial de nivel C"),
        ("Jefe de Equipo, Desarrollo de Software", "Gerente de TI"),
        ("Speedy Taxi Ltd", "Transporte y almacenamiento"),
        ("Calle Serrano, 40 3ºD", "Distrito Salamanca, 28006 Madrid"),
    ],
)
CONTEXT = TechniqueContext(Randomness(b"secret"), hierarchies={"atributo": JOBS})


def result(technique, *cells):
    made = technique.apply(Cells.of({"atributo": cells}), CONTEXT).cells
    return made.column("atributo").tolist()


def test_direct_identifiers_are_suppressed():
    table = Cells.of({"nombre": ["John Tan"], "edad": ["24"]})

    assert AttributeSuppression(("nombre",)).apply(table, CONTEXT).cells.names == ("edad",)


def test_age_height_and_weight_in_ranges_of_5():
    """The guide prints 21 a 25; the label is 21-25, which every reader of labels knows."""
    assert result(FixedIntervals("atributo", 5, origin=1), "24", "39", "18") == [
        "21-25",
        "36-40",
        "16-20",
    ]


def test_rare_ethnic_groups_become_others():
    groups = ["Indio", "Chino", "Chino", "Malayo", "Euroasiático"]

    assert result(RareToOthers("atributo", least=2), *groups) == [
        "Otros",
        "Chino",
        "Chino",
        "Otros",
        "Otros",
    ]


def test_dates_of_birth_to_month_and_year():
    """The guide names the months (Feb 2003, Agosto 1990, Dic 1998); ours are numbered."""
    dates = ["2003-02-01", "1990-08-15", "1998-12-30"]

    assert result(DatePeriod("atributo", "month"), *dates) == ["2003-02", "1990-08", "1998-12"]
    assert result(DatePeriod("atributo", "year"), *dates) == ["2003", "1990", "1998"]


@pytest.mark.parametrize(
    ("format", "before", "after"),
    [
        ("postcode", "117438", "11xxxx"),
        ("postcode", "28029", "28xxx"),
        ("ip", "12.120.210.88", "12.120.xxx.xxx"),
        ("plate", "SMF1234A", "SMF1xxxx"),
        ("vin", "1234567890", "1234567xxx"),
    ],
)
def test_masks_are_as_printed(format, before, after):
    """The postcode of five digits is the example of step 3."""
    assert result(FormatMasking("atributo", format, symbol="x"), before) == [after]


def test_the_last_80_bits_of_ipv6_are_masked():
    """The guide prints the fifth group as 000, and a hyphen that no address has."""
    before = "2001:0db8:85a3:0000:000:8a2e:0370:7334"

    made = result(FormatMasking("atributo", "ip", symbol="x"), before)

    assert made == ["2001:0db8:85a3:xxxx:xxxx:xxxx:xxxx:xxxx"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Consejero Delegado", "Oficial de nivel C"),
        ("Jefe de Equipo, Desarrollo de Software", "Gerente de TI"),
        ("Speedy Taxi Ltd", "Transporte y almacenamiento"),
        ("Calle Serrano, 40 3ºD", "Distrito Salamanca, 28006 Madrid"),
    ],
)
def test_job_titles_companies_and_addresses_by_a_taxonomy(before, after):
    """The guide prints the district without the address; that one is of its next example."""
    assert result(HierarchyLevel("atributo", 1), before) == [after]


def test_gps_to_three_decimals():
    assert result(CoordinateRounding("atributo", 3), "1.27434, 103.79967") == ["1.274, 103.800"]


def test_a_salary_to_the_nearest_10000():
    """The example of step 3, there written $ 256,654."""
    assert result(Rounding("atributo", 10_000), "256654") == ["260000"]
