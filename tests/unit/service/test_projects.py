from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

import celosia
from celosia.errors import RecipeError, RoleError
from celosia.hierarchies import Suppression
from celosia.models import KAnonymity, TCloseness
from celosia.recipe.recipe import RecipeEntries
from celosia.web.service import (
    App,
    ConflictError,
    NotFoundError,
    ProjectSource,
)
from celosia.web.service.job_folder import JobFolder
from celosia.web.service.state_file import STATE, VERSION
from celosia.workflow.change_recipe import set_hierarchy, set_roles


def test_a_project_is_found_again_after_a_restart(home):
    with App(home) as app:
        project = app.store.create("mine")
        project.upload("a.csv", BytesIO(b"age\n1\n"))
        project.save_recipe('roles.age = "insensitive"')
        project.note(step="risk", language="es")

    with App(home) as app:
        found = app.store.get(project.id)

        assert [p.id for p in app.store.projects()] == [project.id]
        assert found.name == "mine"
        assert found.source.name == "a.csv"
        assert found.notes == {"step": "risk", "language": "es"}
        assert found.recipe().roles == {"age": celosia.Role.INSENSITIVE}


def test_its_folder_is_private(project):
    for folder in (project.folder, project.folder.parent, project.jobs_folder):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for file in project.folder.rglob("*.*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_finish_erases_everything_and_says_so(app, project):
    job = app.jobs.start(project, "profile")
    app.readers.page(project)
    app.jobs.wait(project, job.id)

    finished = app.finish(project)

    assert finished.files > 3
    assert "erased" in finished.text("en")
    assert not project.folder.exists()
    assert not any(app.store.folder.rglob("*.csv"))
    with pytest.raises(NotFoundError):
        app.store.get(project.id)
    with pytest.raises(NotFoundError, match="nothing of it is left"):
        project.note(step="again")


def test_finish_ends_jobs_that_are_under_way(app, project):
    job = app.jobs.start(project, "candidates")

    app.finish(project)

    assert not project.folder.exists()
    assert job.state in ("queued", "running")


def test_a_project_is_called_as_its_owner_says(app):
    assert app.store.create(" Gripe 2025/26\n").name == "Gripe 2025/26"


def test_a_step_is_undone_and_done_again(project):
    first = project.recipe_text()
    project.change_recipe(lambda recipe: replace(recipe, suppression=0.1))
    second = project.recipe_text()

    assert project.undo()
    assert project.recipe_text() == first
    assert project.redo()
    assert project.recipe_text() == second
    assert not project.redo()


def test_a_recipe_is_read_once_and_then_remembered(project, monkeypatch):
    read, times = RecipeEntries.from_toml, []
    counted = staticmethod(lambda text: times.append(text) or read(text))
    monkeypatch.setattr(RecipeEntries, "from_toml", counted)

    assert project.recipe() == project.recipe()
    assert len(times) == 1
    project.change_recipe(lambda recipe: replace(recipe, suppression=0.1))
    assert project.recipe().suppression == 0.1


def test_a_new_step_forgets_what_was_undone(project):
    project.change_recipe(lambda recipe: replace(recipe, suppression=0.1))
    project.undo()
    project.change_recipe(lambda recipe: replace(recipe, suppression=0.2))

    assert not project.history.can_redo
    assert project.recipe().suppression == 0.2


def stored(project):
    return sorted(path.read_bytes() for path in project.folder.glob("source-*"))


def test_another_table_begins_another_recipe(project):
    project.upload("b.csv", BytesIO(b"x\n1\n"))

    assert project.recipe_text() is None
    assert project.recipe().roles == {}


def test_undo_brings_a_replaced_table_back_with_all_that_was_decided(app, project):
    job = app.jobs.wait(project, app.jobs.start(project, "profile").id)
    decided = project.recipe()
    project.upload("b.csv", BytesIO(b"x\n1\n"))
    assert app.readers.page(project).columns == ("x",)
    assert app.jobs.list(project) == []

    assert project.undo()

    assert project.source.name == "pacientes.csv"
    assert project.recipe() == decided
    assert app.readers.page(project).columns == ("fnac", "sexo", "cod_postal", "dolencia")
    assert [found.id for found in app.jobs.list(project)] == [job.id]
    assert project.redo()
    assert project.source.name == "b.csv"
    assert app.readers.page(project).rows == (("1",),)


def test_the_import_itself_is_undone(app):
    project = app.store.create()
    project.upload("a.csv", BytesIO(b"age\n1\n"))

    assert project.undo()

    assert project.source is None
    assert not project.undo()
    with pytest.raises(ConflictError, match="no table yet"):
        project.recipe()
    assert project.redo()
    assert project.source.name == "a.csv"


def test_a_table_to_which_nothing_leads_back_is_erased(project):
    first = stored(project)
    project.upload("b.csv", BytesIO(b"x\n1\n"))
    undone, _ = project.present()
    assert len(stored(project)) == 2
    project.undo()

    project.change_recipe(lambda recipe: replace(recipe, suppression=0.1))

    assert stored(project) == first
    with pytest.raises(NotFoundError, match="erased"):
        project.source_at(undone)


def test_finish_erases_replaced_tables_too(app, project):
    project.upload("b.csv", BytesIO(b"x\n1\n"))

    app.finish(project)

    assert not any(app.store.folder.rglob("source-*"))


def test_each_table_on_a_server_has_its_own_password(app):
    project = app.store.create()
    project.connect("mariadb://ana@localhost/clinic?table=patients", "first")
    project.connect("mariadb://ana@localhost/clinic?table=patients", "second")
    assert project.password_of(project.source) == "second"

    project.undo()

    assert project.password_of(project.source) == "first"


@pytest.mark.parametrize(
    "name", ["../../evil.csv", "/etc/passwd", "..\\..\\evil.csv", "a\x00b.csv", "", "." * 300]
)
def test_the_name_of_an_upload_is_never_a_path(app, home, name):
    project = app.store.create(name)

    source = project.upload(name, BytesIO(b"age\n1\n"))

    stored = {path.relative_to(home.parent).parts[:3] for path in home.parent.rglob("*.csv")}
    assert stored == {("home", "projects", project.id)}
    assert "/" not in source.name
    assert "\\" not in source.name


@pytest.mark.parametrize("identifier", ["..", "../projects", "", "a" * 32, "A" * 32, "%2e%2e"])
def test_an_unknown_project_is_not_found(app, project, identifier):
    with pytest.raises(NotFoundError):
        app.store.get(identifier)


def test_a_recipe_names_no_file_of_the_server(project):
    for entry in ('population = "/etc/passwd"', 'hierarchies.a = {kind = "file", path = "/x"}'):
        with pytest.raises(RecipeError):
            project.save_recipe(f'{entry}\n[roles]\na = "quasi-identifier"')

    project.save_recipe('source = "/etc/passwd"\noutput = "/etc/shadow"')

    recipe = project.recipe()
    assert recipe.source.startswith(str(project.folder))
    assert recipe.output is None


def test_an_address_is_a_server_s_table_without_a_password(app):
    project = app.store.create("db")
    for wrong in ("/etc/passwd", "spark:/etc/passwd", "file:///etc/passwd", "mariadb://a b"):
        with pytest.raises(celosia.ParameterError):
            project.connect(wrong)

    project.connect("mariadb://ana@localhost/clinic?table=patients", "secret")

    assert project.source.name == "clinic?table=patients"
    assert not any(b"secret" in p.read_bytes() for p in project.folder.rglob("*.*"))


def test_a_role_that_goes_takes_its_hierarchy_along(project):
    recipe = set_roles(project.recipe(), {"fnac": celosia.Role.SENSITIVE})

    assert set(recipe.hierarchies) == {"cod_postal"}
    with pytest.raises(RoleError):
        set_hierarchy(recipe, "fnac", Suppression())


def test_a_role_that_goes_takes_its_models_along(project):
    close, hidden = TCloseness("dolencia", 0.5), KAnonymity(2)
    asked = replace(project.recipe(), models=(hidden, close))

    assert set_roles(asked, {"sexo": celosia.Role.SENSITIVE}).models == (hidden, close)
    assert set_roles(asked, {"dolencia": celosia.Role.INSENSITIVE}).models == (hidden,)


def test_a_project_of_an_older_version_is_told_before_anything_is_served(home):
    with App(home) as app:
        state = app.store.create().folder / STATE
    with closing(sqlite3.connect(state)) as older:
        older.execute(f"PRAGMA user_version = {VERSION - 1}")

    with pytest.raises(ConflictError, match="older Celosía") as wrong:
        App(home)

    assert str(state.parent) in wrong.value.text("es")


def test_only_one_server_has_the_projects(home, app):
    with pytest.raises(ConflictError, match="already open"):
        App(home)


def test_a_project_without_a_table_says_what_to_do(app):
    project = app.store.create()

    with pytest.raises(ConflictError, match="upload a file"):
        app.jobs.start(project, "profile")


def test_what_a_killed_server_left_half_done_is_erased(home):
    with App(home) as app:
        project = app.store.create()
        upload = project.begin_upload()
        upload.write(b"half of a table")
        upload.close()
    (home / "projects" / ("0" * 32)).mkdir()
    (home / "working").mkdir()
    (home / "working" / "copy.csv").write_text("personal")

    with App(home) as app:
        assert [p.id for p in app.store.projects()] == [project.id]
        kept = {path.name.removesuffix("-wal").removesuffix("-shm") for path in
                project.folder.iterdir()}  # fmt: skip
        assert kept == {"jobs", STATE}
        assert not (home / "projects" / ("0" * 32)).exists()
        assert list(app.working.iterdir()) == []


def test_projects_are_where_the_user_says(home, monkeypatch):
    monkeypatch.setenv("CELOSIA_HOME", str(home))

    with App() as app:
        assert app.store.folder == home / "projects"


def test_a_folder_that_was_in_use_is_erased_at_the_next_try(project, monkeypatch):
    remove, tried = shutil.rmtree, []

    def in_use_at_first(folder, ignore_errors):
        tried.append(folder)
        if len(tried) > 1:
            remove(folder)

    monkeypatch.setattr(shutil, "rmtree", in_use_at_first)

    project.finish()

    assert not project.folder.exists()


def test_looking_for_jobs_makes_nothing_of_a_finished_project_again(app, project):
    app.finish(project)

    with pytest.raises(NotFoundError):
        app.jobs.list(project)
    with pytest.raises(NotFoundError):
        JobFolder.begin(project, "profile", {}, 1, ProjectSource("a.csv", "a.csv", True))

    assert not project.folder.exists()


def test_a_project_and_its_table_last_once_they_are_there(app, monkeypatch):
    lasting = set()

    def note(descriptor):
        lasting.add(os.fstat(descriptor).st_ino)

    monkeypatch.setattr(os, "fsync", note)

    project = app.store.create("p")
    source = project.upload("t.csv", BytesIO(b"age\n1\n"))

    for path in (project.folder, project.folder / source.place, project.state.path):
        assert path.stat().st_ino in lasting


def test_an_upload_that_cannot_be_named_leaves_nothing(app, monkeypatch):
    project = app.store.create("p")
    before = sorted(project.folder.iterdir())
    monkeypatch.setattr(Path, "replace", _full)

    with pytest.raises(OSError, match="full"):
        project.upload("t.csv", BytesIO(b"age\n1\n"))

    assert sorted(project.folder.iterdir()) == before


def _full(path, target):
    raise OSError("full")
