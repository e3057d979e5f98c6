from __future__ import annotations

import pkgutil
from dataclasses import is_dataclass
from importlib import import_module
from itertools import product

import pytest

import celosia.techniques
from celosia.core.schema import Role
from celosia.proposals.detect_kind import Kind
from celosia.proposals.suggest_techniques import UseCase, suggest_techniques

COLUMNS = ["edad", "peso", "nombre", "bastidor", "ocupacion", "estado civil", "x17", "direccion"]


def kinds(column, role, use_case, kind=None, numeric=False):
    found = suggest_techniques(column, role, use_case, kind, numeric)
    return [suggested.entries["kind"] for suggested in found]


def techniques():
    """Every technique of the package, by its kind."""
    package = celosia.techniques
    found = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for made in vars(import_module(module.name)).values():
            if isinstance(made, type) and is_dataclass(made) and hasattr(made, "kind"):
                found[made.kind] = made
    return found


def as_tuples(entries):
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in entries.items()
        if name != "kind"
    }


def test_every_suggestion_is_a_technique_with_parameters_that_it_accepts():
    known = techniques()
    cases = product(COLUMNS, Role, UseCase, [None, *Kind], [False, True])
    found = [one for case in cases for one in suggest_techniques(*case)]

    made = {type(known[one.entries["kind"]](**as_tuples(one.entries))).kind for one in found}

    assert made >= {"intervals", "date-period", "format-masking", "keyed-pseudonym", "swap"}
    assert all(str(one.reason) != one.reason.text("es") for one in found)


@pytest.mark.parametrize("use_case", [UseCase.INTERNAL, UseCase.EXTERNAL])
@pytest.mark.parametrize(
    ("column", "kind", "numeric", "suggested"),
    [
        ("edad", Kind.AGE, True, "intervals"),
        ("altura", None, True, "intervals"),
        ("peso", None, True, "intervals"),
        ("raza", None, False, "rare-to-others"),
        ("estado civil", None, False, "rare-to-others"),
        ("fecha nacimiento", Kind.BIRTH_DATE, False, "date-period"),
        ("direccion", None, False, "hierarchy-level"),
        ("codigo postal", Kind.POSTCODE, False, "format-masking"),
        ("puesto", None, False, "hierarchy-level"),
        ("empresa", None, False, "hierarchy-level"),
        ("ip", Kind.IP, False, "format-masking"),
        ("matricula", Kind.PLATE, False, "format-masking"),
        ("bastidor", None, False, "format-masking"),
        ("gps", Kind.COORDINATE, False, "coordinate-rounding"),
    ],
)
def test_each_indirect_identifier_of_annex_b_gets_its_technique(
    column, kind, numeric, suggested, use_case
):
    assert kinds(column, Role.QUASI_IDENTIFIER, use_case, kind, numeric) == [suggested]


@pytest.mark.parametrize("use_case", list(UseCase)[:4])
def test_sex_is_safe_to_keep(use_case):
    assert kinds("sexo", Role.QUASI_IDENTIFIER, use_case, Kind.SEX) == []


@pytest.mark.parametrize("use_case", list(UseCase)[:4])
def test_direct_identifiers_are_left_out_or_pseudonymized(use_case):
    assert kinds("nombre", Role.IDENTIFIER, use_case) == [
        "attribute-suppression",
        "keyed-pseudonym",
    ]


def test_the_direct_identifiers_of_test_data_are_invented_in_their_format():
    found = suggest_techniques("nombre", Role.IDENTIFIER, UseCase.SYNTHETIC)
    mail = suggest_techniques("c", Role.IDENTIFIER, UseCase.SYNTHETIC, Kind.EMAIL)

    assert found[0].entries == {"kind": "fake-value", "column": "nombre", "imitates": "name"}
    assert mail[0].entries["imitates"] == "email"
    mixed = suggest_techniques("c", Role.IDENTIFIER, UseCase.SYNTHETIC, Kind.NIF)
    assert mixed[0].entries["imitates"] == "dni"


def test_free_text_is_only_ever_left_out():
    for use_case in UseCase:
        assert kinds("notas", Role.IDENTIFIER, use_case, Kind.FREE_TEXT) == [
            "attribute-suppression"
        ]


def test_only_test_data_changes_what_is_studied():
    for use_case in list(UseCase)[:4]:
        assert kinds("salario", Role.SENSITIVE, use_case, numeric=True) == []
    assert kinds("salario", Role.SENSITIVE, UseCase.SYNTHETIC, numeric=True) == [
        "swap",
        "uniform-noise",
    ]
    assert kinds("diagnostico", Role.SENSITIVE, UseCase.SYNTHETIC) == ["swap"]


def test_retention_may_perturb_instead():
    ranges, noise = suggest_techniques("edad", Role.QUASI_IDENTIFIER, UseCase.RETENTION, Kind.AGE)

    assert (ranges.entries["kind"], ranges.alternative) == ("intervals", False)
    assert (noise.entries["kind"], noise.alternative) == ("uniform-noise", True)


def test_what_is_no_alternative_can_be_applied_one_after_the_other():
    for use_case in UseCase:
        pair = suggest_techniques("salario", Role.SENSITIVE, use_case, None, True)
        applied = [found.entries["kind"] for found in pair if not found.alternative]
        assert applied == (["swap", "uniform-noise"] if use_case is UseCase.SYNTHETIC else [])


def test_data_shared_inside_and_only_deidentified_keeps_the_rest():
    assert kinds("edad", Role.QUASI_IDENTIFIER, UseCase.INTERNAL_DEIDENTIFIED, Kind.AGE) == []


def test_k_is_5_outside_and_3_inside():
    assert [case.k for case in UseCase] == [None, 3, 5, 3, None]
