"""Seed 004, section 2.1: the tables on k-anonymity, l-diversity and t-closeness."""

from __future__ import annotations

import pytest

from celosia import DistinctLDiversity, KAnonymity
from celosia.domain.nulls import NullPolicy
from celosia.domain.reading import ReadOptions
from celosia.engines.embedded import EmbeddedRelation
from celosia.models import BesideOthers, TCloseness
from celosia.models.earth_mover import emd_equal, emd_ordered

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
    """Group one of the tables by ZIP and age."""

    def grouped(table, *sensitive):
        path = tmp_path / "tabla.csv"
        path.write_text(table, encoding="utf-8")
        with EmbeddedRelation(path, ReadOptions(";", '"', "utf-8")) as relation:
            return relation.classes(["ZIP", "Edad"], sensitive, NullPolicy.VALUE)

    return grouped


def in_order(classes, amounts, attribute, value):
    """Give the amount of the class that holds a value."""
    histogram = classes.histogram(attribute)
    entry = (histogram.value_of == histogram.labels.index(value)).nonzero()[0][0]
    return amounts[histogram.class_of[entry]]


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
