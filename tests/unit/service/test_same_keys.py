"""What a job tells has the keys that a command prints with --json."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from tests.support.patients import PATIENTS
from tests.unit.service.conftest import RECIPE

from celosia import Recipe, verify
from celosia.cli.main import cli
from celosia.register import json_ready
from celosia.web.service.jobs import JOB_KINDS
from celosia.web.service.kinds.verify_job import describe_verification
from celosia.web.service.project_files import Limits
from celosia.web.service.projects import Project
from celosia.web.service.work import JobTask

ONLY_LISTED = {"candidates"}
OF_FILES = {"output"}
OF_THIS_FILE = {"certificate", "made_of_original"}


@pytest.fixture
def command(tmp_path):
    """Give what a command prints of the same table and recipe."""
    (tmp_path / "p.csv").write_text(PATIENTS, encoding="utf-8")
    recipe, release = tmp_path / "r.toml", tmp_path / "o.csv"
    recipe.write_text(f'source = "p.csv"\noutput = "o.csv"\n{RECIPE}', encoding="utf-8")

    def command(name):
        told = [recipe] if name != "verify" else [release, "--recipe", recipe]
        printed = CliRunner().invoke(cli, [name, *map(str, told), "--json"])
        assert printed.exit_code == 0, printed.output
        return json.loads(printed.stdout)

    return command


@pytest.fixture
def result(tmp_path):
    """Give what a job tells, done here and not in a process of its own."""

    def result(project, kind):
        asked, files = JOB_KINDS[kind], tmp_path / kind
        files.mkdir()
        options, version = asked.read_options({}), project.present()[0]
        mine = Project(project.folder, Limits(), plain=files / "plain")
        (files / "plain").mkdir()
        mine.lay_out(version)
        told = asked.work(JobTask(mine, options, version, files, lambda *_: None))
        mine.close()
        return json.loads(json.dumps(json_ready(told)))

    return result


def test_a_job_and_a_command_tell_the_same(project, result, command):
    found, printed = result(project, "candidates"), command("candidates")
    assert set(printed) - ONLY_LISTED == set(found)
    assert {key: printed[key] for key in found} == found

    made, printed = result(project, "anonymize"), command("anonymize")
    assert set(printed) - OF_FILES == set(made) - {"file", "named"}
    for key in ("before", "after", "node", "loss", "models", "techniques"):
        assert made[key] == printed[key]


def test_a_verdict_has_the_keys_that_are_printed(tmp_path, command):
    command("anonymize")
    recipe = Recipe.from_file(tmp_path / "r.toml")
    judged = describe_verification(
        verify(tmp_path / "o.csv", recipe.quasi_identifiers, recipe.models)
    )

    printed = command("verify")

    assert set(printed) - OF_THIS_FILE == set(judged)
    for model in judged["models"]:
        del model["named"]
    assert {key: printed[key] for key in judged} == json.loads(json.dumps(json_ready(judged)))
