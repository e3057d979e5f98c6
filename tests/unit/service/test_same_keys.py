"""What a job tells has the keys that a command prints with --json."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from tests.patients import PATIENTS
from tests.unit.service.conftest import RECIPE

from celosia.shells.cli.main import cli

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


def result(desk, project, kind):
    job = desk.jobs.wait(project, desk.jobs.start(project, kind, {}).id, 120)
    return desk.jobs.result(project, job.id)


def test_a_job_and_a_command_tell_the_same(desk, project, command):
    found, printed = result(desk, project, "candidates"), command("candidates")
    assert set(printed) - ONLY_LISTED == set(found)
    assert {key: printed[key] for key in found} == found

    made, printed = result(desk, project, "anonymize"), command("anonymize")
    assert set(printed) - OF_FILES == set(made) - {"file", "named"}
    for key in ("before", "after", "node", "loss", "models", "techniques"):
        assert made[key] == printed[key]

    judged, printed = result(desk, project, "verify"), command("verify")
    assert set(printed) - OF_THIS_FILE == set(judged)
    for model in judged["models"]:
        del model["named"]
    assert {key: printed[key] for key in judged} == judged
