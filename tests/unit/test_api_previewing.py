"""Techniques before the release: what is offered, what they would do, and what they need."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import pytest
from tests.support.databases import SERVERS, Scratch

import celosia
from celosia import Recipe, Role
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext, technique_from_dict as made
from celosia.core.values import Cells
from celosia.errors import MissingExtraError
from celosia.hierarchies import Dates
from celosia.models import KAnonymity
from celosia.workflow import preview as previewing
from celosia.workflow.guide import technique_options
from celosia.workflow.preview import preview_techniques, values_after

PEOPLE = """dni,correo,nacimiento,sueldo,ciudad
11111111H,ana@uno.es,1990-01-05,1000,Soria
22222222J,bea@dos.es,1990-07-09,1100,Soria
33333333P,carla@uno.es,1985-03-02,1200,Soria
33333333P,carla@uno.es,1985-11-30,99000,Ávila
"""
ROLES = {
    "dni": Role.IDENTIFIER,
    "correo": Role.IDENTIFIER,
    "nacimiento": Role.QUASI_IDENTIFIER,
    "sueldo": Role.SENSITIVE,
    "ciudad": Role.QUASI_IDENTIFIER,
}


@pytest.fixture
def table(tmp_path):
    (tmp_path / "people.csv").write_text(PEOPLE, encoding="utf-8")
    with celosia.read(tmp_path / "people.csv") as opened:
        yield opened


def recipe(*entries, **more):
    return Recipe(roles=ROLES, techniques=tuple(map(made, entries)), **more)


@pytest.fixture(params=SERVERS)
def served(request):
    """The same table on a server, where its records stay."""
    header, *rows = csv.reader(PEOPLE.splitlines())
    scratch = Scratch(request.param)
    try:
        with celosia.read(scratch.at(scratch.table(header, rows))) as opened:
            yield opened
    finally:
        scratch.close()


def shown(preview, column):
    return [(change.before, change.after) for change in preview.changes(column)]


def test_what_is_offered_follows_the_kind_of_values_and_the_role(table):
    def names(column, kind, **roles):
        asked = replace(recipe(), roles=ROLES | roles)
        return [o.name for o in technique_options(table, asked, column, kind)]

    assert names("nacimiento", "birth-date") == ["date-period", "none"]
    assert names("dni", "dni") == ["none", "random-pseudonym", "keyed-pseudonym"]
    assert names("correo", "email", correo=Role.QUASI_IDENTIFIER) == ["format-masking", "none"]
    assert names("sueldo", None) == ["none"]


def test_a_column_without_a_role_is_offered_nothing(table):
    assert technique_options(table, Recipe(), "dni") == ()


def test_cells_are_shown_before_and_after_everything_that_is_done_to_them(table):
    tried = preview_techniques(
        table,
        recipe(
            {"kind": "date-period", "column": "nacimiento", "period": "year"},
            {"kind": "intervals", "column": "nacimiento", "width": 10},
        ),
    )

    assert shown(tried, "nacimiento") == [
        ("1990-01-05", "1990-1999"),
        ("1990-07-09", "1990-1999"),
        ("1985-03-02", "1980-1989"),
        ("1985-11-30", "1980-1989"),
    ]
    assert tried.steps[0].effect.columns[0].distinct_after == 2
    assert (tried.records, tried.sampled) == (4, False)


def test_a_technique_that_cannot_be_applied_says_why_and_the_others_go_on(table):
    tried = preview_techniques(
        table,
        recipe(
            {"kind": "format-masking", "column": "ciudad", "format": "email"},
            {"kind": "rounding", "column": "sueldo", "base": 500},
        ),
    )

    assert "cannot be read as e-mail addresses" in str(tried.steps[0].error)
    assert "no se pueden leer como direcciones de correo" in tried.steps[0].error.text("es")
    assert "Soria" not in str(tried.steps[0].error)
    assert tried.steps[1].error is None
    assert ("1200", "1000") in shown(tried, "sueldo")
    assert all(before == after for before, after in shown(tried, "ciudad"))


def test_records_and_columns_that_are_left_out_are_shown_as_gone(table):
    tried = preview_techniques(
        table,
        recipe(
            {"kind": "outlier-suppression", "columns": ["sueldo"]},
            {"kind": "attribute-suppression", "columns": ["correo"]},
        ),
    )

    gone = {change.before for change in tried.changes("sueldo") if change.left_out}
    assert gone == {"99000"}
    assert all(change.left_out for change in tried.changes("correo"))


def test_without_a_key_pseudonyms_are_shown_by_one_that_is_forgotten(table):
    keyed = recipe({"kind": "keyed-pseudonym", "column": "dni"})

    first, second = (preview_techniques(table, keyed) for _ in range(2))

    assert [len(after) for _, after in shown(first, "dni")] == [24, 24, 24]
    assert shown(first, "dni") != shown(second, "dni")


def test_of_a_large_table_a_sample_is_tried(table, monkeypatch):
    monkeypatch.setattr(previewing, "MOST_RECORDS", 2)

    tried = preview_techniques(table, recipe({"kind": "rounding", "column": "sueldo", "base": 500}))

    assert (tried.records, tried.sampled) == (2, True)


def test_a_table_on_a_server_can_only_have_what_changes_values_alike(served):
    tried = preview_techniques(
        served,
        recipe(
            {"kind": "swap", "columns": ["ciudad"]},
            {"kind": "rounding", "column": "sueldo", "base": 500},
        ),
    )

    assert "stay on the server" in str(tried.steps[0].error)
    assert ("1200", "1000") in shown(tried, "sueldo")


@pytest.mark.parametrize("kind", celosia.TECHNIQUES)
def test_what_needs_a_key_and_what_makes_pseudonyms_is_known_before(kind):
    """Tried: those, and only those, ask for a key or give identities."""
    if "pseudonym" not in kind and kind != "fake-value":
        assert not _any(kind).needs_key
        return
    technique, cells = _any(kind), Cells.of({"column": ["11111111H", "22222222J"]})
    context = TechniqueContext(Randomness(b""), b"k" * 32)

    try:
        applied = technique.apply(cells, context)
    except MissingExtraError:
        pytest.skip("needs the extra `pseudonyms`")

    assert applied.identities
    assert Recipe(techniques=(technique,)).pseudonymized == ("column",)
    if technique.needs_key:
        with pytest.raises(celosia.ParameterError, match="needs a key"):
            technique.apply(cells, TechniqueContext(Randomness(b"")))
    else:
        technique.apply(cells, TechniqueContext(Randomness(b"")))


def _any(kind):
    """Make a technique of a kind, with whatever it needs."""
    needed = {
        "condition": "missing", "k": 2, "format": "ip", "width": 1, "top": 1, "level": 1,
        "least": 2, "most": 2, "base": 1, "percent": 1, "share": 0.5, "days": 1, "scale": 1.0,
        "epsilon": 1.0, "low": 0.0, "high": 1.0, "categories": ["a", "b"],
        "column": "column", "columns": ["column"],
    }  # fmt: skip
    fields = celosia.TECHNIQUES[kind].__dataclass_fields__
    given = {name: value for name, value in needed.items() if name in fields}
    if kind in ("rare-to-others", "uniform-noise", "gaussian-noise"):
        given.pop("share")
    return made({"kind": kind, **given})


def test_the_hierarchy_of_a_column_is_about_what_techniques_leave(table):
    year = {"kind": "date-period", "column": "nacimiento", "period": "year"}
    swapped = {"kind": "swap", "columns": ["ciudad"]}
    asked = recipe(year, swapped, {"kind": "keyed-pseudonym", "column": "dni"})

    assert values_after(table, asked, "nacimiento").values == ("1985", "1990")
    assert values_after(table, asked, "ciudad") == table.relation.values("ciudad")


def test_the_hierarchy_of_a_column_on_a_server_is_about_what_techniques_leave_too(served):
    year = {"kind": "date-period", "column": "nacimiento", "period": "year"}

    left = values_after(served, recipe(year), "nacimiento")

    assert (left.values, left.counts) == (("1985", "1990"), (2, 2))
    with pytest.raises(celosia.ParameterError, match="stay on the server"):
        values_after(served, recipe({"kind": "swap", "columns": ["ciudad"]}), "ciudad")


def test_the_curve_over_k_is_of_what_techniques_leave(table):
    """The city is noise in it; by the year alone, every record has another like it."""
    asked = recipe(
        {"kind": "date-period", "column": "nacimiento", "period": "year"},
        {"kind": "attribute-suppression", "columns": ["ciudad"]},
        models=(KAnonymity(2),),
        method="optimal",
    )

    curve = celosia.propose_k(table, asked, 2)

    assert curve.points[0].loss == 0
    raw = replace(asked, techniques=(), hierarchies={"nacimiento": Dates("%Y-%m-%d")})
    assert celosia.propose_k(table, raw, 2).points[0].loss > 0
    assert np.isclose(curve.points[0].highest_risk, 0.5)
