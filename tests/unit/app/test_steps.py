"""What a step offers, by what was decided and found before."""

from __future__ import annotations

import logging
from dataclasses import replace
from io import BytesIO

import pytest

import celosia
from celosia.core.model import UseCase
from celosia.models import KAnonymity
from celosia.text.messages import Message

pytest.importorskip("nicegui", reason="needs the extra `app`")

from nicegui import Client, ElementFilter, ui

from celosia.web.app import pages as layout, parts
from celosia.web.app.page_session import PageSession, Result
from celosia.web.app.pictures import Spread
from celosia.web.app.step import STEPS, AppStep, following, number_of
from celosia.web.app.steps import (
    goal_step as goal,
    import_step as import_,
    know_step as know,
    release_step as release,
    risk_step as risk,
)
from celosia.web.app.steps.choose_step import WHATS, way_of
from celosia.web.app.steps.know_step import draw_proposed_set
from celosia.web.service import App, Job, JobState
from celosia.web.service.kinds.alternatives_job import Changed
from celosia.web.service.service_errors import WithoutValues

TABLE = b"age,dx\n30,flu\n31,cold\n"
POINT = {"k": 5, "loss": 0.1, "highest_risk": 0.2, "suppressed": 0.0}
CURVE = {"proposed": 5, "points": [POINT]}
RELEASE = {
    "models": ["5-anonymity"], "named": [{"en": "5-anonymity", "es": "5-anonimidad"}],
    "attributes": ["age"], "node": [1], "method": "optimal", "nulls": "value",
    "after": {"highest_prosecutor_risk": 0.2, "min_persons": None},
    "records_in": 2, "records_out": 2, "techniques": [],
    "residual_risks": [{"risk": "background-knowledge", "column": "dx", "values": 3}],
    "guard": {
        "verdict": "guarded", "exact": [], "other_columns_alone": 0.0, "all_columns_alone": 0.0
    },
    "pseudonymized": [], "certificate": "c.json", "evidence": "e.json", "vault": None,
}  # fmt: skip


@pytest.fixture
def page(tmp_path):
    """A visitor of a real project, before a page that nobody sees."""
    with App(tmp_path / "home", workers=1) as app, Client(ui.page("/nowhere"), request=None):
        project = app.store.create("p")
        project.upload("patients.csv", BytesIO(TABLE))
        roles = {"age": celosia.Role.QUASI_IDENTIFIER, "dx": celosia.Role.SENSITIVE}
        project.save_recipe(celosia.Recipe(roles=roles, models=(KAnonymity(5),)))
        yield PageSession(app, project, "es")


def found(kind, told, fresh=True, **options):
    job = Job("0" * 16, kind, JobState.DONE, "", 1.0, None, None, options, 1, 0.0, 1.0)
    return Result(job, told, fresh)


def offered():
    return {each.props["data-name"] for each in ElementFilter() if "data-name" in each.props}


def said():
    return [each.text for each in ElementFilter(kind=ui.label)]


@pytest.mark.parametrize(("k", "is_offered"), [(5, False), (4, True)])
def test_a_k_that_is_asked_for_already_is_not_offered(page, k, is_offered):
    recipe = replace(page.project.recipe(), models=(KAnonymity(k),))

    goal.show(page, goal.Goal(recipe, found("k-curve", CURVE)))

    assert ("use-knee" in offered()) is is_offered


def test_where_no_k_is_asked_for_the_suggested_one_is_offered(page):
    case = UseCase.INTERNAL_DEIDENTIFIED
    recipe = replace(page.project.recipe(), models=(), use_case=case)

    goal.show(page, goal.Goal(recipe, found("k-curve", CURVE)))

    assert "use-knee" in offered()


@pytest.mark.parametrize("fresh", [True, False])
def test_only_a_release_of_the_present_decisions_is_made_again_as_another_file(page, fresh):
    made = found("anonymize", RELEASE, fresh, node={"age": 1}, method="optimal")

    release.show(page, release.Ready(page.project.recipe(), made))

    assert ("make-format" in offered()) is fresh
    assert any(text.startswith("Ha cambiado algo desde que se hizo") for text in said()) != fresh
    assert "take-release" in offered()
    assert any("quien pueda descartar 3 valores de «dx»" in text for text in said())
    assert {"report", "public-report"} <= set(offered())


