"""An engine that another package brings is found by its scheme, and does all that ours do.

Nothing of `celosia` is changed for it: the package lies in a folder with its metadata, as an
installer would leave it, and is found there by a new process.
"""

from __future__ import annotations

import json
import re

import pytest
from tests.support.engine_contract import contract
from tests.support.installed import ROOT, install, run_beside

PACKAGE = ROOT / "tests" / "support" / "sqlite_engine"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Install the package: its modules, and the metadata that its project file asks for."""
    return install(PACKAGE, tmp_path_factory.mktemp("site"))


def run(installed, folder, *words):
    examples = "8"  # our own engines get three times as many
    return run_beside(installed, folder, *words, CELOSIA_CONTRACT_EXAMPLES=examples)


def celosia(installed, folder, *words):
    code = "from celosia.cli.main import main; main()"
    return run(installed, folder, "-c", code, *words)


def test_the_whole_contract_of_engines_is_kept(installed):
    tests = str(PACKAGE / "check_contract.py")

    done = run(installed, ROOT, "-m", "pytest", "-v", "-n0", "-p", "no:cacheprovider", tests)

    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= len([name for name in contract() if name.startswith("test_")])


@pytest.fixture
def clinic(tmp_path):
    rows = [f"{30 + i % 4},{'FM'[i % 2]},{'flu' if i % 3 else 'asthma'}" for i in range(40)]
    (tmp_path / "patients.csv").write_text("\n".join(["age,sex,dx", *rows]) + "\n", "utf-8")
    return tmp_path


def test_a_release_of_such_a_table_is_made_verified_and_certified(installed, clinic):
    source, release = (f"sqlite:///clinic.db?table={name}" for name in ("patients", "released"))
    words = ("--qi", "age", "sex", "-k", "5", "--json")
    roles = ("--insensitive", "dx")

    loaded = celosia(installed, clinic, "load", "patients.csv", source, "--json")
    made = celosia(installed, clinic, "anonymize", source, *words, *roles, "-o", "released")
    as_file = celosia(installed, clinic, "anonymize", source, *words, *roles, "-o", "out.csv")
    again = celosia(installed, clinic, "verify", release, *words)
    left = celosia(installed, clinic, "clean", source, "--json")

    assert json.loads(loaded.stdout) == {"records": 40}, loaded.stderr
    assert made.returncode == as_file.returncode == 0, made.stderr + as_file.stderr
    assert again.returncode == 0, again.stderr
    certified = json.loads(again.stdout)["certificate"]
    assert certified["file"] == "released.certificate.json"
    assert certified["of_this_file"]
    assert (clinic / "out.csv.certificate.json").is_file()
    assert json.loads(left.stdout)["found"] == []


def test_what_such_an_engine_cannot_do_is_told_in_both_languages(installed, clinic):
    code = (
        "import celosia\n"
        "try:\n"
        "    celosia.read_hierarchy('sqlite:///clinic.db?table=h', 'age')\n"
        "except celosia.ParameterError as wrong:\n"
        "    print(wrong.text('en'), wrong.text('es'), sep='\\n')\n"
    )

    english, spanish = run(installed, clinic, "-c", code).stdout.splitlines()

    assert english == "SQLite holds no hierarchies. Name a file, or a table of a database."
    assert spanish.startswith("SQLite no guarda jerarquías.")


def test_its_scheme_is_named_where_another_is_unknown(installed, clinic):
    done = celosia(installed, clinic, "profile", "oracle://ana@localhost/clinic")

    assert done.returncode == 2
    assert "sqlite://" in done.stderr
    assert "spark:" in done.stderr


@pytest.mark.parametrize("offered", [True, False])
def test_the_app_names_its_scheme_where_no_address_is_given_if_it_may(installed, clinic, offered):
    code = (
        "from celosia.web.service.project_tables import ProjectSource\n"
        "from celosia.web.service.service_errors import AddressError\n"
        "from celosia_sqlite.engine import SqliteEngine\n"
        f"SqliteEngine.not_offered = {{}} if {offered} else SqliteEngine.not_offered\n"
        "try:\n"
        "    ProjectSource.on_server('/etc/passwd')\n"
        "except AddressError as wrong:\n"
        "    print(wrong.text('en'), wrong.text('es'), sep='\\n')\n"
    )

    done = run(installed, clinic, "-c", code)

    said = done.stdout.splitlines()
    assert len(said) == 2, done.stderr
    for sentence in said:
        assert ("sqlite://" in sentence) == offered
        assert "mariadb://" in sentence
        assert "spark:" not in sentence


def test_no_other_package_is_looked_for_where_an_address_is_ours(installed, clinic):
    code = (
        "import sys, celosia\n"
        "celosia.read('patients.csv').close()\n"
        "print([m for m in ('celosia_sqlite', 'sqlalchemy', 'pyspark') if m in sys.modules])\n"
    )

    assert run(installed, clinic, "-c", code).stdout.strip() == "[]"
