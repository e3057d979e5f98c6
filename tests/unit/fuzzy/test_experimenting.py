"""The experiment from a file to its tables."""

from __future__ import annotations

import csv

import numpy as np
import pytest

import celosia
from celosia.errors import DataError, ParameterError
from celosia.methods.fuzzy.experiment import ExperimentMode
from celosia.workflow.replicate import experiment_census, write_experiment


@pytest.fixture
def census(tmp_path):
    """A small table with the census' sensitive columns."""
    rng = np.random.default_rng(0)
    path = tmp_path / "census.csv"
    columns = [rng.permutation(1000)[:60] for _ in range(4)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["AGI", "FICA", "PEARNVAL", "WSALVAL"])
        writer.writerows(zip(*columns, strict=True))
    return path


def test_tables_are_written_and_read_again(census, tmp_path):
    with celosia.read(census) as table:
        found = experiment_census(table, mode=ExperimentMode.PAPER, seed=3)

    written = write_experiment(found, tmp_path / "out", "es")

    assert [path.name for path in written[:2]] == ["table-4.1.csv", "table-4.2.csv"]
    assert len(written) == 7 + 12 + 1
    with (tmp_path / "out" / "table-5.3.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    recode = found.rows[1].criteria
    assert (row["first name"], row["second name"]) == ("AGI", "FICA")
    assert (int(row["k-anonymity"]), int(row["measure_risk"])) == (recode.k, recode.risk)
    page = written[-1].read_text(encoding="utf-8")
    assert "no son garantías" in page
    assert page.count("## 4.") == 7


def test_columns_must_be_numbers(census):
    lines = census.read_text(encoding="utf-8").splitlines()
    lines[1] = "secret" + lines[1]
    census.write_text("\n".join(lines), encoding="utf-8")

    with (
        celosia.read(census) as table,
        pytest.raises(DataError, match="'AGI' has") as wrong,
    ):
        experiment_census(table)

    assert "secret" not in str(wrong.value)


def test_nulls_are_refused_by_name(census):
    lines = census.read_text(encoding="utf-8").splitlines()
    lines[1] = "," + lines[1].partition(",")[2]
    census.write_text("\n".join(lines), encoding="utf-8")

    with celosia.read(census) as table, pytest.raises(DataError, match="'AGI' has nulls"):
        experiment_census(table)


def test_the_sensitive_columns_must_exist(census):
    with celosia.read(census) as table, pytest.raises(ParameterError, match="no column TAXES"):
        experiment_census(table, sensitive=["TAXES"])
