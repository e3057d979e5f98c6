"""Seed 004, chapter 4 and annex: the census experiment, figure by figure."""

from __future__ import annotations

import csv
import re

import numpy as np
import pytest

from celosia.methods.fuzzy.experiment import (
    CensusCoding,
    Criteria,
    ExperimentMode,
    ExperimentRow,
    census_experiment,
)
from celosia.methods.fuzzy.experiment.census_run import chapter_tables

pytestmark = pytest.mark.slow  # all codings of all pairs of the census


SENSITIVE = ("PEARNVAL", "WSALVAL")  # the thesis calls them PTOTVAL and TAXINC
NUMBERS = re.compile(r"(?:[\d.]+|-)(?:\t(?:[\d.]+|-)){3,}")


@pytest.fixture(scope="module")
def annex(shared):
    """The printed tables 5.1 to 5.12: each pair's figures; None where a dash is printed."""
    (seed,) = (shared / "seeds").glob("004_*.txt")
    tables, rows = {}, {}
    for line in seed.read_text(encoding="utf-8").splitlines():
        if NUMBERS.fullmatch(line.strip()):
            cells = [None if cell == "-" else float(cell) for cell in line.strip().split("\t")]
            rows[int(cells[0] or 0), int(cells[1] or 0)] = cells[2:]
        elif line.startswith("Anexo"):
            rows = {}
        elif title := re.match(r"Tabla (5\.\d+): Resultados", line):
            tables[title[1]], rows = rows, {}
    return tables


@pytest.fixture(scope="module")
def census(shared):
    with (shared / "data/census/CASCrefmicrodata.csv").open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return dict(zip(names, np.array(rows, float).T, strict=True))


@pytest.fixture(scope="module")
def paper(census):
    return census_experiment(census, SENSITIVE, ExperimentMode.PAPER)


@pytest.fixture(scope="module")
def sound(census):
    return census_experiment(census, SENSITIVE)


def found(experiment, coding):
    rows = {row.pair: row.criteria for row in experiment.rows if row.coding is coding}
    counts = {
        pair: ([c.q, c.k, c.risk] if coding.is_fuzzy else [c.k, c.risk]) for pair, c in rows.items()
    }
    secrets = {pair: [c.l[0], c.t[0], c.l[1], c.t[1]] for pair, c in rows.items()}
    return counts, secrets


def agreeing(printed, mine):
    assert printed.keys() == mine.keys()
    return [
        sum(printed[pair][i] == mine[pair][i] for pair in printed)
        for i in range(len(next(iter(printed.values()))))
    ]


def test_the_annex_has_twelve_tables_of_55_pairs(annex):
    assert {name: len(rows) for name, rows in annex.items()} == {f"5.{i}": 55 for i in range(1, 13)}


@pytest.mark.parametrize(
    ("coding", "first", "second"),
    [
        (CensusCoding.GLOBAL_RECODE, "5.3", "5.4"),
        (CensusCoding.FUZZY, "5.5", "5.6"),
        (CensusCoding.JOINT_C_MEANS, "5.11", "5.12"),
    ],
)
def test_every_printed_figure_is_reproduced(annex, paper, coding, first, second):
    counts, secrets = found(paper, coding)

    assert counts == annex[first]
    assert secrets == annex[second]


def test_joint_gustafson_kessel_but_for_14_impossible_risks(annex, paper):
    counts, secrets = found(paper, CensusCoding.JOINT_GUSTAFSON_KESSEL)

    assert secrets == annex["5.10"]
    assert agreeing(annex["5.9"], counts) == [55, 55, 41]
    below_k = [pair for pair, (_, k, risk) in annex["5.9"].items() if 0 < risk < k]
    assert below_k == [(1, 2), (1, 4), (4, 5)]  # who stands out is a class, and has at least k


def test_k_means_where_its_most_frequent_optimum_is_the_thesis_one(annex, paper):
    alone = [found(paper, CensusCoding.K_MEANS)[i] for i in (0, 1)]
    joint = [found(paper, CensusCoding.JOINT_K_MEANS)[i] for i in (0, 1)]

    def whole_rows(mine, names):
        pairs = annex[names[0]]
        return sum(
            all(annex[name][pair] == half[pair] for name, half in zip(names, mine, strict=True))
            for pair in pairs
        )

    assert whole_rows(alone, ("5.1", "5.2")) == 27
    assert whole_rows(joint, ("5.7", "5.8")) == 38