def test_the_accepted_risk_is_a_percentage(page):
    figures = {
        "k": 4, "uniques": 0, "records": 8, "classes": 2, "sensitive": {},
        "marketer": {"share": 0.25},
        "prosecutor": {"threshold": 0.125, "highest": 0.25, "average": 0.25, "at_risk": 1.0},
    }  # fmt: skip
    measured = found("assess", {"before": figures, "after": None}, threshold=0.125)

    risk.show(page, risk.Measured(None, measured))

    field = next(each for each in ElementFilter(kind=ui.number) if "%" in each.props["label"])
    assert field.value == 12.5
    assert field.props["hint"] == "Un número mayor que 0, hasta 100."
    assert "La línea negra es el riesgo que acepta: 12,5\N{NO-BREAK SPACE}%." in said()
    assert any("k = 8 o más" in text for text in said())


@pytest.mark.parametrize(
    ("columns", "title"),
    [(("age",), "patients.csv: 0 registros, 1 columna"),
     (("age", "dx"), "patients.csv: 0 registros, 2 columnas")],
)  # fmt: skip
def test_a_table_is_shown_with_its_size_and_one_without_records_is_told_so(page, columns, title):
    schema = celosia.Schema(tuple(celosia.Column(name) for name in columns))
    shown = import_.Imported(page.project.source, celosia.ReadOptions(), ",", "utf-8", schema)

    import_.show(page, shown)

    assert title in said()
    assert any(text.startswith("La tabla tiene columnas y ningún registro") for text in said())


@pytest.mark.parametrize(
    ("step", "roles"),
    [(step, roles) for step in ("hierarchies", "goal", "choose", "risk")
     for roles in ({}, {"age": celosia.Role.SENSITIVE})],
)  # fmt: skip
def test_where_a_table_was_not_looked_at_a_step_leads_to_its_columns(page, step, roles):
    page.project.save_recipe(celosia.Recipe(roles=roles))

    layout.fill(page, step, *layout.load(page, step))

    buttons = [each.text for each in ElementFilter(kind=ui.button)]
    assert buttons == ["Ir al paso 2: Conocer los datos"]


@pytest.mark.parametrize(("role", "is_offered"), [("sensitive", False), ("quasi-identifier", True)])
def test_a_set_is_offered_only_if_it_is_smaller_than_what_is_proposed(page, role, is_offered):
    counted = {"columns": ["age"], "distinct": 2, "separation": 1.0}
    told = {
        "columns": [{"name": "age", "role": "quasi-identifier"}, {"name": "dx", "role": role}],
        "quasi_identifiers": {"chosen": ["age"], "maximum": 2, "examined": [counted]},
    }

    draw_proposed_set(page, told)

    assert ("use-set" in offered()) is is_offered


def test_of_a_column_without_values_it_is_said_that_none_is_known(page):
    know._draw_spread(page, "vacía", Spread((), 200, 0))

    assert "No se conoce ningún valor." in said()


def looked_at(page, table):
    """Look at a table as the job does, and draw step 2."""
    page.project.upload("patients.csv", BytesIO(table))
    job = page.app.jobs.start(page.project, "profile")
    page.app.jobs.wait(page.project, job.id)
    know.show(page, know.load(page))


def test_spellings_are_told_by_number_and_may_be_values_of_their_own(page):
    looked_at(page, b"age,dx\n30,flu\n31,Flu\n32,flu\n33,cold\n")

    told = " ".join(said())
    assert "1 valor con varias grafías" in told
    assert "1 registro sin la más frecuente" in told
    assert "«Una sola grafía para cada valor»" in told
    assert "as-written-dx" in offered()
    assert "as-written-age" not in offered()


