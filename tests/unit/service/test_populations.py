"""A project's table compared with everybody from whom its records were drawn."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from tests.unit.service.conftest import RECIPE

import celosia
from celosia.models import KMap
from celosia.web.service import JobState, project_tables as populations, take_population

PEOPLE = "fnac;cod_postal;nombre\n" + "".join(
    f"{year};{code};x{i}\n" for year in (1986, 1996) for code in (53715, 53703) for i in range(3)
)
K_MAP = '[[models]]\nmodel = "k-map"\nk = 7\n'


def given(project, content, name="padrón.csv"):
    upload = project.begin_upload()
    upload.write(content.encode())
    return take_population(project, upload, name)


def done(app, project, kind, **options):
    job = app.jobs.wait(project, app.jobs.start(project, kind, options).id)
    assert job.state is JobState.DONE, job
    return job, app.jobs.result(project, job.id)


def test_a_release_is_made_and_verified_against_the_population(app, project):
    given(project, PEOPLE)
    project.change_recipe(lambda r: celosia.Recipe.from_toml(_with_k_map(project)))

    job, told = done(app, project, "anonymize")
    _, verified = done(app, project, "verify")

    assert told["node"] == [2, 2]  # the table alone would be had with [0, 2]
    assert verified["satisfied"]
    judged = [(each["model"], each["k"]) for each in verified["models"]]
    assert judged == [("k-anonymity", 2), ("k-map", 7)]
    taken = celosia.Recipe.from_toml(
        app.jobs.file(project, job.id, "recipe.toml").read_text(encoding="utf-8")
    )
    assert (taken.source, taken.population) == ("pacientes.csv", "padrón.csv")
    people = project.recipe().population
    project.save_recipe(taken)  # taken back, it means the same file
    assert project.recipe().population == people


def test_what_techniques_alone_leave_is_verified_against_the_population(app, project):
    given(project, PEOPLE + "1996;53706;y\n1986;53706;z\n")
    project.change_recipe(lambda recipe: replace(recipe, models=(KMap(1),), method="none"))

    done(app, project, "anonymize")
    _, verified = done(app, project, "verify")

    assert verified["satisfied"]


def _with_k_map(project):
    return f'population = "{project.recipe().population}"\n{RECIPE}\n{K_MAP}'


def test_a_population_without_a_quasi_identifier_is_refused_and_not_kept(project):
    with pytest.raises(celosia.DataError, match="Missing: cod_postal") as wrong:
        given(project, "fnac\n1986\n")

    assert "Faltan: cod_postal" in wrong.value.text("es")
    assert list(project.folder.glob("population-*")) == []
    assert project.recipe().population is None


def test_undo_takes_the_population_back(project):
    given(project, PEOPLE)
    assert project.recipe().population is not None

    project.undo()

    assert project.recipe().population is None


def test_two_populations_at_once_both_keep_their_names(project, monkeypatch):
    """While the first is being named, the second arrives; it has to wait."""
    names = populations.read_population_names
    second = Thread(target=given, args=(project, PEOPLE, "second.csv"))

    def interrupted(folder):
        found = names(folder)
        if second.ident is None:
            second.start()
            second.join(0.5)
        return found

    monkeypatch.setattr(populations, "read_population_names", interrupted)

    given(project, PEOPLE, "first.csv")
    second.join()

    assert sorted(names(project).values()) == ["first.csv", "second.csv"]


def test_a_new_table_begins_without_the_old_population(project):
    given(project, PEOPLE)
    people = project.recipe().population

    project.upload("otra.csv", BytesIO(b"a\n1\n"))
    assert project.recipe().population is None

    project.undo()
    assert project.recipe().population == people
    assert project.stored(Path(people).name).read_text() == PEOPLE
