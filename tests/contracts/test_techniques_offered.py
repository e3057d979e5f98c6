"""Every technique is offered by recipes, REST, the app and the docs; one file adds one."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import Annotated, ClassVar

import pytest
from click.testing import CliRunner
from tests.support.site import rendered

import celosia
from celosia.cli.main import cli
from celosia.core.parameters import ColumnName, Whole, check_parameters
from celosia.core.technique import (
    MAKERS,
    TECHNIQUES,
    Applied,
    Technique,
    TechniqueDescription,
    declared,
    relabelled,
)
from celosia.text.messages import Message
from celosia.workflow.release_files import find_certificate

TEXTS = "celosia.web.app.fields"


@pytest.fixture
def added():
    """A technique of somebody else's: this is all that its file holds."""

    @declared(order=99)
    @dataclass(frozen=True, slots=True)
    class Shortening(Technique):
        """Keep the first `letters` of a text."""

        column: ColumnName
        letters: Annotated[int, Whole(1, 9, usual=2, public=True)]
        secret: str = ""
        kind: ClassVar[str] = "shortening"
        described: ClassVar[TechniqueDescription] = TechniqueDescription(
            title=Message("trial.letters"),
            labels={"letters": Message("trial.letters-kept")},
        )
        by_value: ClassVar[bool] = True

        def __post_init__(self):
            check_parameters(self)

        @property
        def explanation(self):
            return Message("trial.letters-left", letters=self.letters)

        def relabel(self, values, context):
            return [value[: self.letters] for value in values]

        def apply(self, cells, context):
            return Applied(relabelled(self, cells, context))

    yield Shortening
    del TECHNIQUES._declared["shortening"]


def schema_of_rest():
    techniques = pytest.importorskip("celosia.web.rest.recipe_routes")
    shape = techniques.TechniquesShape.model_json_schema()
    listed = shape["properties"]["techniques"]["items"]["oneOf"]
    return {each["properties"]["kind"]["const"]: each["properties"] for each in listed}


@pytest.mark.parametrize("surface", ["rest", "app"])
def test_every_technique_is_offered_or_says_why_not(surface):
    if surface == "rest":
        offered = set(schema_of_rest())
    else:
        offered = set(pytest.importorskip(TEXTS).offered())
    excused = {kind for kind, made in TECHNIQUES.items() if made.described.not_offered.get(surface)}

    assert offered | excused == set(TECHNIQUES)
    assert not offered & excused


@pytest.mark.parametrize("kind", list(TECHNIQUES))
def test_the_docs_and_both_languages_know_every_technique(kind):
    described = TECHNIQUES[kind].described

    assert f"`{kind}`" in rendered("reference/techniques.md")
    assert str(described.title) != described.title.text("es")
    assert all(str(label) and label.text("es") for label in described.labels.values())


def test_a_technique_is_added_by_one_file(added, tmp_path):
    source, output = tmp_path / "people.csv", tmp_path / "out.csv"
    source.write_text("town\nMadrid\nMalaga\nMadrid\n", encoding="utf-8")
    technique = 'kind = "shortening", column = "town", letters = 2, secret = "Ana"'

    ran = CliRunner().invoke(
        cli,
        [
            *("anonymize", str(source), "--qi", "town", "-k", "2", "-o", str(output)),
            *("--method", "none", "--technique", technique),
        ],
        catch_exceptions=False,
    )

    assert ran.exit_code == 0, ran.output
    rows = list(csv.DictReader(output.read_text(encoding="utf-8").splitlines()))
    assert [row["town"] for row in rows] == ["Ma", "Ma", "Ma"]
    told = find_certificate(str(output)).proof["techniques"][0]
    assert (told["kind"], told["column"], told["letters"]) == ("shortening", "town", 2)
    assert "secret" not in told


def test_rest_describes_and_the_app_offers_what_was_added(added):
    entries = pytest.importorskip(TEXTS)

    letters = schema_of_rest()["shortening"]["letters"]
    fields = {entry.name: entry for entry in entries.entries_of("shortening")}

    assert (letters["minimum"], letters["maximum"]) == (1, 9)
    assert entries.offered()["shortening"].text("es") == "Conservar las primeras letras"
    assert str(fields["letters"].label) == "Letters to keep"
    assert entries.technique_of("shortening", "town", {"letters": 3.0}) == added("town", 3)


def test_a_recipe_names_what_was_added(added):
    recipe = celosia.Recipe({"town": celosia.Role.QUASI_IDENTIFIER}, techniques=(added("town", 2),))

    again = celosia.Recipe.from_toml(recipe.to_toml())

    assert again.techniques == (added("town", 2),)


@pytest.mark.parametrize("kind", list(MAKERS))
def test_every_kind_of_new_table_has_its_command_and_says_why_others_do_not_offer_it(kind):
    maker = MAKERS[kind]

    assert maker.command in cli.list_commands(None)
    assert all(maker.not_offered[surface].text("es") for surface in ("rest", "app"))
