"""A package of somebody else's that brings one of everything is offered by every door.

`tests/support/toybox` holds a file for each thing and a catalogue for each language, and nothing
of `celosia` is changed for it. What is asked here runs in processes that find it installed.
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.support.installed import ROOT, install, run_beside

pytest.importorskip("nicegui", reason="needs the extra `app`")

pytestmark = pytest.mark.slow

NAMES = {
    "toy-model": "anonymize",
    "toy-shortening": "anonymize",
    "toy-heaps": "anonymize",
    "--toy-heaps": "anonymize",
    "toy-cost": "anonymize",
    ".toylines": "anonymize",
    "toy-initials": "hierarchy build",
}
"""What the command line is asked for, and of which command."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    toybox = ROOT / "tests" / "support" / "toybox"
    return install(toybox, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def found(installed, tmp_path_factory):
    """What a process that finds the package says of every door, as this file tells below."""
    folder = tmp_path_factory.mktemp("run")
    done = run_beside(installed, folder, str(Path(__file__)), str(folder))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", NAMES)
def test_the_command_line_offers_it(found, name):
    assert name in found["help"][NAMES[name]].split()


@pytest.mark.parametrize("name", NAMES)
def test_rest_describes_it(found, name):
    assert (
        json.dumps(name.removeprefix("--").replace("toy-heaps", "toy_heaps"))[1:-1]
        in (found["openapi"])
    )
    assert '"toy-count"' in found["openapi"]


def test_the_app_offers_it(found):
    assert set(found["app"]) == {
        *("toy-model", "toy-shortening", "toy-heaps", "toy-cost", "toy-initials"),
        *(".toylines", "toy-step"),
    }
    assert found["steps"].index("toy-step") == 2


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_tables_of_the_documentation_have_it(found, language):
    said = {"en": "Toy", "es": "Juguete"}[language]

    for table, text in found["tables"][language].items():
        assert said in text, table


def test_it_works_through_rest(found):
    assert found["states"] == ["done"] * 3, found["results"]
    counted, levels, groups = found["results"]
    assert counted == {"records": 240}
    assert levels["techniques"][0]["kind"] == "toy-shortening"
    assert groups["method"] == "toy-heaps"


# What follows runs in the other process.

RECIPE = {
    "roles": {"town": "quasi-identifier", "age": "insensitive"},
    "models": [{"model": "toy-model", "m": 3}],
    "hierarchies": {"town": {"kind": "toy-initials"}},
    "techniques": [{"kind": "toy-shortening", "column": "town", "letters": 3}],
    "rows": "persons",
}


def look(folder: Path) -> dict[str, object]:
    """Ask every door what it offers, and use it."""
    from click import Context

    from celosia.cli.main import cli
    from celosia.files.file_format import FILE_FORMATS
    from celosia.web.app.fields import offered as offered_techniques
    from celosia.web.app.step import STEPS
    from celosia.web.app.steps.choose_step import other_methods
    from celosia.web.app.steps.goal_step import objectives
    from celosia.web.app.steps.hierarchy_step import ways
    from celosia.web.app.steps.protections import offered_models

    sys.path.insert(0, str(ROOT / "docs" / "hooks"))
    import registry_tables

    helps = {}
    for command in set(NAMES.values()):
        words, context = command.split(), Context(cli, info_name="celosia")
        found = cli
        for word in words:
            found = found.get_command(context, word)
            context = Context(found, parent=context, info_name=word)
        helps[command] = re.sub(r"[,|\])]", " ", found.get_help(context))
    tables = ("models", "methods", "objectives", "techniques", "rules", "formats", "jobs", "steps")
    in_app = (
        *(offered_models(), other_methods(), objectives(), ways(), offered_techniques()),
        *(FILE_FORMATS.choices, STEPS),
    )
    return {
        "help": helps,
        "app": [name for each in in_app for name in each if "toy" in name],
        "steps": list(STEPS),
        "tables": {
            language: {name: registry_tables.TABLES[name](language) for name in tables}
            for language in ("en", "es")
        },
        **use(folder),
    }


def use(folder: Path) -> dict[str, object]:
    """Upload a file of the toy format, and let jobs work on it by toys alone."""
    from fastapi.testclient import TestClient

    from celosia.web.rest.api import create_api
    from celosia.web.rest.door import TokenAuthentication, authorities
    from celosia.web.service import App

    towns = ("Leon", "Lugo", "Soria")
    rows = [json.dumps({"town": towns[n % 3], "age": str(20 + n % 4)}) for n in range(60)]
    with App(folder / "home", workers=1) as app:
        api = create_api(app, TokenAuthentication("t"), authorities(8000))
        sent = {"Authorization": "Bearer t"}
        with closing(TestClient(api, base_url="http://127.0.0.1:8000", headers=sent)) as client:
            made = client.post("/api/projects", json={"name": "p"}).json()["id"]
            project = f"/api/projects/{made}"
            lines = "\n".join(rows).encode()
            assert client.put(f"{project}/dataset?name=p", content=lines).status_code == 200
            assert client.put(f"{project}/recipe", json=RECIPE).status_code == 200
            asked = (
                {"kind": "toy-count", "times": 4},
                {"kind": "anonymize", "format": ".toylines"},
                {"kind": "anonymize", "format": ".csv", "method": "toy-heaps"},
            )
            jobs = [client.post(f"{project}/jobs", json=each).json()["id"] for each in asked]
            for job in jobs:
                app.jobs.wait(app.store.get(made), job, seconds=300)
            ends = [client.get(f"{project}/jobs/{job}").json() for job in jobs]
            results = [client.get(f"{project}/jobs/{job}/result").json() for job in jobs]
        return {
            "openapi": json.dumps(api.openapi()),
            "states": [each["state"] for each in ends],
            "results": results,
        }


if __name__ == "__main__":
    print(json.dumps(look(Path(sys.argv[1]))))