def test_one_record_is_not_called_records(page):
    schema = celosia.Schema((celosia.Column("age"), celosia.Column("dx")))
    source = page.project.source

    import_.show(page, import_.Imported(source, celosia.ReadOptions(), ",", "utf-8", schema, 1))

    assert "patients.csv: 1 registro, 2 columnas" in said()


def test_a_method_is_called_as_where_it_was_chosen(page):
    told = {"method": "auto", "grouped_by": "hilbert"}

    assert way_of(page, told) == "grupos (curva de Hilbert)"


def test_every_choice_that_is_tried_otherwise_has_its_sentence():
    assert set(WHATS) == set(Changed)


def test_errors_name_the_table_as_its_owner_does(page):
    stored = page.project.source.place

    wrong = celosia.DataError("trial.bad", place=stored)

    assert page.exactly(wrong) == "patients.csv: mal."


def test_errors_are_told_even_of_a_project_that_is_finished(page):
    page.project.finish()

    assert page.meaning("DataError").startswith("La tabla no es como se esperaba")
    assert page.exactly(celosia.DataError("trial.bad", place="x")) == "x: mal."


def test_another_tab_does_not_move_this_one(page):
    other = PageSession(page.app, page.project, "es")
    other.project.note(step="choose")

    layout.Layout(page)

    assert page.step == "import"
    assert PageSession(page.app, page.project, "es").step == "choose"


def test_a_defect_is_shown_in_the_place_of_the_step_and_quotes_nothing(page, monkeypatch, caplog):
    def load(page):
        return int("Ana")

    broken = replace(STEPS["import"], load=load)
    monkeypatch.setattr(layout, "STEPS", {"import": broken})

    layout.fill(page, "import", *layout.load(page, "import"))

    assert any(text.startswith("Falló por un defecto de Celosía") for text in said())
    assert "ValueError in test_steps.py" in caplog.text
    assert "Ana" not in caplog.text


def test_a_step_is_added_by_declaring_it(page, monkeypatch):
    after = following("goal")
    monkeypatch.setattr(STEPS, "_declared", {**STEPS._all()})
    title, why = Message("trial.rehearse"), Message("trial.see-again")
    added = AppStep(title, why, lambda page: "leído", lambda page, read: ui.label(read))
    STEPS.add("rehearse", added, order=4.5)
    page.step = "goal"

    layout.Layout(page)
    parts.forward(page)
    layout.fill(page, "rehearse", *layout.load(page, "rehearse"))

    place = list(STEPS).index("goal") + 2  # they are counted from 1
    assert (following("goal"), number_of("rehearse")) == ("rehearse", place)
    assert following("rehearse") == after
    assert {"step-rehearse", "next"} <= offered()
    buttons = [each.text for each in ElementFilter(kind=ui.button)]
    assert f"{place}  Ensayar" in buttons
    assert "Siguiente: Ensayar" in buttons
    assert {f"Vea otra vez el paso {place - 1}.", "leído"} <= set(said())


@pytest.mark.parametrize(("noted", "asked", "shown"), [
    (None, None, "import"), ("risk", None, "risk"), ("risk", "goal", "goal"),
    ("nowhere", None, "import"), (4, None, "import"), ("risk", "nowhere", "import"),
])  # fmt: skip
def test_the_address_says_the_step_before_the_note_does(page, noted, asked, shown):
    page.project.note(step=noted)

    assert PageSession(page.app, page.project, "es", asked).step == shown


def test_what_another_version_worked_out_is_to_be_made_again(page):
    layout.fill(page, "goal", goal.Goal(page.project.recipe()), outdated=True)

    assert "Esto lo calculó otra versión de Celosía: hágalo de nuevo." in said()


def test_a_log_tells_of_errors_without_their_words(caplog):
    log = logging.getLogger("celosia.test")
    log.addFilter(WithoutValues())

    try:
        int("Ana")
    except ValueError as wrong:
        log.exception(wrong)

    assert "ValueError in test_steps.py" in caplog.text
    assert "Ana" not in caplog.text
