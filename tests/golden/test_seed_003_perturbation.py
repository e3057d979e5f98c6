"""The guide's examples of swapping and perturbation (seed 003, annexes A and B).

They are drawn by chance, so what is tested is what the guide's result and ours have in common.
"""

from __future__ import annotations

import re
from datetime import date

import pytest
from tests.support.perturbed import changed, numbers

from celosia.techniques.perturbation.date_shift import DateShift
from celosia.techniques.perturbation.noise import UniformNoise
from celosia.techniques.perturbation.swapping import Swap

CUSTOMERS = {
    "persona": list("ABCDE"),
    "titulo": ["Profesor universitario", "Vendedor", "Abogado", "Profesional de TI", "Enfermera"],
    "nacimiento": ["03/01/1970", "05/02/1972", "07/03/1985", "10/04/1990", "13/05/1995"],
    "membresia": ["Plata", "Platino", "Oro", "Plata", "Plata"],
    "visitas": ["0", "5", "2", "1", "2"],
}
SWAPPED = {
    "persona": list("ABCDE"),
    "titulo": ["Abogado", "Enfermera", "Vendedor", "Profesional de TI", "Profesor universitario"],
    "nacimiento": ["10/04/1990", "07/03/1985", "13/05/1995", "03/01/1970", "05/02/1972"],
    "membresia": ["Plata", "Plata", "Platino", "Plata", "Oro"],
    "visitas": ["1", "2", "5", "2", "0"],
}
MOVED = ("titulo", "nacimiento", "membresia", "visitas")


@pytest.mark.parametrize("seed", range(5))
def test_annex_a_swapping_of_all_attributes(seed):
    ours = changed(Swap(MOVED), CUSTOMERS, seed)

    for after in (SWAPPED, ours):
        assert after["persona"] == CUSTOMERS["persona"]
        for name in MOVED:
            assert sorted(after[name]) == sorted(CUSTOMERS[name])
            assert after[name] != CUSTOMERS[name]
    assert not any(a == b for a, b in zip(ours["titulo"], CUSTOMERS["titulo"], strict=True))


def test_annex_b_swapping_of_locations_moves_both_coordinates_together():
    before = {
        "lat": ["1.27434", "1.26421", "1.26463"],
        "lon": ["103.79967", "103.80405", "103.82226"],
    }
    guide = {
        "lat": ["1.26463", "1.27434", "1.26421"],
        "lon": ["103.82226", "103.79967", "103.80405"],
    }

    found = [changed(Swap(("lat", "lon"), grouped=True), before, seed) for seed in range(10)]

    assert guide in found
    places = set(zip(before["lat"], before["lon"], strict=True))
    assert all(set(zip(after["lat"], after["lon"], strict=True)) == places for after in found)


SPEEDY, BEST, COLD = "Speedy Taxi Ltd", "Best Food Ltd", "No. 1 Cold Wear Pte Ltd"
SERRANO, MAYOR = "Calle Serrano, 40 3ºD", "Calle Mayor, 27 3ºB"
ANNEX_B_SWAPS = {
    "edad": (["24", "39", "18"], ["39", "18", "24"]),
    "genero": (["M", "M", "F", "M"], ["M", "F", "M", "M"]),
    "raza": (
        ["Indio", "Chino", "Chino", "Malayo", "Euroasiático"],
        ["Malayo", "Chino", "Indio", "Euroasiático", "Chino"],
    ),
    "nacimiento": (
        ["2003-02-01", "1990-08-15", "1998-12-30"],
        ["1998-12-30", "2003-02-01", "1990-08-15"],
    ),
    "direccion": ([SERRANO, MAYOR], [MAYOR, SERRANO]),
    "codigo_postal": (["117438", "828755"], ["828755", "117438"]),
    "cargo": (["CEO", "Director", "Gerente"], ["Gerente", "CEO", "Director"]),
    "empresa": ([SPEEDY, BEST, COLD], [BEST, COLD, SPEEDY]),
    "vacunacion": (
        ["Vacunado", "Primera dosis", "No vacunado"],
        ["Primera dosis", "No vacunado", "Vacunado"],
    ),
}
"""Every swap that annex B prints; it translates the title "Gerente" once as "Manager"."""


@pytest.mark.parametrize("name", ANNEX_B_SWAPS)
def test_annex_b_swaps_are_among_ours(name):
    before, guide = ANNEX_B_SWAPS[name]

    found = [changed(Swap((name,)), {name: before}, seed)[name] for seed in range(100)]

    assert guide in found
    assert all(sorted(after) == sorted(before) for after in found)


def test_annex_b_ages_within_5_years():
    before, guide = ["24", "39", "18"], ["25", "36", "17"]

    for after in (
        guide,
        *(changed(UniformNoise("e", width=5), {"e": before}, s)["e"] for s in "ab"),
    ):
        assert abs(numbers(after) - numbers(before)).max() <= 5
        assert all(cell.isdigit() for cell in after)


def degrees(places):
    return numbers([part for place in places for part in place.split(", ")])


@pytest.mark.parametrize("width", [0.005, 0.0005])
def test_annex_b_locations_within_a_few_hundred_metres(width):
    """The guide writes a latitude and a longitude in one cell, and moves each."""
    before = ["1.27434, 103.79967"] * 50

    after = changed(UniformNoise("gps", width=width), {"gps": before})["gps"]

    assert abs(degrees(["1.27834, 103.79767"]) - degrees(before[:1])).max() <= 0.005
    gaps = degrees(after) - degrees(before)
    assert abs(gaps).max() <= width + 1e-9
    assert abs(gaps[::2] - gaps[1::2]).min() > 0
    assert all(re.fullmatch(r"\d+\.\d{5}, \d+\.\d{5}", place) for place in after)


def test_annex_b_dates_of_birth_within_30_days():
    before = ["2003-02-01", "1990-08-15", "1998-12-30"]
    guide = ["2003-01-20", "1990-08-18", "1999-01-06"]

    for after in (guide, changed(DateShift(("d",), 30), {"d": before})["d"]):
        gaps = [
            (date.fromisoformat(b) - date.fromisoformat(a)).days
            for a, b in zip(before, after, strict=True)
        ]
        assert max(map(abs, gaps)) <= 30
        assert len(set(gaps)) == 3


@pytest.mark.parametrize(
    ("before", "guide", "width"), [("38.05", "42.00", 5), ("1200", "1700", 500)]
)
def test_annex_b_amounts_move_either_way(before, guide, width):
    """The guide prints 42 for a purchase of 38.05, and a salary of 1.700 for one of 1.200."""
    after = numbers(changed(UniformNoise("pago", width=width), {"pago": [before] * 50})["pago"])

    assert min(after) < float(before) < max(after)
    assert abs(numbers([guide, *map(str, after)]) - float(before)).max() <= width
