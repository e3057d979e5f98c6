"""Double coding: two vaults, and nobody known without both."""

from __future__ import annotations

import pytest
from tests.support.people import CONTEXT, OTHER, QUICK, SECRET

from celosia.core.technique import Identities
from celosia.errors import DataError
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym
from celosia.vault.upkeep import linked_vaults, second_coding
from celosia.vault.vault import Vault, look_up, open_vault


def test_only_both_together_know_the_person(vault, tmp_path):
    coding = second_coding(vault, RandomPseudonym("person", length=8), CONTEXT)
    vault.write(tmp_path / "organization", SECRET, QUICK)
    coding.vault.write(tmp_path / "third party", OTHER, QUICK)
    (published,) = look_up(["734215"], coding.renamed, "person")

    ours = open_vault(tmp_path / "organization", SECRET)
    theirs = open_vault(tmp_path / "third party", OTHER)

    assert (
        linked_vaults(ours, theirs, "person").reidentify(published, "person") == "Persona Número 4"
    )
    assert not set(theirs.column("person").values()) & set(ours.column("person").values())
    with pytest.raises(DataError):
        ours.reidentify(published, "person")
    assert theirs.reidentify(published, "person") == "734215"


def test_vaults_that_do_not_belong_together(vault):
    coding = second_coding(vault, RandomPseudonym("person"), CONTEXT)
    stranger = Vault.of([Identities("person", {"Ana": "1"})])

    with pytest.raises(DataError, match="40 of 40 provisional pseudonyms"):
        linked_vaults(stranger, coding.vault, "person")


def test_a_column_coded_twice_does_not_fit_one_vault():
    with pytest.raises(DataError, match="'dni' was coded twice"):
        Vault.of([Identities("dni", {"A": "1"}), Identities("dni", {"1": "x"})])
