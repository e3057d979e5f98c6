"""Vague labels and the census experiment, as a user asks for them, on the real table."""

from __future__ import annotations

import csv
import json
import random
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path

import pytest

from celosia import Recipe

ROOT = Path(__file__).resolve().parents[2]
KEYS = ("AGI", "EMCONTRB")


@pytest.fixture(scope="module")
def census(shared):
    return shared / "data" / "census" / "CASCrefmicrodata.csv"


@pytest.fixture(scope="module")
def roles(census):
    names = rows_of(census)[0]
    rest = [name for name in names if name not in (*KEYS, "PEARNVAL")]
    exact = ("--exact", "PEARNVAL", *rest)  # it is about vague labels, not about the amounts
    return ("--qi", *KEYS, "--sensitive", "PEARNVAL", "--insensitive", *rest, *exact)


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


class Pictures(HTMLParser):
    """The pictures of a page: the elements and words of each."""

    def __init__(self):
        super().__init__()
        self.found, self.inside, self.text = [], False, []

    def handle_starttag(self, tag, attrs):
        if tag == "svg":
            self.inside = True
            self.found.append([])
        if self.inside:
            self.found[-1].append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "svg"

    def handle_data(self, data):
        self.text.append(data)


def test_a_release_of_vague_labels_is_made_verified_and_compared(celosia, census, roles, tmp_path):
    words = ("--method", "fuzzy", "-k", 5, "-o", "out.csv", "--lang", "es", "--seed", 3)

    made = celosia(tmp_path, "anonymize", census, *roles, *words, "--json").json
    again = celosia(tmp_path, "verify", "out.csv", "--qi", *KEYS, "-k", 5, "--json")

    names, *rows = rows_of(tmp_path / "out.csv")
    places = [names.index(key) for key in KEYS]
    assert {row[place] for row in rows for place in places} == {"bajo", "medio", "alto"}
    assert (made["min_class"], made["fuzzy"]["k"], made["fuzzy"]["q"]) == (29, 29, 30)
    assert again.status == 0
    assert len(rows) == 1080


