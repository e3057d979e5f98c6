import pytest

from celosia.core.schema import Column, ColumnType, Role
from celosia.core.values import ValueCounts
from celosia.proposals import Kind, propose_role

NUMBERS = [str(7 * i + 100_000) for i in range(100)]
DECIMALS = [f"{i * 1.37:.2f}" for i in range(100)]
DATES = [f"2023-{1 + i // 28:02d}-{1 + i % 28:02d}" for i in range(100)]


@pytest.mark.parametrize(
    ("name", "cells", "role", "reason"),
    [
        ("c1", ["12345678Z", "00000000T"], Role.IDENTIFIER, "kind"),
        ("c1", NUMBERS, Role.IDENTIFIER, "unique"),
        ("c1", [f"word{i}x" for i in range(100)], Role.IDENTIFIER, "unique"),
        ("nombre", ["Ana", "Luis"] * 50, Role.IDENTIFIER, "name"),
        ("id_tipo", ["a", "b"] * 50, Role.QUASI_IDENTIFIER, "name-not-unique"),
        ("c1", DATES, Role.QUASI_IDENTIFIER, "kind"),
        ("fecha_diagnostico", DATES, Role.QUASI_IDENTIFIER, "kind"),
        ("municipio", ["León", "Soria"] * 50, Role.QUASI_IDENTIFIER, "name"),
        ("c1", ["01001", "28013"] * 50, Role.QUASI_IDENTIFIER, "kind-guess"),
        ("c1", ["rojo", "azul"] * 50, Role.QUASI_IDENTIFIER, "unknown-categories"),
        ("c1", ["1", "2", "3"] * 50, Role.QUASI_IDENTIFIER, "unknown-categories"),
        ("c1", DECIMALS, Role.INSENSITIVE, "unknown-measure"),
        ("c1", NUMBERS[:90] * 2 + DECIMALS, Role.INSENSITIVE, "unknown-measure"),
        ("c1", [str(3 * i) for i in range(200)] * 2, Role.INSENSITIVE, "unknown-measure"),
        ("salario", NUMBERS, Role.SENSITIVE, "name"),
        ("diagnostico", ["asma", "gripe"] * 50, Role.SENSITIVE, "name"),
        ("pais", ["ES"] * 100, Role.INSENSITIVE, "constant"),
        ("vih", ["sí"] * 100, Role.SENSITIVE, "name"),
        ("dni", [None] * 100, Role.INSENSITIVE, "empty"),
    ],
)
def test_roles(name, cells, role, reason):
    proposal = propose_role(name, ValueCounts.of(cells))

    assert (proposal.role, proposal.reasons[0].code) == (role, reason)


def test_name_and_values_that_agree_give_most_confidence():
    ages = ValueCounts.of(["31", "42", "42"])

    assert propose_role("edad", ages).confidence == 0.95
    assert propose_role("edad", ages).kind is Kind.AGE
    assert propose_role("x", ages).confidence == 0.4


def test_a_declared_date_is_believed():
    cells = ValueCounts.of([f"{i:02d}ene23" for i in range(1, 31)])

    proposal = propose_role("c1", cells, Column("c1", ColumnType.DATE, format="%d%b%y"))

    assert proposal.role is Role.QUASI_IDENTIFIER


def test_free_text_is_to_be_left_out_even_if_sensitive():
    notes = [f"Acude a consulta número {i} por dolor torácico desde ayer" for i in range(30)]

    proposal = propose_role("diagnostico", ValueCounts.of(notes))

    assert proposal.role is Role.IDENTIFIER
    assert [reason.code for reason in proposal.reasons] == ["kind", "free-text", "name", "entropy"]


def test_reasons_hold_no_value():
    secret = ["zafiro", "topacio"] * 20

    proposal = propose_role("c1", ValueCounts.of(secret))

    written = " ".join(r.text(lang) for r in proposal.reasons for lang in ("en", "es"))
    assert "zafiro" not in written
    assert "topacio" not in written
