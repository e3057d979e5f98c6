"""compare, report and attack understand a release whose groups have labels of their own."""

from __future__ import annotations

import csv
import json

import pytest

NAMES = ("age", "city", "country", "born", "rate", "dx")
ORIGINAL = [
    ("20", "Ávila", "Spain", "05/01/2020", "2,5", "flu"),
    ("35", "Burgos", "Spain", "01/03/2020", "3,75", "cold"),
    ("40", "Cuenca", "Italy", "09/12/2019", "3", "flu"),
    ("45", "Doe, town of", "Peru", "31/12/2020", "5", "flu"),
    ("60", "Ávila", "Peru", "05/01/2020", "4,5", "cold"),
]
RELEASE = [
    ("[20, 35]", "{Burgos, Ávila}", "Spain", "[05/01/2020, 01/03/2020]", "[2,5; 3,75]", "flu"),
    ("[20, 35]", "{Burgos, Ávila}", "Spain", "[05/01/2020, 01/03/2020]", "[2,5; 3,75]", "cold"),
    ("[40, 45]", "{Cuenca | Doe, town of}", "*", "[09/12/2019, 31/12/2020]", "[3, 5]", "flu"),
    ("[40, 45]", "{Cuenca | Doe, town of}", "*", "[09/12/2019, 31/12/2020]", "[3, 5]", "flu"),
    ("*", "Ávila", "America", "2020-Q1", "4,5", "cold"),
]
NCP = {
    "age": (2 * 15 / 40 + 2 * 5 / 40 + 1) / 5,
    "city": (2 * 1 / 3 + 2 * 1 / 3 + 0) / 5,
    "country": (0 + 2 * 1 + 0) / 5,
    "born": (2 * 1 / 3 + 2 * 1 + 1 / 3) / 5,
    "rate": (2 * 1.25 / 2.5 + 2 * 2 / 2.5 + 0) / 5,
}
TREE = "Spain;Europe;*\nItaly;Europe;*\nPeru;America;*\n"


def write(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([NAMES, *rows])


@pytest.fixture
def folder(tmp_path):
    write(tmp_path / "data.csv", ORIGINAL)
    write(tmp_path / "release.csv", RELEASE)
    write(tmp_path / "others.csv", [("33", "Burgos", "Chile", "02/02/2020", "9,5", "flu")] * 3)
    (tmp_path / "country.csv").write_text(TREE)
    return tmp_path


def run(celosia, folder, verb, *more):
    return celosia(
        folder, verb, "data.csv", "--release", "release.csv", "--qi", *NAMES[:-1],
        "--sensitive", "dx", "--hierarchy", "country=country.csv", *more,
    )  # fmt: skip


def test_compare_measures_each_label_of_the_groups(celosia, folder):
    told = run(celosia, folder, "compare", "--json").json["release.csv"]

    assert {name: told["columns"][name]["ncp"] for name in NCP} == pytest.approx(NCP)
    assert told["gcp"] == pytest.approx(sum(NCP.values()) / len(NCP))
    assert told["columns"]["dx"]["ncp"] is None
    assert told["columns"]["age"]["mean_after"] == pytest.approx((2 * 27.5 + 2 * 42.5) / 4)
    assert told["columns"]["rate"]["mean_after"] == pytest.approx((2 * 3.125 + 2 * 4 + 4.5) / 5)
    assert told["suppressed_cells"] == pytest.approx(3 / 25)
    covered = 2 * (2 * 2 * 1 * 2 * 3) + 2 * (2 * 2 * 3 * 4 * 4) + 5 * 1 * 1 * 2 * 1
    assert told["ambiguity"] == pytest.approx(covered / 5)
    assert "Burgos" not in json.dumps(told, ensure_ascii=False)


def test_attack_links_the_records_that_the_labels_cover(celosia, folder):
    told = run(celosia, folder, "attack", "--control", "others.csv", "--attempts", "10", "--json")

    linked = told.json["linked"]
    assert (linked["records"], linked["linked"], linked["highest"]) == (5, 5, 1.0)
    assert linked["expected"] == pytest.approx(2 * 1 / 2 + 2 * 1 / 2 + 1)
    assert linked["unread"] == []


def test_report_shows_the_loss(celosia, folder):
    end = run(celosia, folder, "report", "-o", "page.html", "--lang", "en")

    assert end.status == 0
    page = (folder / "page.html").read_text(encoding="utf-8")
    assert f"{sum(NCP.values()) / len(NCP):.4g}" in page
    assert "Burgos" not in page


def test_a_label_that_means_nothing_is_counted_and_not_shown(celosia, folder):
    write(folder / "release.csv", [("[young, old]", *row[1:]) for row in RELEASE])

    end = run(celosia, folder, "compare")

    assert end.status == 2
    assert "1 of 1 distinct label of 'age'" in end.err
    assert "young" not in end.err
