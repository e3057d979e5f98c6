"""What a release does not rule out: each risk with its figure, and none that is not there."""

from __future__ import annotations

import pytest

import celosia
from celosia import Recipe, Role
from celosia.core.classes import Classes
from celosia.core.schema import RowUnit
from celosia.methods.method import Choice
from celosia.models import DistinctLDiversity, KAnonymity, TCloseness
from celosia.workflow.certify import risks_of_recipe
from celosia.workflow.residual_risks import ResidualRisk, risks_in_classes

ROLES = {"age": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE}
LUNGS = (("flu", "lungs", "*"), ("cold", "lungs", "*"), ("ulcer", "belly", "*"))


def found(counts, labels, models=()):
    classes = Classes.from_histogram("dx", counts, labels)
    return {risk.name: risk for risk in risks_in_classes(classes, ["dx"], models)}


def test_classes_that_share_one_value_are_counted():
    risk = found([[3, 0], [2, 2], [0, 4]], ["flu", "ulcer"])["homogeneity"]

    assert risk.figures == {"classes": 2, "of": 3, "records": 7}
    assert risk.told.text("es").startswith("Homogeneidad: en 2 clases de 3, con 7 registros")


def test_where_every_class_is_diverse_homogeneity_is_no_risk():
    told = found([[3, 1], [2, 2]], ["flu", "ulcer"], (DistinctLDiversity("dx", l=2),))

    assert "homogeneity" not in told
    assert told["background-knowledge"].figures == {"values": 1}


def test_the_distance_from_the_whole_is_that_of_the_worst_class():
    assert found([[2, 0], [1, 1]], ["flu", "ulcer"])["skewness"].figures == {"distance": 0.25}
    assert "skewness" not in found([[1, 1], [2, 2]], ["flu", "ulcer"])


@pytest.mark.parametrize(
    ("labels", "reason", "classes"),
    [(["1000", "1040", "9000"], "line", 1), (["1000", "5000", "9000"], None, 0)],
)
def test_numbers_near_each_other_are_similar(labels, reason, classes):
    told = found([[1, 1, 0], [1, 0, 1]], labels)

    if reason is None:
        assert "similarity" not in told
    else:
        risk = told["similarity"]
        assert (risk.reason, risk.figures["classes"], risk.figures["of"]) == (reason, classes, 2)
        assert "10" in risk.told.text("es")


def test_values_of_one_group_of_the_hierarchy_are_similar():
    near = TCloseness("dx", 0.9, "hierarchical", LUNGS)

    risk = found([[1, 1, 0], [1, 0, 1]], ["flu", "cold", "ulcer"], (near,))["similarity"]

    assert (risk.reason, risk.figures) == ("tree", {"classes": 1, "of": 2})


@pytest.mark.parametrize("labels", [["flu", "cold"], ["08001", "08002"]])
def test_what_cannot_be_measured_is_told_as_such(labels):
    assert found([[1, 1], [1, 1]], labels)["similarity"].reason == "unmeasured"


@pytest.mark.parametrize(
    ("recipe", "names"),
    [
        (Recipe(ROLES, models=(KAnonymity(2),)), {"downcoding", "rows-per-person"}),
        (
            Recipe(ROLES, models=(DistinctLDiversity("dx", l=2),), rows=RowUnit.PERSONS),
            {"minimality", "downcoding"},
        ),
        (
            Recipe(ROLES, models=(DistinctLDiversity("dx", l=2),), choice=Choice.BLIND),
            {"downcoding", "rows-per-person"},
        ),
        (
            Recipe(ROLES, models=(DistinctLDiversity("dx", l=2),), node={"age": 1}, subject=("n",)),
            set(),
        ),
        (
            Recipe(
                ROLES, models=(DistinctLDiversity("dx", l=2),), node={"age": 1}, suppression=0.1
            ),
            {"minimality", "rows-per-person"},
        ),
        (Recipe(ROLES, models=(KAnonymity(2),), method="none"), {"rows-per-person"}),
    ],
)
def test_a_recipe_says_which_risks_it_leaves_open(recipe, names):
    assert {risk.name for risk in risks_of_recipe(recipe)} == {"composition", *names}


def test_a_risk_is_read_back_as_it_was_written():
    for risk in found([[3, 0], [2, 2]], ["1", "2"]).values():
        assert ResidualRisk.from_dict(risk.to_dict()) == risk


def test_days_near_one_another_are_similar(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("q,day\na,2020-01-01\na,2020-01-02\nb,2020-01-01\nb,2024-01-01\n")

    found = celosia.verify(path, ["q"], [KAnonymity(2)], sensitive=["day"]).residual

    [similar] = [risk for risk in found if risk.name == "similarity"]
    assert (similar.reason, similar.figures["classes"], similar.figures["of"]) == ("line", 1, 2)
