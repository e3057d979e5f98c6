"""One release has one certificate, whatever language the run speaks: the words are English."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from celosia.cli.main import cli
from celosia.text.messages import Message
from celosia.workflow.residual_risks import ResidualRisk

RECIPE = """
source = "data.csv"
output = "out.csv"
method = "none"
seed = 7
roles = {town = "quasi-identifier", age = "insensitive"}
models = [{model = "k-anonymity", k = 3}]

[[techniques]]
kind = "keyed-pseudonym"
column = "town"

[[techniques]]
kind = "laplace-mechanism"
column = "age"
epsilon = 0.5
low = 0
high = 100
"""


def run(*words: str) -> None:
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Publish in a language; give the certificate, the evidence and the ledger."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{('Jaén', 'León')[i % 2]},{20 + i}\n" for i in range(30)]
    (tmp_path / "data.csv").write_text("town,age\n" + "".join(rows), encoding="utf-8")
    (tmp_path / "celosia.toml").write_text(RECIPE, encoding="utf-8")
    run("vault", "new-key", "our.key")

    def made(language: str) -> list[str]:
        spoken = ("--lang", language)
        run("budget", "new", f"{language}.toml", "--total", "2", *spoken)
        given = ("--key-file", "our.key", "--budget", f"{language}.toml", *spoken)
        run("anonymize", "celosia.toml", *given)
        names = ("out.csv.certificate.json", "out.csv.evidence.json", f"{language}.toml")
        return [(tmp_path / name).read_text(encoding="utf-8") for name in names]

    return made


def without_what_is_drawn(text: str) -> str:
    """Leave out salts, hashes, the time and the ledger's name: they differ in any two runs."""
    drawn = r'"[0-9a-f]{64}"|"bytes": \d+|"\d{4}-\d\d-\d\dT[^"]+"|"(en|es)\.toml"|[-\d.e]+(?=,?\n)'
    return re.sub(drawn, "…", text)


def test_a_run_in_spanish_writes_the_same_files(written):
    english, spanish = written("en"), written("es")

    assert [*map(without_what_is_drawn, english)] == [*map(without_what_is_drawn, spanish)]


def test_they_say_what_the_english_catalogue_says(written):
    certificate, evidence, ledger = written("es")
    proof = json.loads(certificate)

    assert proof["statement"] == (
        "Meets 3-anonymity on {town}, nulls as values; highest prosecutor risk 0.0667. "
        "It is personal data."
    )
    for risk, in_english, in_spanish in zip(
        proof["residual_risks"],
        proof["said"]["en"]["residual_risks"],
        proof["said"]["es"]["residual_risks"],
        strict=True,
    ):
        told = ResidualRisk.from_dict(risk).told
        assert risk["text"] == in_english == told.text("en")
        assert in_spanish == told.text("es")
    assert json.loads(evidence)["note"] == Message("register.evidence-note").text("en")
    assert ledger.startswith("# How much privacy the people of one table may lose, and what was")
    assert "techniques of a recipe to out.csv" in ledger
