"""The guide's way as code: each step a pure function."""

from __future__ import annotations

from itertools import pairwise

import pytest

import celosia
from celosia import (
    Attempt,
    KAnonymity,
    NotAchievable,
    ParameterError,
    Recipe,
    Role,
    UseCase,
)

LOW_RISK = Attempt.of("low", "high")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A small hospital."""
    path = celosia.write_hospital(tmp_path_factory.mktemp("guide") / "hospital.csv", 400, 3)
    with celosia.read(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def proposal(table):
    return celosia.propose(table)


def begun(table, proposal, case, keep=("sexo", "fecha_nacimiento", "codigo_postal")):
    """Begin with few quasi-identifiers, the proposed techniques, and little risk of an attempt."""
    guidance = celosia.begin_guidance(proposal, case)
    for column in guidance.quasi_identifiers:
        if column not in keep:
            guidance = celosia.decide_role(table, guidance, column, Role.INSENSITIVE)
    for column in guidance.quasi_identifiers:
        first = celosia.column_options(table, guidance, column)[0]
        guidance = celosia.decide_techniques(guidance, column, first.techniques)
    if case.k is None:
        return guidance
    return celosia.decide_risk(guidance, case.k, "medium", LOW_RISK)


def lowered(table, guidance):
    """Lower the risk step by step until the threshold holds."""
    risks = [celosia.guided_risk(table, guidance)]
    while not risks[-1].holds:
        guidance = celosia.lower_risk(table, guidance, risks[-1])
        risks.append(celosia.guided_risk(table, guidance))
    return guidance, risks


def names(options):
    return [option.name for option in options]


def test_identifiers_are_dropped_unless_somebody_wants_pseudonyms(table, proposal):
    guidance = celosia.begin_guidance(proposal, UseCase.EXTERNAL)

    offered = names(celosia.column_options(table, guidance, "dni"))

    assert offered == ["none", "random-pseudonym", "keyed-pseudonym"]


def test_test_data_gets_invented_identifiers(table, proposal):
    guidance = celosia.begin_guidance(proposal, UseCase.SYNTHETIC)

    assert names(celosia.column_options(table, guidance, "dni"))[0] == "fake-value"
    assert "swap" in names(celosia.column_options(table, guidance, "diagnostico"))[0]


def test_annex_b_is_proposed_for_each_kind_of_column(table, proposal):
    guidance = celosia.begin_guidance(proposal, UseCase.EXTERNAL)

    first = {
        column: celosia.column_options(table, guidance, column)[0].name
        for column in ("sexo", "fecha_nacimiento", "codigo_postal", "estado_civil")
    }

    assert first == {
        "sexo": "none",
        "fecha_nacimiento": "date-period",
        "codigo_postal": "format-masking",
        "estado_civil": "rare-to-others",
    }


def test_the_effect_of_a_plan_is_measured_on_its_column(table, proposal):
    guidance = begun(table, proposal, UseCase.EXTERNAL)

    effect = celosia.planned_effect(table, guidance, "fecha_nacimiento").column

    assert effect.changed == 1.0
    assert effect.distinct_after < effect.distinct_before
    assert effect.distinct_after <= 120


def test_nothing_is_changed_in_place(table, proposal):
    guidance = begun(table, proposal, UseCase.EXTERNAL)
    techniques, roles = guidance.techniques, dict(guidance.roles)

    celosia.make_coarser(table, guidance, "fecha_nacimiento")
    celosia.let_search(guidance)

    assert (guidance.techniques, guidance.roles) == (techniques, roles)


def test_coarser_means_fewer_values_until_the_column_is_left_out(table, proposal):
    guidance = begun(table, proposal, UseCase.EXTERNAL)
    seen = [celosia.planned_effect(table, guidance, "fecha_nacimiento").column.distinct_after]

    while guidance.roles["fecha_nacimiento"] is not None:
        guidance = celosia.make_coarser(table, guidance, "fecha_nacimiento")
        found = celosia.planned_effect(table, guidance, "fecha_nacimiento").column
        seen.append(found.distinct_after)

    left = seen[:-1]
    assert all(after < before for before, after in pairwise(left))
    assert len(left) > 2
    assert "fecha_nacimiento" not in guidance.quasi_identifiers
    assert guidance.recipe().roles["fecha_nacimiento"] is Role.IDENTIFIER


def test_steps_three_and_four_repeat_until_the_threshold_holds(table, proposal, tmp_path):
    guidance, risks = lowered(table, begun(table, proposal, UseCase.EXTERNAL))

    assert risks[0].k < 5 <= risks[-1].k
    release = celosia.anonymize(table, guidance.recipe(), tmp_path / "release.csv")
    assert release.after.figures.min_class == risks[-1].k
    assert release.after.figures.records == risks[-1].records


def test_a_search_takes_the_place_of_the_techniques(table, proposal, tmp_path):
    guidance = celosia.let_search(begun(table, proposal, UseCase.EXTERNAL))

    risk = celosia.guided_risk(table, guidance)
    release = celosia.anonymize(table, guidance.recipe(), tmp_path / "release.csv")

    assert guidance.method == "optimal"
    assert guidance.techniques == ()
    assert risk.holds
    assert release.after.figures.min_class == risk.k


def test_annex_d_raises_the_threshold(table, proposal):
    guidance = begun(table, proposal, UseCase.EXTERNAL)

    careful = celosia.decide_risk(guidance, 5, "high", Attempt.of("medium", "medium"))

    assert careful.target_k == 25
    assert careful.recipe().models == (KAnonymity(25),)


def test_a_k_below_the_guides_is_refused(table, proposal):
    guidance = begun(table, proposal, UseCase.EXTERNAL)

    with pytest.raises(ParameterError, match="at least 5"):
        celosia.decide_risk(guidance, 4, "low", LOW_RISK)


def test_use_cases_without_a_threshold_have_no_risk_step(table, proposal):
    guidance = begun(table, proposal, UseCase.INTERNAL_DEIDENTIFIED)

    with pytest.raises(ParameterError, match="asks for no k"):
        celosia.guided_risk(table, guidance)
    assert guidance.recipe().models == ()


def test_leaving_all_records_out_is_refused(table, proposal):
    guidance = celosia.begin_guidance(proposal, UseCase.EXTERNAL)
    guidance = celosia.decide_risk(guidance, 5, "medium", LOW_RISK)
    risk = celosia.guided_risk(table, guidance)

    assert risk.below == risk.records
    with pytest.raises(NotAchievable, match="none would be left"):
        celosia.leave_records_out(guidance, risk)


def test_fewer_records_than_k_cannot_reach_it(tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("age,dx\n31,flu\n45,cold\n52,flu\n")
    with celosia.read(path) as table:
        guidance = celosia.begin_guidance(celosia.propose(table), UseCase.EXTERNAL)
        guidance = celosia.decide_role(table, guidance, "age", Role.QUASI_IDENTIFIER)
        guidance = celosia.decide_risk(guidance, 5, "medium", LOW_RISK)
        with pytest.raises(NotAchievable, match="the table has 3 records"):
            lowered(table, guidance)


def test_an_empty_table_is_refused(tmp_path):
    (tmp_path / "empty.csv").write_text("age,dx\n")
    with celosia.read(tmp_path / "empty.csv") as table:
        proposal = celosia.propose(table)
        with pytest.raises(celosia.DataError, match="no records"):
            celosia.begin_guidance(proposal, UseCase.EXTERNAL)


def test_nulls_negative_numbers_and_constants_do_not_stop_the_way(tmp_path):
    lines = [f"{n % 40 - 5 if n % 7 else ''},x,,{40 + n / 1000:.5f}" for n in range(200)]
    (tmp_path / "odd.csv").write_text("\n".join(["edad,constante,vacia,latitud", *lines]))
    with celosia.read(tmp_path / "odd.csv") as table:
        guidance = celosia.begin_guidance(celosia.propose(table), UseCase.INTERNAL)
        for column in table.columns:
            guidance = celosia.decide_role(table, guidance, column, Role.QUASI_IDENTIFIER)
        guidance = celosia.decide_risk(guidance, 3, "medium", LOW_RISK)

        guidance, risks = lowered(table, guidance)

    assert risks[-1].k >= 3
    assert guidance.quasi_identifiers


def test_test_data_has_no_record_of_the_original(table, proposal):
    guidance = celosia.begin_guidance(proposal, UseCase.SYNTHETIC)
    unchanged = celosia.unchanged_records(table, guidance)
    for column in table.columns:
        first = celosia.column_options(table, guidance, column)[0]
        guidance = celosia.decide_techniques(guidance, column, first.techniques)

    assert unchanged == table.records
    assert celosia.unchanged_records(table, guidance) == 0


def test_the_recipe_holds_everything_that_was_decided(table, proposal, tmp_path):
    guidance = begun(table, proposal, UseCase.RETENTION)
    guidance = celosia.decide_role(table, guidance, "municipio", None)
    guidance = celosia.answer_controls(guidance, {"audits": "yes", "deletion": "kept on purpose"})

    recipe = celosia.guided_recipe(table, guidance, tmp_path / "celosia.toml", "release.csv")
    text = recipe.to_toml(guidance.notes("es"))

    assert Recipe.from_toml(text) == recipe
    assert recipe.use_case is UseCase.RETENTION
    assert recipe.controls == {"audits": "yes", "deletion": "kept on purpose"}
    assert recipe.techniques == guidance.techniques != ()
    assert recipe.roles["municipio"] is Role.IDENTIFIER
    assert "# Se omite: nadie la necesita" in text


def test_a_hierarchy_of_ones_own_goes_before_the_proposed_one(table, proposal, tmp_path):
    (tmp_path / "lists").mkdir()
    given = {"municipio": celosia.FromFile(str(tmp_path / "lists" / "places.csv"))}
    guidance = celosia.let_search(celosia.begin_guidance(proposal, UseCase.EXTERNAL, given))

    recipe = celosia.guided_recipe(table, guidance, tmp_path / "celosia.toml")

    assert recipe.hierarchies["municipio"] == celosia.FromFile("lists/places.csv")


def test_techniques_of_other_columns_are_refused(table, proposal):
    guidance = celosia.begin_guidance(proposal, UseCase.EXTERNAL)
    other = celosia.column_options(table, guidance, "codigo_postal")[0].techniques

    with pytest.raises(ParameterError, match="Not for column 'sexo' alone"):
        celosia.decide_techniques(guidance, "sexo", other)
    with pytest.raises(ParameterError, match="no column 'sex'"):
        celosia.decide_role(table, guidance, "sex", None)
