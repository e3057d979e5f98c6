"""What lies beside a release: how it was made, and no value of the data, whatever is listed."""

from __future__ import annotations

import json

import pytest

import celosia
from celosia import DataError, Recipe, Role
from celosia.hierarchies import ExplicitRows, FromFile, OrderedGroups, Taxonomy
from celosia.models import KAnonymity, TCloseness
from celosia.workflow.release_files import find_certificate, is_made_of

PLACES = (
    ("Huesca", "Aragón"),
    ("Teruel", "Aragón"),
    ("Madrid", "Castilla"),
    ("Toledo", "Castilla"),
)
"""Of each two people, one with each diagnosis."""
ILLNESSES = (("gripe", "pulmón", "*"), ("asma", "pulmón", "*"))
RULES = [
    ExplicitRows(tuple((*place, "*") for place in PLACES)),
    Taxonomy(tuple((*place, "*") for place in PLACES)),
    OrderedGroups((2,), order=tuple(place for place, _ in PLACES)),
    FromFile("places.csv"),
]


@pytest.fixture
def release(tmp_path, monkeypatch):
    def made(rule):
        monkeypatch.chdir(tmp_path)
        rows = [f"{place},{illness}" for place, _ in PLACES for illness, *_ in ILLNESSES]
        (tmp_path / "in.csv").write_text("\n".join(["place,dx", *rows]) + "\n", "utf-8")
        (tmp_path / "places.csv").write_text(
            "\n".join(";".join((*place, "*")) for place in PLACES) + "\n", "utf-8"
        )
        if isinstance(rule, FromFile):
            rule = FromFile(str(tmp_path / rule.path))
        recipe = Recipe(
            roles={"place": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE},
            models=(KAnonymity(4), TCloseness("dx", 0.1, "hierarchical", ILLNESSES)),
            hierarchies={"place": rule},
        )
        with celosia.read(tmp_path / "in.csv") as table:
            return celosia.anonymize(table, recipe, tmp_path / "out.csv")

    return made


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
def test_no_value_that_a_rule_or_a_model_lists_is_told(release, rule, tmp_path):
    made = release(rule)
    written = [path.read_text(encoding="utf-8") for path in (made.certificate, made.evidence)]

    values = {value for path in (*PLACES, *ILLNESSES) for value in path} - {"*"}
    for text in written:
        assert [value for value in values if value in text] == []
        assert str(tmp_path) not in text
    assert json.loads(written[1])["hierarchies"]["place"]["rule"]["kind"] == rule.kind


def test_a_changed_release_is_not_said_to_be_made_of_anything(release, tmp_path):
    made = release(RULES[0])
    with celosia.read(tmp_path / "in.csv") as original:
        assert is_made_of(made.path, original)
        made.path.write_text(made.path.read_text("utf-8") + "*,gripe\n", "utf-8")

        with pytest.raises(DataError, match="no certificate of this very file"):
            is_made_of(made.path, original)


@pytest.mark.parametrize("other", ["{}", "[]", "nonsense", '{"output": {"name": "out.csv"}}'])
def test_what_somebody_else_wrote_under_that_name_is_no_certificate(tmp_path, other):
    (tmp_path / "out.csv").write_text("a\n1\n")
    (tmp_path / "out.csv.certificate.json").write_text(other)

    assert find_certificate(tmp_path / "out.csv") is None


def test_a_folder_in_the_place_of_the_certificate_is_refused_and_nothing_is_left(release, tmp_path):
    (tmp_path / "out.csv.certificate.json").mkdir()

    with pytest.raises(celosia.ParameterError, match="is a folder"):
        release(RULES[0])

    assert not (tmp_path / "out.csv").exists()
