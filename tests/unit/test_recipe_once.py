"""A recipe is checked when it is made, and not again by each who hands it on."""

from io import BytesIO

import pytest
from click.testing import CliRunner
from tests.support.patients import PATIENTS
from tests.unit.service.conftest import RECIPE

from celosia import Recipe
from celosia.cli.main import cli
from celosia.core.schema import Role
from celosia.errors import RecipeError
from celosia.web.service import App
from celosia.web.service.jobs import JOB_KINDS
from celosia.web.service.project_files import Limits
from celosia.web.service.projects import Project
from celosia.web.service.work import JobTask


@pytest.fixture
def checked(monkeypatch):
    """Count how often a recipe is checked."""
    done, check = [], Recipe.__post_init__

    def counted(self):
        done.append(self)
        check(self)

    monkeypatch.setattr(Recipe, "__post_init__", counted)
    return done


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text(PATIENTS, encoding="utf-8")
    return path


def test_a_command_checks_its_recipe_once(tmp_path, table, checked):
    recipe = tmp_path / "r.toml"
    recipe.write_text(f'source = "p.csv"\noutput = "o.csv"\n{RECIPE}', encoding="utf-8")

    assert CliRunner().invoke(cli, ["anonymize", str(recipe), "--json"]).exit_code == 0
    assert len(checked) == 1


FLAGS = {
    "levels": ["--node", "1,0", "--weight", "sexo=2"],
    "groups": ["--method", "v-mdav", "--gamma", "1.1", "--publish-as", "sexo=set"],
    "fuzzy": ["--method", "fuzzy", "--sets", "2", "--words", "fnac=old,young"],
}


@pytest.mark.parametrize("flags", FLAGS.values(), ids=FLAGS)
def test_a_command_checks_what_its_flags_say_once(tmp_path, table, checked, flags):
    roles = ["--qi", "fnac", "sexo", "--identifier", "cod_postal", "--insensitive", "dolencia"]
    told = ["-k", "2", "--suppression", "50%", "--output", str(tmp_path / "o.csv")]

    done = CliRunner().invoke(cli, ["anonymize", str(table), *roles, *told, *flags, "--json"])
    assert done.exit_code == 0, done.output
    assert len(checked) == 1


def test_techniques_leave_a_table_with_a_recipe_of_its_own(tmp_path, table, checked):
    roles = ["--qi", "fnac", "sexo", "--identifier", "cod_postal", "--insensitive", "dolencia"]
    drop = ["--technique", 'kind = "attribute-suppression", columns = ["dolencia"]']

    told = ["-k", "2", "--output", str(tmp_path / "o.csv"), *drop]
    done = CliRunner().invoke(cli, ["anonymize", str(table), *roles, *told])
    assert done.exit_code == 0, done.output
    assert ["dolencia" in recipe.roles for recipe in checked] == [True, False]


def test_what_a_file_and_flags_say_is_judged_together(tmp_path, table, checked):
    recipe = tmp_path / "r.toml"
    recipe.write_text('source = "p.csv"\nlevels.fnac = [0, 4]', encoding="utf-8")

    alone = CliRunner().invoke(cli, ["profile", str(recipe)])
    assert isinstance(alone.exception, RecipeError)
    told = CliRunner().invoke(cli, ["profile", str(recipe), "--qi", "fnac"])
    assert told.exit_code == 0, told.output
    assert len(checked) == 2


METHODS = {"the recipe's": {}, "another": {"method": "l-greedy"}, "fuzzy": {"method": "fuzzy"}}


@pytest.mark.parametrize("options", METHODS.values(), ids=METHODS)
def test_a_job_checks_once_what_was_checked_once_when_it_was_saved(tmp_path, checked, options):
    with App(tmp_path / "home", workers=1) as app:
        project = app.store.create("p")
        project.upload("p.csv", BytesIO(PATIENTS.encode()))
        checked.clear()

        project.save_recipe(
            f'source = "elsewhere.csv"\nsuppression = 0.5\n{RECIPE}[fuzzy]\nsets = 2'
        )
        assert len(checked) == 1

        checked.clear()
        kind, version = JOB_KINDS["anonymize"], project.present()[0]
        anew = Project(project.folder, Limits(), plain=tmp_path)  # as the job's own process has it
        anew.lay_out(version)
        task = JobTask(anew, kind.read_options(options), version, tmp_path, lambda *_: None)
        kind.work(task)
        assert len(checked) == 1


def test_a_change_that_changes_nothing_gives_the_same_recipe():
    roles = {"a": Role.QUASI_IDENTIFIER, "b": Role.QUASI_IDENTIFIER}
    recipe = Recipe(roles=roles)

    assert recipe.changed(roles=dict(roles), seed=0) is recipe
    assert recipe.changed(roles=dict(reversed(roles.items()))).quasi_identifiers == ("b", "a")
