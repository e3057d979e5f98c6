import pytest

from celosia.core.values import ValueCounts
from celosia.proposals import DetectedKind, Kind, detect

UNHINTED = {
    Kind.DNI: ["12345678Z", "00000000T", "99999999R"],
    Kind.NIE: ["X1234567L", "Y1234567X", "Z1234567R"],
    Kind.NIF: ["12345678Z", "X1234567L"],
    Kind.CIF: ["A58818501", "Q2826000H"],
    Kind.NUSS: ["281234567840", "08/00000001/27"],
    Kind.EMAIL: ["ana@example.org", "luis.gil+x@salud.es"],
    Kind.PHONE: ["+34 612 345 678", "+44 20 7946 0958"],
    Kind.IBAN: ["ES91 2100 0418 4502 0005 1332", "GB29NWBK60161331926819"],
    Kind.CARD: ["4111111111111111", "5500 0000 0000 0004"],
    Kind.IP: ["10.0.0.1", "2001:db8::1"],
    Kind.URL: ["https://example.org/a", "www.example.org"],
    Kind.UUID: ["123e4567-e89b-12d3-a456-426614174000"],
    Kind.PLATE: ["1234BCD", "5678-XYZ"],
    Kind.COORDINATE: ["40.41678, -3.70379", "41.38790, 2.16992"],
    Kind.DATE: ["2023-01-01", "2024-02-29"],
    Kind.SEX: ["Hombre", "Mujer", "No consta"],
}


@pytest.mark.parametrize("kind", UNHINTED, ids=str)
def test_strong_patterns_need_no_name(kind):
    assert detect("c1", ValueCounts.of(UNHINTED[kind])) == DetectedKind(kind, 1.0)


@pytest.mark.parametrize(
    ("name", "cells", "kind"),
    [
        ("edad", ["0", "37", "120"], Kind.AGE),
        ("telefono_movil", ["612345678", "912 345 678"], Kind.PHONE),
        ("CodigoPostal", ["01001", "28013"], Kind.POSTCODE),
        ("año_nacimiento", ["1950", "1999"], Kind.BIRTH_YEAR),
        ("fecha_nac", ["01/02/1950", "31/12/1999"], Kind.BIRTH_DATE),
        ("latitud", ["40.41678", "41.38790"], Kind.COORDINATE),
        ("diagnostico", ["I21.9", "C50.9", "U07.1"], Kind.ICD10),
        ("sexo", ["1", "2", "9"], Kind.SEX),
    ],
)
def test_weak_patterns_are_certain_with_a_name_that_confirms_them(name, cells, kind):
    assert detect(name, ValueCounts.of(cells)) == DetectedKind(kind, 1.0)


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["612345678", "712345678"], Kind.PHONE),
        (["01001", "28013"], Kind.POSTCODE),
        (["1950", "1999"], Kind.YEAR),
        (["I21.9", "C50.9"], Kind.ICD10),
        (["1931-05-01", "2003-08-15"], Kind.BIRTH_DATE),
    ],
)
def test_weak_patterns_without_a_name_are_guesses(cells, kind):
    assert detect("c1", ValueCounts.of(cells)) == DetectedKind(kind, 1.0, certain=False)


@pytest.mark.parametrize(
    "cells",
    [
        ["12345678A", "00000000A"],  # wrong letters
        ["4111111111111112", "5500000000000005"],  # wrong Luhn sum
        ["V", "F"],  # true and false
        ["31", "42"],  # may be anything
        ["3.5", "4.25"],
        [None, ""],
        [],
    ],
)
def test_nothing_is_detected_in_other_values(cells):
    assert detect("c1", ValueCounts.of(cells)) is None


def test_one_value_in_ten_may_be_wrong():
    emails = [f"p{i}@example.org" for i in range(9)]

    assert detect("c1", ValueCounts.of([*emails, "none"])) == DetectedKind(Kind.EMAIL, 0.9)
    assert detect("c1", ValueCounts.of([*emails[1:], "none", "-"])) is None


def test_consecutive_numbers_are_row_numbers():
    rows = ValueCounts.of([str(i) for i in range(1, 101)])

    assert detect("n", rows) == DetectedKind(Kind.ROW_NUMBER, 1.0)


def test_sentences_written_once_are_free_text():
    notes = [f"Acude a consulta número {i} por dolor torácico desde ayer" for i in range(30)]

    assert detect("obs", ValueCounts.of(notes)) == DetectedKind(Kind.FREE_TEXT, 1.0)


def test_a_sample_of_many_values_does_not_depend_on_their_order():
    cells = [f"p{i}@example.org" for i in range(5000)] + [f"x{i}" for i in range(300)]
    forward = ValueCounts(tuple(cells), (1,) * len(cells))
    backward = ValueCounts(tuple(reversed(cells)), (1,) * len(cells))

    assert detect("c1", forward) == detect("c1", backward)
    assert detect("c1", forward).kind is Kind.EMAIL
