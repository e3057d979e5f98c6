"""Groups, synthetic records and anatomized tables, from the command line."""

from __future__ import annotations

import csv
import json
from collections import Counter

import pytest

DONORS = (
    *("4000", "4900", "2200", "4200", "5500", "2600", "3300", "5500"),
    *("1600", "3200", "2000", "5800", "4600", "1900", "1700", "2400"),
)
ROWS = [("who", "income", "gift", "dx")] + [
    (f"SECRET {i}", income, str(100 + 7 * i), "abcd"[i % 4]) for i, income in enumerate(DONORS * 4)
]


@pytest.fixture
def folder(tmp_path):
    with (tmp_path / "data.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(ROWS)
    return tmp_path


def cells(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_groups_stand_in_order_and_small_ones_are_hidden(celosia, folder):
    words = ("data.csv", "--by", "income", "--sum", "gift", "--edges", "income=1000,2000,4500,6000")

    made = celosia(folder, "aggregate", *words, "--least", 13, "-o", "out.csv", "--json").json

    rows = cells(folder / "out.csv")
    assert [row[0] for row in rows] == ["income", "1000-1999", "2000-4499", "4500-6000", "TOTAL"]
    assert rows[1][1:] == ["*", "*"]
    assert "*" in rows[2][1:] + rows[3][1:]  # or the total would tell the first
    assert made["figures"] == {"hidden": 1, "hidden_with_them": 1}


@pytest.mark.parametrize("purpose", ["testing", "statistics"])
def test_synthetic_records_are_nobodys(celosia, folder, purpose):
    words = ("data.csv", "--for", purpose, "--records", 50, "-o")

    first = celosia(folder, "synthesize", *words, "out.csv")
    celosia(folder, "synthesize", *words, "again.csv")

    rows = cells(folder / "out.csv")
    assert first.status == 0, first.err
    assert len(rows) == 51
    assert not {tuple(row) for row in rows} & set(ROWS[1:])
    assert "SECRET" not in (folder / "out.csv.certificate.json").read_text()
    assert (folder / "out.csv").read_bytes() == (folder / "again.csv").read_bytes()


def test_anatomized_tables_hold_every_value_apart(celosia, folder):
    words = ("--qi", "income", "--sensitive", "dx", "-l", 2, "-o", "who.csv", "what.csv")

    made = celosia(folder, "anatomize", "data.csv", *words, "--json").json

    who, what = cells(folder / "who.csv"), cells(folder / "what.csv")
    assert Counter(row[0] for row in who[1:]) == Counter(row[1] for row in ROWS[1:])
    assert sum(int(row[2]) for row in what[1:]) == 64
    assert made["records"] == [64, len(what) - 1]
    proof = json.loads((folder / "who.csv.certificate.json").read_text())
    assert [table["name"] for table in proof["outputs"]] == ["who.csv", "what.csv"]


def test_of_two_runs_at_once_one_is_paid_for_and_published(celosia, start, folder):
    pytest.importorskip("opendp")
    celosia(folder, "budget", "new", "ledger.toml", "--total", 1)
    words = ("--by", "dx", "--epsilon", 0.6, "--groups", "dx=a,b,c,d", "--budget", "ledger.toml")

    runs = [start(folder, "aggregate", "data.csv", *words, "-o", out) for out in ("1.csv", "2.csv")]
    said = [run.communicate(timeout=600) for run in runs]

    assert sorted(run.returncode for run in runs) == [0, 2], said
    assert "0.6 is asked for, 0.4 of 1.0 is left" in said[0][1] + said[1][1]
    assert len(list(folder.glob("?.csv"))) == len(list(folder.glob("?.csv.certificate.json"))) == 1
    shown = celosia(folder, "budget", "show", "ledger.toml", "--json").json
    assert (shown["spent"], shown["left"]) == (0.6, 0.4)
    assert [paid["what"][:31] for paid in shown["expenses"]] == ["private-aggregation: data.csv →"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("aggregate", "data.csv", "--by", "nothing", "-o", "o.csv"), "no column 'nothing'"),
        (("aggregate", "data.csv", "--by", "dx", "--sum", "who", "-o", "o.csv"), "not numbers"),
        (("aggregate", "data.csv", "--by", "dx", "-o", "o.parquet"), "written as .csv"),
        (("synthesize", "data.csv", "--for", "testing", "-o", "data.csv"), "the source itself"),
        (("anatomize", "data.csv", "--qi", "income", "--sensitive", "dx", "-l", 9, "-o", "a.csv",
          "b.csv"), "9"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_is_told_and_nothing_is_written(celosia, folder, words, why):
    done = celosia(folder, *words)

    assert done.status in (1, 2)
    assert why in done.err
    assert "SECRET" not in done.err
    assert sorted(path.name for path in folder.iterdir()) == ["data.csv"]
