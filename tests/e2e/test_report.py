"""The report, the profile and the comparison, as a user asks for them."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

import celosia
from celosia.core.technique import technique_from_dict
from celosia.demo import write_hospital
from celosia.hierarchies import Dates, Masking
from celosia.models import KAnonymity

VALUES = ("fractura", "37003", "SECRETO")


class Page(HTMLParser):
    """What a browser would see: text, and anything it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.fetched: list[str] = []

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "link", "img", "iframe") or "src" in given:
            self.fetched.append(tag)


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """An original and two releases of it, with the recipe that made them."""
    home = tmp_path_factory.mktemp("report")
    data = write_hospital(home / "hospital.csv", 2000)
    recipe = celosia.Recipe(
        roles={
            "sexo": celosia.Role.QUASI_IDENTIFIER,
            "fecha_nacimiento": celosia.Role.QUASI_IDENTIFIER,
            "codigo_postal": celosia.Role.QUASI_IDENTIFIER,
            "diagnostico": celosia.Role.SENSITIVE,
            "dias_estancia": celosia.Role.INSENSITIVE,
            "coste": celosia.Role.INSENSITIVE,
        },
        hierarchies={
            "fecha_nacimiento": Dates(levels=("year", "decade")),
            "codigo_postal": Masking(masked=(3,)),
        },
        models=(KAnonymity(5),),
        suppression=0.05,
    )
    with celosia.read(data) as table:
        rest = dict.fromkeys(table.columns, celosia.Role.IDENTIFIER) | dict(recipe.roles)
        recipe = celosia.Recipe(
            roles=rest,
            exact=("coste",),
            hierarchies=recipe.hierarchies,
            models=recipe.models,
            suppression=0.05,
        )
        for k, name in ((5, "five.csv"), (25, "many.csv")):
            asked = celosia.Recipe(
                roles=rest,
                exact=("coste",),
                hierarchies=recipe.hierarchies,
                models=(KAnonymity(k),),
                suppression=0.05,
            )
            celosia.anonymize(table, asked, home / name)
    return data, home / "five.csv", home / "many.csv", recipe


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "highest prosecutor risk"), ("es", "riesgo máximo del fiscal")],
)
def test_the_page_needs_nothing_and_tells_no_value(published, language, said):
    data, release, _, recipe = published

    page = Page()
    html = celosia.report(data, [release], recipe, language)
    page.feed(html)

    text = " ".join(page.text)
    assert said in text
    assert page.fetched == []
    with celosia.read(data) as table:
        for column in ("diagnostico", "fecha_nacimiento", "nombre", "dni"):
            for value in table.relation.values(column).texts[:200]:
                assert value not in html


def test_how_it_was_made_is_told_in_spanish_too(published):
    data, release, _, recipe = published
    page = Page()
    page.feed(celosia.report(data, [release], recipe, "es"))

    told = [text.replace("\N{NO-BREAK SPACE}", " ") for text in page.text]
    assert {"5-anonimidad", "5,0 %", "generalización óptima", "2.000"} <= set(told)


def test_several_releases_stand_side_by_side(published):
    data, five, many, recipe = published

    html = celosia.report(data, [five, many], recipe)

    assert "five.csv" in html
    assert "many.csv" in html
    assert html.count("<circle") == 2


def test_the_loss_measured_from_the_labels_is_the_loss_of_the_search(published):
    data, release, _, recipe = published
    evidence = json.loads(release.with_name(release.name + ".evidence.json").read_text())

    with celosia.read(data) as before, celosia.read(release) as after:
        compared = celosia.compare(before, after, recipe.quasi_identifiers, _built(before, recipe))

    assert compared.figures["gcp_with_left_out"] == pytest.approx(evidence["loss"])


def test_the_techniques_are_told_in_their_order(tmp_path):
    data = write_hospital(tmp_path / "hospital.csv", 100)
    kept = {"sexo": celosia.Role.QUASI_IDENTIFIER, "coste": celosia.Role.INSENSITIVE}
    rounding = technique_from_dict({"kind": "rounding", "column": "coste", "base": 5000})
    swap = technique_from_dict({"kind": "swap", "columns": ["sexo"]})
    with celosia.read(data) as table:
        recipe = celosia.Recipe(
            roles=dict.fromkeys(table.columns, celosia.Role.IDENTIFIER) | kept,
            models=(KAnonymity(2),),
            techniques=(rounding, swap),
        )
        celosia.anonymize(table, recipe, tmp_path / "release.csv")

    page = Page()
    page.feed(celosia.report(data, [tmp_path / "release.csv"], recipe, "es"))

    said = [step.explanation.text("es") for step in (rounding, swap)]
    assert [text for text in page.text if text in said] == said


def test_proposed_hierarchies_are_understood_again(tmp_path):
    """Without a recipe: dates, and `other` for the rare, mean what the proposal made them."""
    data = write_hospital(tmp_path / "hospital.csv", 1500)
    names = ("sexo", "fecha_nacimiento", "nacionalidad")
    with celosia.read(data) as table:
        roles = dict.fromkeys(table.columns, celosia.Role.IDENTIFIER)
        roles |= dict.fromkeys(names, celosia.Role.QUASI_IDENTIFIER)
        recipe = celosia.Recipe(roles=roles, models=(KAnonymity(3),), suppression=0.05)
        release = celosia.anonymize(table, recipe, tmp_path / "out.csv")
        with celosia.read(release.path) as out:
            compared = celosia.compare(table, out, names)

    assert compared.figures["gcp_with_left_out"] == pytest.approx(release.search.optimum.loss, 0.2)
    assert "Lo que cuesta" in celosia.report(data, [release.path], recipe, "es")


def _built(table, recipe):
    rules = dict(recipe.hierarchies)
    for name in recipe.quasi_identifiers:
        if name not in rules:
            rules[name] = celosia.propose_hierarchy(name, table.relation.values(name)).rule
    return rules
