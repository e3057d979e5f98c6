"""Values that are spelled in several ways are written in one."""

from __future__ import annotations

import pytest

import celosia
from celosia import Recipe, Role
from celosia.core.model import UseCase
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.models import KAnonymity
from celosia.techniques.generalization.one_spelling import OneSpelling
from celosia.workflow.guide import make_coarser, technique_options
from celosia.workflow.variants import find_variants


def spelled(*values):
    cells = Cells.of({"dx": list(values)})
    context = TechniqueContext(Randomness(b"secret"))
    return OneSpelling("dx").apply(cells, context).cells.column("dx").tolist()


@pytest.mark.parametrize(
    ("values", "written"),
    [
        (["hiv", "HIV", "hiv", "HIV "], "hiv"),
        (["1.0", "1", "1,00", "1"], "1"),
        (["cafe\u0301", "caf\u00e9", "caf\u00e9"], "caf\u00e9"),
    ],
)
def test_the_commonest_spelling_is_written(values, written):
    assert spelled(*values) == [written] * len(values)


def test_of_equally_common_spellings_the_first_in_the_order_of_texts_is_written():
    assert spelled("hiv", "HIV") == spelled("HIV", "hiv") == ["HIV", "HIV"]


def test_codes_other_values_and_nulls_stay_as_they_are():
    values = ["00070", "70", None, "flu", "cold"]

    assert spelled(*values) == values


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "data.csv"
    rows = [f"{team},{dx}" for team in ("Red", "red", "Blue") for dx in ("HIV", "hiv", "hiv")]
    path.write_text("team,dx\n" + "\n".join(rows) + "\n")
    with celosia.read(path) as opened:
        yield opened


ROLES = {"team": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE}


def test_a_column_with_variants_is_offered_to_be_mended_before_all_else(table):
    recipe = Recipe(roles=ROLES, use_case=UseCase.EXTERNAL)

    known, studied = (technique_options(table, recipe, name)[0] for name in ROLES)

    assert known.techniques[0] == OneSpelling("team")
    assert len(known.techniques) > 1
    assert "spelled in several ways" in str(known.reason)
    assert "others" in str(known.reason)
    assert studied.techniques == (OneSpelling("dx"),)


def test_spellings_that_are_values_of_their_own_are_not_mended(table):
    recipe = Recipe(roles=ROLES, as_written=("dx",))

    assert technique_options(table, recipe, "dx")[0].techniques == ()


def released(table, output, *techniques):
    """Publish the table with no other change than techniques make."""
    models = (KAnonymity(3),)
    recipe = Recipe(roles=ROLES, models=models, method="none", techniques=techniques)
    celosia.anonymize(table, recipe, output)
    return celosia.read(output)


def test_what_is_spelled_in_one_way_is_not(table, tmp_path):
    with released(table, tmp_path / "mended.csv", OneSpelling("dx")) as made:
        assert [each.column for each in find_variants(made.relation, made.columns)] == ["team"]
        assert technique_options(made, Recipe(roles=ROLES), "dx")[0].techniques == ()


def test_a_mended_column_that_must_be_coarser_climbs_its_hierarchy(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("age\n" + "\n".join(str(age) for age in range(20, 60)) + "\n20.0\n")
    with celosia.read(path) as table:
        recipe = Recipe(
            roles={"age": Role.QUASI_IDENTIFIER},
            techniques=(OneSpelling("age"),),
            hierarchies={"age": celosia.hierarchies.Intervals((5, 10))},
        )
        coarser = make_coarser(table, recipe, "age").techniques

    assert [step.kind for step in coarser] == ["one-spelling", "hierarchy-level"]


def test_classes_are_larger_where_their_values_have_one_spelling(table, tmp_path):
    with released(table, tmp_path / "plain.csv") as made:
        assert set(made.relation.values("team").counts) == {3}
    with released(table, tmp_path / "mended.csv", OneSpelling("team")) as made:
        assert sorted(made.relation.values("team").counts) == [3, 6]