def test_too_many_memberships_are_refused_with_advice(celosia, census, roles, tmp_path):
    words = ("--method", "fuzzy", "-k", 5, "-o", "out.csv", "--memberships", 2)

    refused = celosia(tmp_path, "anonymize", census, *roles, *words)

    assert refused.status == 1
    assert "publish no memberships" in refused.err
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def published(celosia, census, tmp_path_factory):
    """The folder of a recipe, of two columns coded together, and its release."""
    folder = tmp_path_factory.mktemp("fuzzy")
    names = rows_of(census)[0]
    roles = dict.fromkeys(names, "insensitive")
    roles |= dict.fromkeys(KEYS, "quasi-identifier") | {"PEARNVAL": "sensitive"}
    lines = [
        f"source = {json.dumps(str(census))}",
        'output = "out.csv"\nmethod = "fuzzy"',
        f"exact = {json.dumps([name for name in names if name not in KEYS])}",
        "[roles]",
        *(f'{name} = "{role}"' for name, role in roles.items()),
        '[[models]]\nmodel = "k-anonymity"\nk = 5',
        '[fuzzy]\ncoding = "gustafson-kessel"\ntogether = true',
    ]
    (folder / "recipe.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = celosia(folder, "anonymize", "recipe.toml")
    assert done.status == 0, done.err
    return folder


def test_the_report_draws_the_sets_and_tells_no_value(celosia, census, published):
    written = celosia(published, "report", "recipe.toml", "--lang", "es", "-o", "page.html")

    assert written.status == 0, written.err
    html = (published / "page.html").read_text(encoding="utf-8")
    page = Pictures()
    page.feed(html)
    text = " ".join(page.text)
    for said in ("Q-anonimidad", "t-proximidad difusa", "Conjuntos de AGI y EMCONTRB"):
        assert said in text
    drawn = page.found[-1]
    assert [tag for tag, _ in drawn].count("path") > 3 * 3
    assert {"title", "desc"} <= {tag for tag, _ in drawn}
    names, *rows = rows_of(census)
    told = set(re.findall(r"[0-9]+", text.replace(".", "")))
    assert (
        not {row[names.index("AGI")] for row in rows if int(row[names.index("AGI")]) > 9999} & told
    )


def test_compare_and_attack_understand_the_words(celosia, census, published):
    compared = celosia(published, "compare", "recipe.toml", "--json")
    attacked = celosia(published, "attack", "recipe.toml", "--control", census, "--json")

    assert 0.2 < compared.json["out.csv"]["gcp"] < 0.5
    assert attacked.json["linked"]["unread"] == []
    assert attacked.json["linked"]["highest"] <= 0.2


def patients():
    """People whose ages and incomes make the sets that the guide's words are for."""
    draw = random.Random(2)
    for i in range(400):
        age, income = [(22, 900), (48, 2600)][i % 2]
        yield f"P{i}", age + draw.randrange(20), income + draw.randrange(800), "abc"[i % 3]


def test_the_commands_of_the_guide_are_true(celosia, tmp_path):
    text = (
        (ROOT / "docs" / "en" / "explanation" / "fuzzy.md")
        .read_text(encoding="utf-8")
        .replace("\\\n", " ")
    )
    commands = re.findall(r"^celosia (?!experiment)(.+)$", text, re.MULTILINE)
    with (tmp_path / "patients.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("name", "age", "income", "diagnosis"), *patients()])
    (tmp_path / "celosia.toml").write_text(
        'source = "patients.csv"\noutput = "release.csv"\nmethod = "fuzzy"\n[fuzzy]\nsets = 2\n'
        '[roles]\nname = "identifier"\nage = "quasi-identifier"\nincome = "quasi-identifier"\n'
        'diagnosis = "sensitive"\n',
        encoding="utf-8",
    )

    ended = [celosia(tmp_path, *shlex.split(command)) for command in commands[:2]]
    celosia(tmp_path, "anonymize", "celosia.toml")
    ended += [celosia(tmp_path, *shlex.split(command)) for command in commands[2:]]

    assert len(ended) == 3
    assert [done.status for done in ended] == [0, 0, 0], [done.err for done in ended]
    (entries,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert Recipe.from_toml(entries).fuzzy.names["age"][0] == "child"


@pytest.mark.parametrize(
    ("mode", "k_means", "told"),
    [("sound", ["25", "24", "7"], "as it is defined"), ("paper", ["0", "43", "12"], "guarantees")],
)
def test_the_experiment_writes_the_tables_and_a_page(
    celosia, census, tmp_path, mode, k_means, told
):
    done = celosia(tmp_path, "experiment", "census", census, "--mode", mode, "-o", "found")

    assert done.status == 0, done.err
    written = sorted(path.name for path in (tmp_path / "found").iterdir())
    assert len(written) == 7 + 12 + 1
    wins = {row[0]: row[1:] for row in rows_of(tmp_path / "found" / "table-4.5.csv")}
    assert wins["t-closeness PEARNVAL"] == k_means
    page = (tmp_path / "found" / "experiment.md").read_text(encoding="utf-8")
    assert told in page
    assert "55 pairs of 11 attributes" in page
    assert all(name in page for name in written if name.startswith("table-5"))


def test_the_experiment_needs_its_columns(celosia, tmp_path):
    (tmp_path / "other.csv").write_text("a,b,c\n1,2,3\n4,5,6\n")

    refused = celosia(tmp_path, "experiment", "census", "other.csv")

    assert refused.status == 2
    assert "no column PEARNVAL, WSALVAL" in refused.err
    assert not (tmp_path / "experiment").exists()


def test_a_release_is_read_whatever_the_terminal_speaks(celosia, tmp_path):
    with (tmp_path / "patients.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("name", "age", "income", "diagnosis"), *patients()])
    (tmp_path / "celosia.toml").write_text(
        'source = "patients.csv"\noutput = "release.csv"\nmethod = "fuzzy"\n[fuzzy]\nsets = 2\n'
        '[roles]\nname = "identifier"\nage = "quasi-identifier"\nincome = "quasi-identifier"\n'
        'diagnosis = "sensitive"\n',
        encoding="utf-8",
    )

    losses = set()
    for publishes in ("en", "es"):
        done = celosia(tmp_path, "--lang", publishes, "anonymize", "celosia.toml")
        assert done.status == 0, done.err
        words = (tmp_path / "release.csv").read_text(encoding="utf-8")
        assert ("bajo" in words) == (publishes == "es")
        for reads in ("en", "es"):
            told = celosia(tmp_path, "--lang", reads, "compare", "celosia.toml", "--json")
            assert told.status == 0, told.err
            (compared,) = json.loads(told.out).values()
            losses.add(compared["gcp"])
        page = celosia(tmp_path, "report", "celosia.toml", "--lang", "es", "-o", "page.html")
        assert page.status == 0, page.err
    assert len(losses) == 1
