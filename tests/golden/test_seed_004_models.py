"""Seed 004, section 2.1: the tables on k-anonymity, l-diversity and t-closeness."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays

from celosia.core.classes import Classes
from celosia.core.schema import ReadOptions
from celosia.core.values import NullPolicy
from celosia.engines.duckdb import EmbeddedRelation
from celosia.models import BesideOthers, DistinctLDiversity, KAnonymity, TCloseness
from celosia.models.earth_mover import emd_equal, emd_hierarchical, emd_ordered

TABLE_2_2 = """\
ZIP;Edad;Salario;Enfermedad
476**;[0,30];[0,5];úlceras gástrica
476**;[0,30];[0,5];gastritis
476**;[0,30];[0,5];cáncer de estómago
479**;(40,50];(5,7];gastritis
479**;(50,∞];(5,7];gripe
479**;(40,50];(7,9];bronquitis
479**;(30,40];(7,9];neumonía
476**;(30,40];(9,∞];cáncer de estómago
479**;(50,∞];(7,9];ataque al corazón
479**;(50,∞];(9,∞];ataque al corazón
479**;(50,∞];(9,∞];angina de pecho
479**;(50,∞];(9,∞];neumonía
"""
TABLE_2_3 = """\
ZIP;Edad;Enfermedad
476**;≤ 32;úlceras gástricas
476**;≤ 32;gastritis
476**;≤ 32;cáncer de estómago
476**;≤ 32;cáncer de estómago
479**;(32, 52];gastritis
479**;(32, 52];gripe
479**;(32, 52];bronquitis
479**;(32, 52];neumonía
479**;(52, ∞];ataque al corazón
479**;(52, ∞];ataque al corazón
479**;(52, ∞];angina de pecho
479**;(52, ∞];neumonía
"""
TABLE_2_4 = """\
ZIP;Edad;Enfermedad
476**;≤ 32;cáncer de estómago
476**;≤ 32;cáncer de estómago
476**;≤ 32;cáncer de estómago
476**;≤ 32;cáncer de estómago
"""
TABLE_2_5 = """\
ZIP;Edad;Enfermedad
476**;≤ 32;fractura de muñeca
476**;≤ 32;gastritis
476**;≤ 32;neumonía
"""
TABLE_2_6 = """\
ZIP;Edad;Salario;Enfermedad
47677;29;3;úlceras gástrica
47602;22;4;gastritis
47678;27;5;cáncer de estómago
47905;43;6;gastritis
47909;52;11;gripe
47906;47;8;bronquitis
47605;30;7;bronquitis
47673;36;9;neumonía
47607;32;10;cáncer de estómago
"""
TABLE_2_7 = """\
ZIP;Edad;Salario;Enfermedad
476**;2*;3;úlceras gástrica
476**;2*;4;gastritis
476**;2*;5;cáncer de estómago
479**;≥ 40;6;gastritis
479**;≥ 40;11;gripe
479**;≥ 40;8;bronquitis
476**;3*;7;bronquitis
476**;3*;9;neumonía
476**;3*;10;cáncer de estómago
"""


@pytest.fixture
def classes_of(tmp_path):
    """Group one of the tables, by ZIP and age unless told otherwise."""

    def grouped(table, *sensitive, by=("ZIP", "Edad")):
        path = tmp_path / "tabla.csv"
        path.write_text(table, encoding="utf-8")
        with EmbeddedRelation(path, ReadOptions(";", '"', "utf-8")) as relation:
            return relation.classes(by, sensitive, NullPolicy.VALUE)

    return grouped


def in_order(classes, amounts, attribute, value):
    """Give the amount of the class that holds a value."""
    histogram = classes.histogram(attribute)
    entry = (histogram.value_of == histogram.labels.index(value)).nonzero()[0][0]
    return amounts[histogram.class_of[entry]]


def test_table_2_2_leaves_the_fourth_individual_alone(classes_of):
    classes = classes_of(TABLE_2_2, by=("ZIP", "Edad", "Salario"))

    assert sorted(classes.sizes.tolist()) == [1, 1, 1, 1, 1, 1, 3, 3]
    assert not KAnonymity(2).accepts(classes).all()


def test_table_2_3_is_4_anonymous(classes_of):
    classes = classes_of(TABLE_2_3)

    assert classes.sizes.tolist() == [4, 4, 4]
    assert KAnonymity(4).accepts(classes).all()
    assert not KAnonymity(5).accepts(classes).any()


def test_table_2_3_is_3_diverse_as_example_2_19_says(classes_of):
    classes = classes_of(TABLE_2_3, ("Enfermedad",))

    assert sorted(classes.distinct("Enfermedad").tolist()) == [3, 3, 4]
    assert DistinctLDiversity("Enfermedad", l=3).accepts(classes).all()
    assert not DistinctLDiversity("Enfermedad", l=4).accepts(classes).all()


def test_table_2_4_is_4_anonymous_and_not_even_2_diverse(classes_of):
    classes = classes_of(TABLE_2_4, ("Enfermedad",))

    assert KAnonymity(4).accepts(classes).all()
    assert not DistinctLDiversity("Enfermedad", l=2).accepts(classes).any()


def test_table_2_5_is_3_diverse(classes_of):
    classes = classes_of(TABLE_2_5, ("Enfermedad",))

    assert DistinctLDiversity("Enfermedad", l=3).accepts(classes).all()


def test_table_2_6_tells_everybody_apart(classes_of):
    assert classes_of(TABLE_2_6).sizes.tolist() == [1] * 9


def test_table_2_7_is_3_diverse_in_both_attributes(classes_of):
    classes = classes_of(TABLE_2_7, ("Salario",), ("Enfermedad",))

    assert DistinctLDiversity("Salario", l=3).accepts(classes).all()
    assert DistinctLDiversity("Enfermedad", l=3).accepts(classes).all()


def test_table_2_7_distances_of_example_2_25(classes_of):
    classes = classes_of(TABLE_2_7, ("Salario",))

    distances = emd_ordered(classes, "Salario")

    assert in_order(classes, distances, "Salario", "3") == pytest.approx(0.375, abs=1e-12)
    assert in_order(classes, distances, "Salario", "6") == pytest.approx(0.167, abs=5e-4)
    assert in_order(classes, distances, "Salario", "6") == pytest.approx(1 / 6, abs=1e-12)
    assert in_order(classes, distances, "Salario", "7") == pytest.approx(17 / 72, abs=1e-12)
    assert TCloseness("Salario", t=0.375, distance="ordered").accepts(classes).all()
    assert not TCloseness("Salario", t=0.374, distance="ordered").accepts(classes).all()


def test_table_2_7_with_equation_2_6(classes_of):
    classes = classes_of(TABLE_2_7, ("Salario",))

    assert emd_equal(classes, "Salario").tolist() == pytest.approx([2 / 3] * 3)


def test_definition_2_20_takes_the_other_attribute_for_a_quasi_identifier(classes_of):
    classes = classes_of(TABLE_2_7, ("Salario", "Enfermedad"))

    beside = BesideOthers(DistinctLDiversity("Enfermedad", l=2), ("Salario",))

    assert not beside.accepts(classes).any()


# The distances against their definitions.

LABELS = ("9", "-2", "10", "0.5", "100")  # out of order, as numbers and as texts
SOME = arrays("int64", (3, 5), elements=st.integers(0, 4))


def dense(counts):
    """Shares in each class and in the whole table; every class and every value gets a record.

    A value that nobody has is none of the domain: the verifier of a release could not know it.
    """
    counts = counts.copy()
    counts[:, 0] += counts.sum(axis=1) == 0
    counts[0] += counts.sum(axis=0) == 0
    return counts, counts / counts.sum(axis=1, keepdims=True), counts.sum(axis=0) / counts.sum()


@given(counts=SOME)
def test_ordered_distance_is_equation_2_5(counts):
    counts, p, q = dense(counts)
    order = np.argsort([float(label) for label in LABELS])
    r = (p - q)[:, order]

    direct = [sum(abs(sum(row[: i + 1])) for i in range(5)) / 4 for row in r.tolist()]

    found = emd_ordered(Classes.from_histogram("s", counts, LABELS), "s")
    assert found.tolist() == pytest.approx(direct, abs=1e-12)


@given(counts=SOME)
def test_equal_distance_is_equation_2_6(counts):
    counts, p, q = dense(counts)

    found = emd_equal(Classes.from_histogram("s", counts), "s")

    assert found.tolist() == pytest.approx((np.abs(p - q).sum(axis=1) / 2).tolist(), abs=1e-12)


def test_ordered_distance_stays_exact_over_many_classes():
    counts = np.random.default_rng(0).integers(0, 3, (200_000, 6))
    counts, p, q = dense(counts)

    direct = np.abs(np.cumsum(p - q, axis=1)).sum(axis=1) / 5

    found = emd_ordered(Classes.from_histogram("s", counts), "s")
    assert np.abs(found - direct).max() < 1e-13


@pytest.mark.parametrize("labels", [("nan", "1", "2"), ("1", "2", "inf")])
def test_texts_that_are_no_finite_numbers_are_ordered_as_texts(labels):
    counts = np.array([[3, 0, 0], [0, 2, 1]])
    shuffled = [2, 0, 1]

    one = Classes.from_histogram("s", counts, labels)
    other = Classes.from_histogram("s", counts[:, shuffled], [labels[i] for i in shuffled])

    assert emd_ordered(one, "s").tolist() == pytest.approx(emd_ordered(other, "s").tolist())


@pytest.mark.parametrize(
    "dates",
    [
        ("2019-12-31", "2020-06-01", "2020-12-31", "2021-06-01"),
        ("31/12/2019", "01/06/2020", "31/12/2020", "01/06/2021"),
        ("12/31/2019", "06/01/2020", "12/31/2020", "06/01/2021"),
    ],
    ids=["ISO", "day first", "month first"],
)
def test_dates_are_ordered_by_time_however_they_are_written(dates):
    classes = Classes.from_histogram("date", [[1, 1, 0, 0], [0, 0, 1, 1]], dates)

    assert emd_ordered(classes, "date").tolist() == pytest.approx([1 / 3, 1 / 3])


LI_2007 = {
    "flu": ("respiratory infection", "respiratory", "*"),
    "bronchitis": ("respiratory infection", "respiratory", "*"),
    "pulmonary embolism": ("vascular lung", "respiratory", "*"),
    "stomach cancer": ("stomach", "digestive", "*"),
}


@pytest.mark.parametrize(
    ("other", "ground"),
    [("bronchitis", 1 / 3), ("pulmonary embolism", 2 / 3), ("stomach cancer", 1)],
)
def test_hierarchical_ground_distances_of_li_2007(other, ground):
    paths = [(value, *above) for value, above in LI_2007.items()]
    classes = Classes.from_histogram("dx", [[1, 0], [0, 1]], ["flu", other])

    # Half of each class has to move to the other value.
    assert emd_hierarchical(classes, "dx", paths).tolist() == pytest.approx([ground / 2] * 2)


def test_hierarchical_distance_by_hand():
    paths = [(value, *above) for value, above in LI_2007.items()]
    classes = Classes.from_histogram("dx", [[2, 2, 0, 0], [0, 0, 2, 2]], list(LI_2007))

    # First class against a quarter each: 1/4 goes to the embolism (2/3), 1/4 to the stomach (1).
    assert emd_hierarchical(classes, "dx", paths).tolist() == pytest.approx([5 / 12, 5 / 12])


def tree_distance(one, other):
    """Height of the lowest common ancestor, over the height of the tree."""
    height = next(i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a == b)
    return height / (len(one) - 1)


@st.composite
def trees(draw, leaves=5):
    """Paths of random trees: each level groups the nodes of the one below."""
    levels = [list(range(leaves))]
    for _ in range(draw(st.integers(0, 2))):
        nodes = max(levels[-1]) + 1
        parent = draw(st.lists(st.integers(0, nodes - 1), min_size=nodes, max_size=nodes))
        number = {old: new for new, old in enumerate(dict.fromkeys(parent))}
        levels.append([number[parent[node]] for node in levels[-1]])
    levels.append([0] * leaves)
    return [
        tuple(f"{height}:{level[leaf]}" for height, level in enumerate(levels))
        for leaf in range(leaves)
    ]


@given(counts=SOME, paths=trees())
def test_hierarchical_distance_is_the_mass_that_crosses_the_edges(counts, paths):
    counts, p, q = dense(counts)
    classes = Classes.from_histogram("s", counts, [path[0] for path in paths])
    height = len(paths[0]) - 1

    crossing = np.zeros(3)
    for level in range(height):
        for node in {path[level] for path in paths}:
            below = [path[level] == node for path in paths]
            crossing += np.abs((p - q)[:, below].sum(axis=1)) / (2 * height)

    assert emd_hierarchical(classes, "s", paths).tolist() == pytest.approx(crossing.tolist())


@given(values=st.lists(st.integers(0, 4), min_size=6, max_size=6), paths=trees())
def test_hierarchical_distance_is_the_cheapest_way_to_move_records(values, paths):
    first, whole = values[:3], values
    counts = [[half.count(leaf) for leaf in range(5)] for half in (first, values[3:])]
    classes = Classes.from_histogram("s", counts, [path[0] for path in paths])

    cost = [[tree_distance(paths[a], paths[b]) for b in whole] for a in first * 2]
    cheapest = min(sum(cost[i][j] for i, j in enumerate(way)) for way in permutations(range(6)))

    assert emd_hierarchical(classes, "s", paths)[0] == pytest.approx(cheapest / 6)
