"""The form of every model says what the recipe says, and nothing that is not allowed."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

import celosia
from celosia.core.model import UseCase
from celosia.errors import HierarchyError
from celosia.models import (
    BesideOthers,
    BetaLikeness,
    DeltaPresence,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    KMap,
    TCloseness,
)

pytest.importorskip("nicegui", reason="needs the extra `app`")

from nicegui import Client, ui

from celosia.web.app.page_session import PageSession
from celosia.web.app.steps.goal_step import GoalForm
from celosia.web.app.steps.protections import (
    ELSEWHERE,
    Protection,
    Protections,
    begun,
    group_of,
    tree_paths,
)
from celosia.web.service import App

COLUMNS = ("dx", "drug")
TABLE = b"age,dx,drug\n30,flu,a\n31,cold,b\n32,ulcer,a\n"
OFFERED = [name for name in celosia.MODELS if name not in ELSEWHERE]
TREE = (("flu", "lungs", "*"), ("cold", "lungs", "*"), ("ulcer", "belly", "*"))
DECIDED = [
    EntropyLDiversity("drug", l=1.5, estimator="grassberger"),
    BetaLikeness("dx", beta=0.3, enhanced=True),
    TCloseness("dx", t=0.4, distance="hierarchical", paths=TREE),
    BesideOthers(DistinctLDiversity("dx", l=3), ("drug",)),
    DeltaPresence(0.1, 0.6),
]


@pytest.fixture
def page(tmp_path):
    """A visitor of a real project, before a page that nobody sees."""
    with App(tmp_path / "home", workers=1) as app, Client(ui.page("/nowhere"), request=None):
        project = app.store.create("p")
        project.upload("p.csv", BytesIO(TABLE))
        roles = {"age": celosia.Role.QUASI_IDENTIFIER} | dict.fromkeys(
            COLUMNS, celosia.Role.SENSITIVE
        )
        project.save_recipe(celosia.Recipe(roles=roles))
        yield PageSession(app, project, "es")


def card(page, entries):
    return Protection(page, entries, COLUMNS, lambda card: None)


def form_of(page, recipe):
    form = GoalForm(page, recipe)
    form.draw_main_fields()
    form.protections = Protections(page, recipe)
    form.draw_weight_fields()
    form.begin()
    return form


@pytest.mark.parametrize("name", OFFERED)
def test_what_is_added_begins_with_figures_that_are_allowed(page, name):
    added = card(page, begun(name, COLUMNS)).model()

    assert added is not None
    assert added.to_dict()["model"] == name
    assert group_of(name) in ("sensitive", "table", "population")


@pytest.mark.parametrize("model", DECIDED, ids=str)
def test_a_model_of_the_recipe_is_shown_and_given_back_as_it_is(page, model):
    entries = (
        celosia.Recipe.from_toml(celosia.Recipe(models=(model,)).to_toml()).models[0].to_dict()
    )

    assert card(page, entries).model() == model


@pytest.mark.parametrize(
    ("name", "parameter", "typed", "said"),
    [
        ("distinct-l-diversity", "l", 1, "Un número entero, de 2 como mínimo."),
        ("distinct-l-diversity", "l", 2.5, "Un número entero, de 2 como mínimo."),
        ("t-closeness", "t", 1.5, "Un número de 0 a 1."),
        ("average-risk", "threshold", 0, "Un número mayor que 0, hasta 1."),
        ("entropy-l-diversity", "l", None, "Un número de 1 como mínimo."),
        ("beta-likeness", "beta", 0, "Un número mayor que 0."),
    ],
)
def test_what_is_not_allowed_is_said_beside_its_field(page, name, parameter, typed, said):
    added = card(page, begun(name, COLUMNS))

    added.fields[parameter].value = typed

    assert added.model() is None
    assert added.fields[parameter].error == said


def test_figures_that_contradict_each_other_are_refused(page):
    added = card(page, begun("delta-presence", COLUMNS))

    added.fields["lowest"].value = 0.9

    assert added.model() is None


def test_a_column_that_is_not_sensitive_any_more_is_marked(page):
    assert card(page, {**begun("t-closeness", COLUMNS), "attribute": "age"}).model() is None


def test_a_hierarchy_file_becomes_paths_to_one_root(page):
    told = tree_paths(page, "dx", b"flu;lungs\ncold;lungs\nulcer;belly\n")

    assert sorted(told) == sorted([list(path) for path in TREE])
    with pytest.raises(HierarchyError) as wrong:
        tree_paths(page, "dx", b"flu;lungs\n")
    assert wrong.value.text("es") == "A la jerarquía le faltan 2 valores de dx."


def test_nothing_is_saved_while_a_field_is_wrong(page):
    form = form_of(page, page.project.recipe())
    form._fields["k"].value = 1

    with pytest.raises(celosia.ParameterError) as wrong:
        form._decision()

    assert wrong.value.text("es").startswith("No se ha guardado nada")
    assert form._fields["k"].error == "Un número entero, de 2 como mínimo."
    assert form._fields["k"].value == 1


def test_the_form_changes_nothing_of_a_recipe_that_it_shows(page):
    before = celosia.Recipe(
        roles=page.project.recipe().roles,
        models=(KAnonymity(3), *DECIDED[:4]),
        suppression=0.025,
        weights={"age": 4.0},
    )

    assert form_of(page, before)._decision()(before) == before


def test_what_another_tab_decided_meanwhile_is_not_contradicted(page):
    before = celosia.Recipe(
        roles=page.project.recipe().roles, models=(DistinctLDiversity("dx", l=2),)
    )
    decided = form_of(page, replace(before, weights={"age": 4.0}))._decision()
    roles = {"age": celosia.Role.IDENTIFIER, "dx": celosia.Role.INSENSITIVE}

    after = decided(replace(before, roles={**before.roles, **roles}))

    assert after.weights == {}
    assert after.models == (KAnonymity(5),)


def test_a_population_that_nothing_is_compared_with_is_dropped(page):
    before = celosia.Recipe(roles=page.project.recipe().roles, population="people.csv")

    assert form_of(page, before)._decision()(before).population is None


def test_a_model_that_needs_a_population_waits_for_it(page):
    recipe = celosia.Recipe(roles=page.project.recipe().roles, models=(KMap(3),))

    assert Protections(page, recipe).models() is None


def test_no_k_is_asked_for_where_the_guide_asks_for_none(page):
    recipe = page.project.recipe()
    inside = replace(recipe, use_case=UseCase.INTERNAL_DEIDENTIFIED)
    outside = replace(recipe, use_case=UseCase.EXTERNAL)

    assert form_of(page, inside)._decision()(inside).models == ()
    assert form_of(page, outside)._decision()(outside).models == (KAnonymity(5),)
