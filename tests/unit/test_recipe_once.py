"""A recipe is checked when it is made, and not again by each who hands it on."""

from io import BytesIO

import pytest
from click.testing import CliRunner
from tests.support.patients import PATIENTS
from tests.unit.service.conftest import RECIPE

from celosia import Recipe
from celosia.cli.main import cli
from celosia.core.schema import Role
from celosia.web.service import App
from celosia.web.service.jobs import JOB_KINDS
from celosia.web.service.project_files import Limits
from celosia.web.service.projects import Project
from celosia.web.service.work import JobTask


@pytest.fixture
def checked(monkeypatch):
    """Count how often a recipe is checked; the default one, which is written once, apart."""
    Recipe().to_toml()
    done, check = [], Recipe.__post_init__

    def counted(self):
        done.append(self)
        check(self)

    monkeypatch.setattr(Recipe, "__post_init__", counted)
    return done


def test_a_command_checks_its_recipe_once(tmp_path, checked):
    (tmp_path / "p.csv").write_text(PATIENTS, encoding="utf-8")
    recipe = tmp_path / "r.toml"
    recipe.write_text(f'source = "p.csv"\noutput = "o.csv"\n{RECIPE}', encoding="utf-8")

    assert CliRunner().invoke(cli, ["anonymize", str(recipe), "--json"]).exit_code == 0
    assert len(checked) == 1


def test_a_job_checks_what_was_saved_where_it_lies_and_what_is_taken_away(tmp_path, checked):
    with App(tmp_path / "home", workers=1) as app:
        project = app.store.create("p")
        project.upload("p.csv", BytesIO(PATIENTS.encode()))
        checked.clear()

        project.save_recipe(RECIPE)
        assert len(checked) == 1

        kind, version = JOB_KINDS["anonymize"], project.present()[0]
        anew = Project(project.folder, Limits())
        kind.work(JobTask(anew, kind.read_options({}), version, tmp_path, lambda *_: None))
        assert len(checked) == 4


def test_a_change_that_changes_nothing_gives_the_same_recipe():
    roles = {"a": Role.QUASI_IDENTIFIER, "b": Role.QUASI_IDENTIFIER}
    recipe = Recipe(roles=roles)

    assert recipe.changed(roles=dict(roles), seed=0) is recipe
    assert recipe.changed(roles=dict(reversed(roles.items()))).quasi_identifiers == ("b", "a")