def printed_rows(annex):
    rows = []
    for i, coding in enumerate(CensusCoding):
        for pair, counts in annex[f"5.{2 * i + 1}"].items():
            q, k, risk = counts if coding.is_fuzzy else (None, *counts)
            l1, t1, l2, t2 = annex[f"5.{2 * i + 2}"][pair]
            rows.append(ExperimentRow(pair, coding, Criteria(k, risk, q, (l1, l2), (t1, t2))))
    return rows


@pytest.fixture(scope="module")
def chapter(annex):
    """Tables 4.1 to 4.7 made of the printed annex."""
    tables = chapter_tables(printed_rows(annex), SENSITIVE)
    return {table.number: [list(row[1:]) for row in table.rows] for table in tables}


def test_tables_4_1_and_4_4_are_the_first_pair(chapter):
    assert chapter["4.1"] == [
        [45, 102, 44],
        [165, 313, 170],
        [34, 73, 29],
        [0.0645, 0.019, 0.0305],
        [34, 71, 29],
        [0.0629, 0.0255, 0.0279],
    ]
    assert chapter["4.4"] == [
        [165, 221, 334],
        [165, 162, 0],
        [None, 199, 319],
        [99, 106, 131],
        [0.0091, 0.0035, 0.0127],
        [98, 102, 128],
        [0.0104, 0.0032, 0.0101],
    ]


def test_tables_4_2_4_5_and_4_7_count_the_pairs_that_each_coding_wins(chapter):
    l, t = [7, 48, 1], [2, 42, 10]
    assert chapter["4.2"] == [[8, 42, 7], [8, 37, 9], l, t, l, t]
    assert chapter["4.5"] == [
        [14, 10, 32],
        [27, 19, 34],
        [None, 8, 47],
        [30, 9, 18],
        [0, 43, 12],
        [29, 10, 18],
        [0, 43, 12],
    ]
    assert chapter["4.7"] == [[33, 24], [34, 25]]


def test_tables_4_3_and_4_6_average(chapter):
    independent = [
        [15.24, 46.89, 52.67, 8.17, 15.23, 45.89],
        [229.53, 151.72, 124.33, 79.11, 248.49, 177.7],
    ]
    joint = [
        [213.62, 100.27, 200.78, 107.05, 278.42, 23.78],
        [164.42, 189.36, 236.78, 257.83, 109.22, 107.9],
        [184.36, 99.3, 262.29, 47.63],
        [97.73, 41.88, 89.55, 32.54, 109.56, 10.7],
        [0.0867, 0.0827, 0.0049, 0.0042, 0.0129, 0.0115],
        [93.76, 37.42, 86.13, 30.96, 104.6, 10.19],
        [0.0879, 0.0841, 0.0047, 0.004, 0.0122, 0.0107],
    ]
    mine = [[value for value in row if value is not None] for row in chapter["4.6"]]

    for row, printed in zip([*chapter["4.3"], *mine], [*independent, *joint], strict=True):
        last_digit = 1e-4 if max(printed) < 1 else 1e-2
        assert row == pytest.approx(printed, abs=last_digit)


def wins(experiment, number):
    (table,) = [table for table in experiment.tables() if table.number == number]
    return {row[0]: list(row[1:]) for row in table.rows}


def test_soundly_measured_global_recode_is_still_best_alone(sound):
    assert wins(sound, "4.2") == {
        "k-anonymity": [8, 42, 7],
        "measure_risk": [7, 37, 10],
        "l-diversity PEARNVAL": [7, 49, 1],
        "t-closeness PEARNVAL": [5, 49, 1],
        "l-diversity WSALVAL": [7, 49, 1],
        "t-closeness WSALVAL": [5, 47, 2],
    }


def test_soundly_measured_gustafson_kessel_is_not_best_in_t(paper, sound):
    assert wins(paper, "4.5")["t-closeness PEARNVAL"] == [0, 43, 12]
    assert wins(sound, "4.5")["t-closeness PEARNVAL"] == [25, 24, 7]
    assert wins(sound, "4.5")["t-closeness WSALVAL"] == [25, 24, 6]


def test_soundly_measured_c_means_keeps_k_risk_and_q(sound):
    found = wins(sound, "4.5")

    assert found["k-anonymity"] == [14, 10, 32]
    assert found["measure_risk"] == [28, 20, 34]
    assert found["Q-anonymity"] == [None, 8, 47]


def test_the_sound_mode_measures_all_records_and_tells_all_figures(sound):
    assert len(sound.rows) == 55 * 6
    assert all(None not in (*row.criteria.l, *row.criteria.t) for row in sound.rows)
