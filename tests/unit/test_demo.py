import csv
import hashlib
import re
from datetime import date

import pytest

from celosia.core.schema import Role
from celosia.core.values import ValueCounts
from celosia.demo import hospital, write_hospital
from celosia.errors import ParameterError
from celosia.proposals import Kind, detect, propose_role

HEADER, ROWS = hospital(rows=5_000, seed=7)
COLUMNS = dict(zip(HEADER, zip(*ROWS, strict=True), strict=True))


def test_columns():
    assert HEADER == (
        "nhc",
        "dni",
        "nombre",
        "sexo",
        "fecha_nacimiento",
        "codigo_postal",
        "municipio",
        "provincia",
        "nacionalidad",
        "estado_civil",
        "fecha_ingreso",
        "servicio",
        "diagnostico",
        "dias_estancia",
        "coste",
    )
    assert len(ROWS) == 5_000


def test_same_seed_same_bytes(tmp_path):
    digests = [
        hashlib.sha256(write_hospital(tmp_path / name, 500, seed).read_bytes()).hexdigest()
        for name, seed in (("a.csv", 1), ("b.csv", 1), ("c.csv", 2))
    ]

    assert digests[0] == digests[1] != digests[2]


def test_the_file_reads_back(tmp_path):
    path = write_hospital(tmp_path / "hospital.csv", rows=200, seed=3)

    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter=";")

    expected_header, expected = hospital(rows=200, seed=3)
    assert tuple(header) == expected_header
    assert rows == [[cell or "" for cell in row] for row in expected]


def test_history_numbers_and_documents_are_valid_and_unique():
    assert len(set(COLUMNS["nhc"])) == len(set(COLUMNS["dni"])) == 5_000
    found = detect("x", ValueCounts.of(list(COLUMNS["dni"])))
    assert (found.kind, found.share) == (Kind.NIF, 1.0)


def test_a_postcode_belongs_to_one_place_and_keeps_its_zero():
    codes = [c for c in COLUMNS["codigo_postal"] if c is not None]
    towns = {}
    for code, town in zip(COLUMNS["codigo_postal"], COLUMNS["municipio"], strict=True):
        if code is not None:
            towns.setdefault(code, set()).add(town)

    assert all(re.fullmatch(r"\d{5}", code) for code in codes)
    assert any(code.startswith("0") for code in codes)
    assert all(len(names) == 1 for names in towns.values())


def test_about_one_per_cent_of_postcodes_and_marital_statuses_are_null():
    nulls = {name: cells.count(None) / 5_000 for name, cells in COLUMNS.items() if None in cells}

    assert nulls == {
        "codigo_postal": pytest.approx(0.01, abs=0.006),
        "estado_civil": pytest.approx(0.01, abs=0.006),
    }


def test_nobody_is_admitted_before_birth():
    births, stays = COLUMNS["fecha_nacimiento"], COLUMNS["fecha_ingreso"]

    assert all(
        date.fromisoformat(b) <= date.fromisoformat(s) for b, s in zip(births, stays, strict=True)
    )


def test_diagnoses_follow_sex():
    pairs = set(zip(COLUMNS["sexo"], COLUMNS["diagnostico"], strict=True))

    assert ("Mujer", "O80 Parto único espontáneo") in pairs
    assert ("Hombre", "O80 Parto único espontáneo") not in pairs
    assert ("Mujer", "C61 Neoplasia maligna de próstata") not in pairs


def test_the_roles_that_are_proposed_for_it():
    roles = {
        name: propose_role(name, ValueCounts.of(list(cells))).role
        for name, cells in COLUMNS.items()
    }

    assert [n for n, r in roles.items() if r is Role.IDENTIFIER] == ["nhc", "dni", "nombre"]
    assert [n for n, r in roles.items() if r is Role.SENSITIVE] == ["diagnostico", "coste"]
    assert [n for n, r in roles.items() if r is Role.INSENSITIVE] == []


@pytest.mark.parametrize("rows", [0, 5_000_001])
def test_a_table_has_a_bounded_number_of_rows(rows):
    with pytest.raises(ParameterError):
        hospital(rows)
