"""New tables: what their certificate may tell, and what is refused before anything is written."""

from __future__ import annotations

import json

import pytest

import celosia
from celosia.register.certificate import certificate_of, evidence_beside, private_beside
from celosia.techniques.tables import (
    Aggregation,
    Anatomization,
    DataForTesting,
    PrivateAggregation,
    StatisticalCopy,
)

ROWS = "town,gift\n" + "".join(f"{'AB'[i % 2]},{10 + i}\n" for i in range(40))


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "donors.csv"
    path.write_text(ROWS, encoding="utf-8")
    with celosia.read(path) as table:
        yield table


def certificate(made):
    return json.loads(made.certificate.read_text(encoding="utf-8"))


def evidence(made):
    return private_beside(made.certificate)


def test_a_private_tables_certificate_holds_no_exact_figure(table, tmp_path):
    pytest.importorskip("opendp")
    private = PrivateAggregation(("town",), (("A", "B"),), epsilon=1.0)

    made = celosia.make_tables(table, private, [tmp_path / "out.csv"])

    assert set(certificate(made)["input"]) == {"commitment"}
    assert evidence(made)["not_repeated_by_seed"] == ["private-aggregation"]
    assert "keys" not in certificate(made)["parameters"]


@pytest.mark.parametrize(("sizes", "totals"), [((2, 2, 10), True), ((1, 7, 10), False)])
def test_a_certificate_does_not_tell_hidden_groups(tmp_path, sizes, totals):
    """Two groups of four, both small, are of two each; what all lack of 18 is the last one."""
    rows = "".join(f"{town}\n" * size for town, size in zip("ABC", sizes, strict=True))
    (tmp_path / "in.csv").write_text(f"town\n{rows}", encoding="utf-8")

    with celosia.read(tmp_path / "in.csv") as table:
        groups = Aggregation(("town",), totals=totals)
        made = celosia.make_tables(table, groups, [tmp_path / "out.csv"])

    told = certificate(made)
    hidden = (tmp_path / "out.csv").read_text(encoding="utf-8").count("*")
    assert told["figures"] == {"hidden": hidden}
    assert set(told["input"]) == {"commitment"}
    assert made.figures == {"hidden": hidden, "hidden_with_them": 0}


def test_others_tell_what_was_read_and_that_the_seed_repeats_them(table, tmp_path):
    invented = DataForTesting()

    made = celosia.make_tables(table, invented, [tmp_path / "out.csv"])

    opened = evidence_beside(certificate_of(tmp_path / "out.csv")).of_table(
        table.relation.evidence()
    )
    assert certificate(made)["input"] == {"commitment": opened}
    assert certificate(made)["figures"] == {}
    assert evidence(made)["input"]["records"] == 40
    assert evidence(made)["not_repeated_by_seed"] == []
    assert evidence(made)["figures"] == made.figures


def test_a_certificate_does_not_tell_where_numbers_were_cut(table, tmp_path):
    groups = Aggregation(("gift",), edges=((10, 20, 49),))

    told = certificate(celosia.make_tables(table, groups, [tmp_path / "out.csv"]))

    assert "edges" not in told["parameters"]


def test_a_folder_or_an_unknown_format_is_refused_before_the_first_table_is_written(
    table, tmp_path
):
    parted = Anatomization(("gift",), "town", l=2)
    (tmp_path / "folder.csv").mkdir()

    with pytest.raises(celosia.ParameterError, match=r"folder\.csv is a folder"):
        celosia.make_tables(table, parted, [tmp_path / "who.csv", tmp_path / "folder.csv"])
    with pytest.raises(celosia.ParameterError, match=r"format of 'what\.zip'"):
        celosia.make_tables(table, parted, [tmp_path / "who.csv", tmp_path / "what.zip"])

    (tmp_path / "who.csv.certificate.json").mkdir()
    with pytest.raises(celosia.ParameterError, match=r"certificate\.json is a folder"):
        celosia.make_tables(table, parted, [tmp_path / "who.csv", tmp_path / "what.csv"])

    assert not (tmp_path / "who.csv").exists()


PATIENTS = [f"{n:08}{'TRWAGMYFPDXBNJZSQVHLCKE'[n % 23]}" for n in range(12_345_000, 12_345_020)]


@pytest.fixture
def visits(tmp_path):
    """Each patient comes twelve times, so each number is as frequent as a category."""
    path = tmp_path / "visits.csv"
    rows = [f"{who},{'AB'[n % 2]},{100 + 7 * n}" for who in PATIENTS for n in range(12)]
    path.write_text("\n".join(["dni,ward,cost", *rows, ""]), encoding="utf-8")
    with celosia.read(path) as table:
        yield table


def column(path, place):
    return {line.split(",")[place] for line in path.read_text(encoding="utf-8").splitlines()[1:]}


@pytest.mark.parametrize(
    ("maker", "says"),
    [
        (DataForTesting(), "point at persons, so all their values were made up: dni."),
        (StatisticalCopy(), "'dni' points at persons, so all its values are written *"),
    ],
    ids=lambda given: getattr(given, "kind", ""),
)
def test_no_number_of_a_patient_with_many_records_appears(visits, tmp_path, maker, says):
    made = celosia.make_tables(visits, maker, [tmp_path / "out.csv"])

    assert not column(tmp_path / "out.csv", 0) & set(PATIENTS)
    assert column(tmp_path / "out.csv", 1) == {"A", "B"}
    assert says in str(made.warnings[0])
    assert certificate(made)["parameters"]["identifiers"] == ["dni"]


@pytest.mark.parametrize(
    "maker", [DataForTesting(), StatisticalCopy()], ids=lambda maker: maker.kind
)
def test_no_number_of_a_patient_is_drawn_by_chance(tmp_path, maker):
    """Each patient has one record, and most numbers between the first and the last are taken."""
    numbers = [str(n) for n in range(1000, 1400) if n % 10]
    rows = [f"{who},{100 + 7 * n}" for n, who in enumerate(numbers)]
    (tmp_path / "in.csv").write_text("\n".join(["patient_id,cost", *rows, ""]), encoding="utf-8")

    with celosia.read(tmp_path / "in.csv") as table:
        made = celosia.make_tables(table, maker, [tmp_path / "out.csv"])

    assert not column(tmp_path / "out.csv", 0) & set(numbers)
    assert certificate(made)["parameters"]["identifiers"] == ["patient_id"]


def test_columns_that_point_at_persons_can_be_said(visits, tmp_path):
    maker = StatisticalCopy(identifiers=("ward",))

    celosia.make_tables(visits, maker, [tmp_path / "out.csv"])

    assert column(tmp_path / "out.csv", 1) == {"*"}
    assert column(tmp_path / "out.csv", 0) <= set(PATIENTS)


def test_a_measure_whose_values_hardly_repeat_is_no_identifier(tmp_path):
    rows = [f"{'AB'[n % 2]},{10 + 3 * n}" for n in range(40)]
    (tmp_path / "in.csv").write_text("\n".join(["town,gift", *rows, ""]), encoding="utf-8")

    with celosia.read(tmp_path / "in.csv") as table:
        made = celosia.make_tables(table, StatisticalCopy(), [tmp_path / "out.csv"])

    assert all(10 <= int(cell) < 130 for cell in column(tmp_path / "out.csv", 1))
    assert not made.warnings
