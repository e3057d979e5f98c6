"""The guide's way as code: each step a pure function."""

from __future__ import annotations

from itertools import pairwise

import pytest

import celosia
from celosia import NotAchievable, ParameterError, Recipe, Role
from celosia.core.model import UseCase
from celosia.demo import write_hospital
from celosia.hierarchies import FromFile
from celosia.models import DistinctLDiversity, KAnonymity
from celosia.risk import Attempt
from celosia.workflow.change_recipe import (
    RiskAnswers,
    answer_controls,
    leave_out,
    let_search,
    set_column_techniques,
    set_risk,
    set_roles,
)
from celosia.workflow.guide import (
    begin_recipe,
    count_unchanged,
    finish_recipe,
    leave_records_out,
    lower_risk,
    make_coarser,
    measure_effect,
    measure_risk,
    recipe_notes,
    technique_options,
)

LOW_RISK = Attempt.of("low", "high")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A small hospital."""
    path = write_hospital(tmp_path_factory.mktemp("guide") / "hospital.csv", 400, 3)
    with celosia.read(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def proposal(table):
    return celosia.propose(table)


def begun(table, proposal, case, keep=("sexo", "fecha_nacimiento", "codigo_postal")):
    """Begin with few quasi-identifiers, the proposed techniques, and little risk of an attempt."""
    recipe = begin_recipe(proposal, case)
    for column in recipe.quasi_identifiers:
        if column not in keep:
            recipe = set_roles(recipe, {column: Role.IDENTIFIER})
    for column in recipe.quasi_identifiers:
        first = technique_options(table, recipe, column)[0]
        recipe = set_column_techniques(table, recipe, column, first.techniques)
    if case.k is None:
        return recipe
    return set_risk(recipe, RiskAnswers(case.k, "medium", LOW_RISK))


def lowered(table, recipe):
    """Lower the risk step by step until the threshold holds."""
    risks = [measure_risk(table, recipe)]
    while not risks[-1].holds:
        recipe = lower_risk(table, recipe, risks[-1])
        risks.append(measure_risk(table, recipe))
    return recipe, risks


def names(options):
    return [option.name for option in options]


def test_identifiers_are_dropped_unless_somebody_wants_pseudonyms(table, proposal):
    recipe = begin_recipe(proposal, UseCase.EXTERNAL)

    offered = names(technique_options(table, recipe, "dni"))

    assert offered == ["none", "random-pseudonym", "keyed-pseudonym"]


def test_test_data_gets_invented_identifiers(table, proposal):
    recipe = begin_recipe(proposal, UseCase.SYNTHETIC)

    assert names(technique_options(table, recipe, "dni"))[0] == "fake-value"
    assert "swap" in names(technique_options(table, recipe, "diagnostico"))[0]


def test_annex_b_is_proposed_for_each_kind_of_column(table, proposal):
    recipe = begin_recipe(proposal, UseCase.EXTERNAL)

    first = {
        column: technique_options(table, recipe, column)[0].name
        for column in ("sexo", "fecha_nacimiento", "codigo_postal", "estado_civil")
    }

    assert first == {
        "sexo": "none",
        "fecha_nacimiento": "date-period",
        "codigo_postal": "format-masking",
        "estado_civil": "rare-to-others",
    }


def test_the_effect_of_a_plan_is_measured_on_its_column(table, proposal):
    recipe = begun(table, proposal, UseCase.EXTERNAL)

    effect = measure_effect(table, recipe, "fecha_nacimiento").column

    assert effect.changed == 1.0
    assert effect.distinct_after < effect.distinct_before
    assert effect.distinct_after <= 120


def test_nothing_is_changed_in_place(table, proposal):
    recipe = begun(table, proposal, UseCase.EXTERNAL)
    techniques, roles = recipe.techniques, dict(recipe.roles)

    make_coarser(table, recipe, "fecha_nacimiento")
    let_search(recipe)

    assert (recipe.techniques, recipe.roles) == (techniques, roles)


def test_coarser_means_fewer_values_until_the_column_is_left_out(table, proposal):
    recipe = begun(table, proposal, UseCase.EXTERNAL)
    seen = [measure_effect(table, recipe, "fecha_nacimiento").column.distinct_after]

    while "fecha_nacimiento" in recipe.quasi_identifiers:
        recipe = make_coarser(table, recipe, "fecha_nacimiento")
        found = measure_effect(table, recipe, "fecha_nacimiento").column
        seen.append(found.distinct_after)

    left = seen[:-1]
    assert all(after < before for before, after in pairwise(left))
    assert len(left) > 2
    assert "fecha_nacimiento" not in recipe.quasi_identifiers
    assert recipe.roles["fecha_nacimiento"] is Role.IDENTIFIER


def test_steps_three_and_four_repeat_until_the_threshold_holds(table, proposal, tmp_path):
    recipe, risks = lowered(table, begun(table, proposal, UseCase.EXTERNAL))

    assert risks[0].k < 5 <= risks[-1].k
    release = celosia.anonymize(table, recipe, tmp_path / "release.csv")
    assert release.after.figures.min_class == risks[-1].k
    assert release.after.figures.records == risks[-1].records


def test_a_search_takes_the_place_of_the_techniques(table, proposal, tmp_path):
    recipe = let_search(begun(table, proposal, UseCase.EXTERNAL))

    risk = measure_risk(table, recipe)
    release = celosia.anonymize(table, recipe, tmp_path / "release.csv")

    assert recipe.method == "optimal"
    assert [step.changes for step in recipe.techniques] == [("coste",)]
    assert risk.holds
    assert release.after.figures.min_class == risk.k


def test_annex_d_raises_the_threshold(table, proposal):
    recipe = begun(table, proposal, UseCase.EXTERNAL)

    careful = set_risk(recipe, RiskAnswers(5, "high", Attempt.of("medium", "medium")))

    assert careful.models == (KAnonymity(25), DistinctLDiversity("diagnostico", 2))


def test_a_k_below_the_guides_is_refused(table, proposal):
    recipe = begun(table, proposal, UseCase.EXTERNAL)

    with pytest.raises(ParameterError, match="at least 5"):
        set_risk(recipe, RiskAnswers(4, "low", LOW_RISK))


def test_use_cases_without_a_threshold_have_no_risk_step(table, proposal):
    recipe = begun(table, proposal, UseCase.INTERNAL_DEIDENTIFIED)

    with pytest.raises(ParameterError, match="asks for no k"):
        measure_risk(table, recipe)
    assert recipe.models == ()


def test_leaving_all_records_out_is_refused(table, proposal):
    recipe = begin_recipe(proposal, UseCase.EXTERNAL)
    recipe = set_risk(recipe, RiskAnswers(5, "medium", LOW_RISK))
    risk = measure_risk(table, recipe)

    assert risk.below == risk.records
    with pytest.raises(NotAchievable, match="none would be left"):
        leave_records_out(recipe, risk)


def test_fewer_records_than_k_cannot_reach_it(tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("age,dx\n31,flu\n45,cold\n52,flu\n")
    with celosia.read(path) as table:
        recipe = begin_recipe(celosia.propose(table), UseCase.EXTERNAL)
        recipe = set_roles(recipe, {"age": Role.QUASI_IDENTIFIER})
        recipe = set_risk(recipe, RiskAnswers(5, "medium", LOW_RISK))
        with pytest.raises(NotAchievable, match="the table has 3 records"):
            lowered(table, recipe)


def test_an_empty_table_is_refused(tmp_path):
    (tmp_path / "empty.csv").write_text("age,dx\n")
    with celosia.read(tmp_path / "empty.csv") as table:
        proposal = celosia.propose(table)
        with pytest.raises(celosia.DataError, match="no records"):
            begin_recipe(proposal, UseCase.EXTERNAL)


def test_nulls_negative_numbers_and_constants_do_not_stop_the_way(tmp_path):
    lines = [f"{n % 40 - 5 if n % 7 else ''},x,,{40 + n / 1000:.5f}" for n in range(200)]
    (tmp_path / "odd.csv").write_text("\n".join(["edad,constante,vacia,latitud", *lines]))
    with celosia.read(tmp_path / "odd.csv") as table:
        recipe = begin_recipe(celosia.propose(table), UseCase.INTERNAL)
        for column in table.columns:
            recipe = set_roles(recipe, {column: Role.QUASI_IDENTIFIER})
        recipe = set_risk(recipe, RiskAnswers(3, "medium", LOW_RISK))

        recipe, risks = lowered(table, recipe)

    assert risks[-1].k >= 3
    assert recipe.quasi_identifiers


def test_test_data_has_no_record_of_the_original(table, proposal):
    recipe = begin_recipe(proposal, UseCase.SYNTHETIC)
    unchanged = count_unchanged(table, recipe)
    for column in table.columns:
        first = technique_options(table, recipe, column)[0]
        recipe = set_column_techniques(table, recipe, column, first.techniques)

    assert unchanged == table.records
    assert count_unchanged(table, recipe) == 0


def test_the_recipe_holds_everything_that_was_decided(table, proposal, tmp_path):
    recipe = begun(table, proposal, UseCase.RETENTION)
    recipe = leave_out(recipe, "municipio")
    recipe = answer_controls(recipe, {"audits": "yes", "deletion": "kept on purpose"})

    written = finish_recipe(table, recipe, tmp_path / "celosia.toml", "release.csv")
    text = written.to_toml(recipe_notes(proposal, recipe, {"municipio"}, "es"))

    assert Recipe.from_toml(text) == written
    assert written.use_case is UseCase.RETENTION
    assert written.controls == {"audits": "yes", "deletion": "kept on purpose"}
    assert written.techniques == recipe.techniques != ()
    assert written.roles["municipio"] is Role.IDENTIFIER
    assert "# Se omite: nadie la necesita" in text


def test_a_hierarchy_of_ones_own_goes_before_the_proposed_one(table, proposal, tmp_path):
    (tmp_path / "lists").mkdir()
    given = {"municipio": FromFile(str(tmp_path / "lists" / "places.csv"))}
    recipe = let_search(begin_recipe(proposal, UseCase.EXTERNAL, given))

    recipe = finish_recipe(table, recipe, tmp_path / "celosia.toml")

    assert recipe.hierarchies["municipio"] == FromFile("lists/places.csv")


def test_techniques_of_other_columns_are_refused(table, proposal):
    recipe = begin_recipe(proposal, UseCase.EXTERNAL)
    other = technique_options(table, recipe, "codigo_postal")[0].techniques

    with pytest.raises(ParameterError, match="Not for column 'sexo' alone"):
        set_column_techniques(table, recipe, "sexo", other)
    with pytest.raises(ParameterError, match="no column 'sex'"):
        leave_out(recipe, "sex")


def test_a_class_that_shares_one_sensitive_value_is_below_whatever_its_size(tmp_path):
    rows = [f"{20 + i // 50},{'gripe' if i < 50 else ('asma', 'gripe')[i % 2]}" for i in range(100)]
    path = tmp_path / "people.csv"
    path.write_text("\n".join(["edad,diagnostico", *rows]) + "\n", encoding="utf-8")

    with celosia.read(path) as table:
        recipe = begin_recipe(celosia.propose(table), UseCase.EXTERNAL)
        recipe = set_risk(recipe, RiskAnswers(5, "medium", LOW_RISK))
        risk = measure_risk(table, recipe)
        lower = lower_risk(table, recipe, risk)

    assert DistinctLDiversity("diagnostico", 2) in recipe.models
    assert (risk.k, risk.alike, risk.small, risk.below, risk.holds) == (50, 50, 0, 50, False)
    assert lower != recipe
