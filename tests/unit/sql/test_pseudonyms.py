"""Pseudonyms of a table that stays on its server: undone and renewed by the key alone."""

from __future__ import annotations

import pytest

import celosia
from celosia import Recipe, Role
from celosia.core.technique import technique_from_dict
from celosia.workflow.reissue import decipher, find_coding, rekey, write_renamed

OLD, NEW = bytes(range(32)), bytes(range(32, 64))
PEOPLE = [f"{31_415_926 + 271_828 * number:08}" for number in range(12)]
ENCIPHERED = {"kind": "format-preserving-pseudonym", "column": "card"}


@pytest.fixture
def release(scratch, tmp_path, monkeypatch):
    """Publish enciphered cards as another table; its certificate lies in the working folder."""
    monkeypatch.chdir(tmp_path)
    name, target = scratch.table(["card", "ward"], [(who, "a") for who in PEOPLE]), scratch.name()
    roles = {"card": Role.IDENTIFIER, "ward": Role.INSENSITIVE}
    technique = technique_from_dict(ENCIPHERED)
    with celosia.read(scratch.at(name)) as table:
        recipe = Recipe(roles, (technique,), method="none")
        celosia.anonymize(table, recipe, target, key=OLD)
    return scratch.at(target)


def test_the_key_leads_back(release):
    with celosia.read(release) as table:
        people = decipher(table, "card", OLD).column("card")

        assert sorted(people.values()) == sorted(PEOPLE)
        assert set(people) == set(table.relation.values("card").texts)
        with pytest.raises(celosia.ParameterError, match="not the key"):
            decipher(table, "card", NEW)


def test_a_new_key_takes_the_place_of_one_that_leaked(release, scratch):
    target = scratch.name()
    with celosia.read(release) as table:
        renamed = rekey(table, "card", OLD, NEW)
        write_renamed(table, renamed, target, key=NEW)

    with celosia.read(scratch.at(target)) as table:
        assert find_coding(table, "card") == technique_from_dict(ENCIPHERED)
        people = decipher(table, "card", NEW).column("card")
    assert sorted(people.values()) == sorted(PEOPLE)


def test_where_the_certificate_is_not_it_is_said_where_to_go(release, tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    with (
        celosia.read(release) as table,
        pytest.raises(celosia.ParameterError, match="where the release was made") as wrong,
    ):
        rekey(table, "card", OLD, NEW)

    assert "donde se hizo la publicación" in wrong.value.text("es")
