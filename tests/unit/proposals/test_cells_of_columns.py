import pytest

import celosia
from celosia.core.schema import Role
from celosia.core.values import ValueCounts
from celosia.proposals import count_inside, find_missing_codes

AGES = [str(18 + i % 60) for i in range(600)]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        ([*AGES, *["NULL"] * 4, *["N/A"] * 2, *["s/d"] * 3], {"NULL": 4, "N/A": 2, "s/d": 3}),
        ([*AGES, *["-"] * 4, "?", "."], {"-": 4, "?": 1, ".": 1}),
        ([*AGES, *["999"] * 5, *["-1"] * 5], {"999": 5, "-1": 5}),
        ([*AGES, *["99"] * 300], {"99": 300}),
        ([str(i) for i in range(100)] * 5, {}),
        ([str(i - 30) for i in range(60)] * 5, {}),
        (["alto", "bajo", "desconocido", "No consta"] * 5, {"No consta": 5, "desconocido": 5}),
        (["M", "NA", "SE", "BI", "VI", "SS", "LO"] * 5, {}),
        (["2020-01-01", "2021-05-07", "9999-12-31"] * 5, {"9999-12-31": 5}),
        (["-"] * 9, {}),
        ([None] * 5, {}),
    ],
)
def test_codes_that_mean_that_nothing_is_known(cells, found):
    assert find_missing_codes(ValueCounts.of(cells)) == found


def test_a_column_is_judged_without_them_and_they_are_read_as_nulls_when_accepted(tmp_path):
    path = tmp_path / "people.csv"
    rows = [f"{age},{'HM'[i % 2]}" for i, age in enumerate([*AGES, *["s/d"] * 20])]
    path.write_text("\n".join(["edad,sexo", *rows]) + "\n", encoding="utf-8")

    with celosia.read(path) as table:
        age = celosia.propose(table).columns[0]
    with celosia.read(path, celosia.ReadOptions(null_values=("s/d",))) as table:
        accepted = celosia.propose(table).columns[0]

    assert (age.role.kind, age.missing) == ("age", {"s/d": 20})
    assert "s/d (20)" in " ".join(said.text("es") for said in age.why)
    assert (accepted.nulls, accepted.missing) == (20, {})


def test_free_text_is_left_out_and_what_it_holds_counted_by_kind(tmp_path):
    texts = [f"Acude por dolor desde hace {i} días y se va a casa sin más" for i in range(40)]
    texts += [f"Visita {i}: llamar a Ana Ruiz al 612 345 678 antes de las doce" for i in range(9)]
    texts += [f"Nota {i} de la paciente con DNI 12345678Z y correo ana@salud.es" for i in range(5)]
    path = tmp_path / "notes.csv"
    path.write_text("\n".join(["c1", *texts]) + "\n", encoding="utf-8")

    with celosia.read(path) as table:
        column = celosia.propose(table).columns[0]

    assert column.role.role is Role.IDENTIFIER
    assert column.inside == {"names": 9, "phones": 9, "emails": 5, "official": 5}
    told = " ".join(said.text() for said in column.why)
    assert "telephones: 9" in told
    assert not any(secret in told for secret in ("Ana", "612", "12345678Z", "salud"))


def test_texts_without_persons_hold_nothing():
    assert count_inside(ValueCounts.of(["dolor de cabeza", "Hospital de León", "12/05/2020"])) == {}
