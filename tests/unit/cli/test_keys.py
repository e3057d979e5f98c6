"""Whatever looks at a release takes the key of its techniques, as `anonymize` does."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import celosia
from celosia.cli.main import cli

RECIPE = """
source = "data.csv"
output = "out.csv"
method = "none"
roles = {town = "quasi-identifier", age = "quasi-identifier", dx = "sensitive"}
models = [{model = "k-anonymity", k = 3}]

[[techniques]]
kind = "keyed-pseudonym"
column = "town"
"""
TOWNS = ("Jaén", "León", "Ávila")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A release by key, with another table of people like those."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{TOWNS[i % 3]},{20 + i % 2},{'ab'[i % 5 % 2]}\n" for i in range(90)]
    for name, some in (("data.csv", rows), ("others.csv", rows[30:])):
        (tmp_path / name).write_text("town,age,dx\n" + "".join(some), encoding="utf-8")
    (tmp_path / "celosia.toml").write_text(RECIPE, encoding="utf-8")
    run("vault", "new-key", "our.key")
    run("anonymize", "celosia.toml", "--key-file", "our.key")
    return tmp_path


def run(*words: str, **environment: str) -> str:
    done = CliRunner().invoke(cli, words, env=environment, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


LOOKING = (
    ("candidates", "celosia.toml"),
    ("compare", "celosia.toml"),
    ("report", "celosia.toml"),
    ("attack", "celosia.toml", "--control", "others.csv", "--attempts", "20"),
)


@pytest.mark.parametrize("words", LOOKING, ids=lambda words: words[0])
def test_the_key_comes_from_a_file_or_the_environment(folder, words):
    with pytest.raises(celosia.ParameterError, match="'keyed-pseudonym' needs a key"):
        run(*words)

    by_file = run(*words, "--key-file", "our.key")
    by_environment = run(*words, CELOSIA_KEY=(folder / "our.key").read_text().strip())

    assert by_file == by_environment


def test_the_key_explains_what_the_pseudonyms_stand_for(folder):
    said = run("compare", "celosia.toml", "--key-file", "our.key", "--json")

    assert '"gcp": 0.0' in said


def test_the_report_says_that_it_is_personal_data(folder):
    words = ("report", "celosia.toml", "--key-file", "our.key")

    run(*words, "--lang", "es")
    by_certificate = (folder / "report.html").read_text(encoding="utf-8")
    (folder / "out.csv.certificate.json").unlink()
    run(*words)
    by_recipe = (folder / "report.html").read_text(encoding="utf-8")

    assert "Esta tabla contiene datos personales, como dice su certificado" in by_certificate
    assert "This table holds pseudonyms, so it is still personal data" in by_recipe


def test_a_verified_file_is_told_to_be_personal_data_or_changed(folder):
    words = ("verify", "out.csv", "--qi", "town", "age", "-k", "3")

    as_it_was = run(*words)
    (folder / "out.csv").write_text((folder / "out.csv").read_text() + "x,20,a\n" * 3)
    changed = run(*words, "--json")

    assert "out.csv.certificate.json is about this very file." in as_it_was
    assert "This table is personal data, as its certificate says" in as_it_was
    assert '"of_this_file": false, "personal_data": true' in changed
