"""Seed 003: the pseudonym tables of step 2 and annex A, with single and double coding."""

from __future__ import annotations

import re

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import Identities, TechniqueContext
from celosia.core.values import Cells
from celosia.techniques.pseudonyms.fake_value import FakeValue
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym
from celosia.vault.cipher import Cost
from celosia.vault.upkeep import linked_vaults, second_coding
from celosia.vault.vault import Vault, look_up, open_vault

CONTEXT = TechniqueContext(Randomness(b"chance"))
QUICK = Cost(memory_kib=19_456, passes=2, lanes=1)
SECRET = b"una frase larga y secreta"
PEOPLE = [
    "Jose Muñoz",
    "Pedro Duran",
    "Patricia Martínez",
    "Marta Peña",
    "Soraya García",
    "Nicolás Pérez",
]
GRADES = ["A", "B", "C", "D", "B", "A"]
HOURS = ["20", "26", "30", "29", "32", "25"]
SINGLE = ["416765", "562396", "964825", "873892", "239976", "943145"]
PROVISIONAL = ["OQCPBL", "ALGKTY", "CGFFNF", "BZMHCP", "RTJYGR", "RCNVJD"]
FINAL = ["373666", "594824", "839933", "280074", "746791", "785282"]
BEFORE = Cells.of({"persona": PEOPLE, "resultado": GRADES, "horas": HOURS})


def vault(values: list[str], pseudonyms: list[str]) -> Vault:
    return Vault.of([Identities("persona", dict(zip(values, pseudonyms, strict=True)))])


def test_single_coding_makes_a_table_like_the_guides():
    applied = RandomPseudonym("persona", length=6).apply(BEFORE, CONTEXT)

    after = applied.cells
    assert all(re.fullmatch(r"[1-9]\d{5}", code) for code in after.column("persona"))
    assert len(set(after.column("persona"))) == 6
    assert after.column("resultado").tolist() == GRADES
    assert after.column("horas").tolist() == HOURS
    assert list(applied.identities[0].pseudonyms) == PEOPLE


def test_the_guides_identity_table_leads_back_from_the_guides_release(tmp_path):
    vault(PEOPLE, SINGLE).write(tmp_path / "v", SECRET, QUICK)

    opened = open_vault(tmp_path / "v", SECRET)

    assert opened.reversed_cells(SINGLE, "persona").tolist() == PEOPLE
    assert opened.reidentify("873892", "persona") == "Marta Peña"


@pytest.mark.parametrize(("final", "person"), list(zip(FINAL, PEOPLE, strict=True)))
def test_the_guides_double_coding_leads_back_through_both_tables(final, person):
    organization, third_party = vault(PEOPLE, PROVISIONAL), vault(PROVISIONAL, FINAL)

    assert (
        linked_vaults(organization, third_party, "persona").reidentify(final, "persona") == person
    )


def test_double_coding_makes_tables_like_the_guides():
    letters = RandomPseudonym("persona", length=6, symbols="letters").apply(BEFORE, CONTEXT)
    organization = Vault.of(letters.identities)

    coding = second_coding(organization, RandomPseudonym("persona", length=6), CONTEXT)
    published = look_up(letters.cells.column("persona"), coding.renamed, "persona")

    assert all(re.fullmatch(r"[A-Z]{6}", code) for code in organization.column("persona"))
    assert all(re.fullmatch(r"[1-9]\d{5}", code) for code in published)
    assert set(coding.vault.column("persona").values()) == set(organization.column("persona"))
    assert (
        linked_vaults(organization, coding.vault, "persona")
        .reversed_cells(published, "persona")
        .tolist()
        == PEOPLE
    )


def test_the_tokens_of_step_2():
    cells = Cells.of({"nombre": ["Alex", "Bosco", "Charlene"], "edad": ["25", "54", "42"]})

    applied = RandomPseudonym("nombre", length=4).apply(cells, CONTEXT)

    assert all(re.fullmatch(r"[1-9]\d{3}", token) for token in applied.cells.column("nombre"))
    assert len(applied.identities[0].pseudonyms) == 3


def test_annex_b_values_that_follow_the_format():
    """John Tan → 123456; John.tan@gmail.com → 123456@abc.com; S8822311H → S8512345A."""
    (code,) = RandomPseudonym("nombre", length=6).relabel(["John Tan"], CONTEXT)
    (email,) = FakeValue("correo", "email").relabel(["John.tan@gmail.com"], CONTEXT)
    (number,) = FakeValue("fin").relabel(["S8822311H"], CONTEXT)

    assert re.fullmatch(r"\d{6}", code)
    assert re.fullmatch(r"[^@]+@[^@]+\.[a-z]+", email)
    assert re.fullmatch(r"[A-Z]\d{7}[A-Z]", number)
    assert number != "S8822311H"
