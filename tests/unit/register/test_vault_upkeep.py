"""New passphrases, and new pseudonyms after a breach."""

from __future__ import annotations

import os
import resource
import signal

import pytest
from tests.support.people import CONTEXT, OTHER, PEOPLE, QUICK, SECRET

from celosia.core.technique import Identities, TechniqueContext
from celosia.errors import DataError, ParameterError
from celosia.techniques.pseudonyms.keyed_pseudonym import KeyedPseudonym
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym
from celosia.vault.upkeep import reissue, rotate_vault
from celosia.vault.vault import Vault, look_up, open_vault


def test_a_rotated_vault_opens_with_the_new_passphrase_only(file, vault):
    rotate_vault(file, SECRET, OTHER, QUICK)

    assert open_vault(file, OTHER).columns == vault.columns
    with pytest.raises(ParameterError, match="does not open"):
        open_vault(file, SECRET)
    assert {path.name for path in file.parent.iterdir()} == {"people.vault"}


def test_a_vault_that_is_not_there_leaves_no_lock(tmp_path):
    with pytest.raises(FileNotFoundError):
        rotate_vault(tmp_path / "none.vault", SECRET, OTHER, QUICK)

    assert list(tmp_path.iterdir()) == []


def test_a_vault_that_is_named_by_a_link_stays_where_it_is(file, vault, tmp_path):
    link = tmp_path / "elsewhere" / "link.vault"
    link.parent.mkdir()
    link.symlink_to(file)

    rotate_vault(link, SECRET, OTHER, QUICK)

    assert link.is_symlink()
    assert open_vault(file, OTHER).columns == vault.columns
    assert list(link.parent.iterdir()) == [link]


def test_the_bytes_of_the_old_vault_are_overwritten(file):
    before = file.read_bytes()
    os.link(file, file.with_name("same-inode"))

    rotate_vault(file, SECRET, OTHER, QUICK)

    after = file.with_name("same-inode").read_bytes()
    assert len(after) == len(before)
    assert sum(a == b for a, b in zip(after, before, strict=True)) < len(before) / 50


def test_a_wrong_passphrase_rotates_nothing(file):
    before = file.read_bytes()

    with pytest.raises(ParameterError):
        rotate_vault(file, OTHER, b"a third passphrase", QUICK)

    assert file.read_bytes() == before


def test_the_old_passphrase_is_no_new_one(file):
    with pytest.raises(ParameterError, match="is the old one"):
        rotate_vault(file, SECRET, SECRET, QUICK)


def test_a_full_disk_loses_nothing(file, vault):
    """The file may not grow past 1 KiB, as if the disk were full."""
    before = file.read_bytes()
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            rotate_vault(file, SECRET, OTHER, QUICK)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handled)

    assert file.read_bytes() == before
    assert {path.name for path in file.parent.iterdir()} == {"people.vault"}
    assert open_vault(file, SECRET).columns == vault.columns


def test_everybody_gets_a_pseudonym_that_was_never_used(vault):
    again = reissue(vault, RandomPseudonym("person", length=6), CONTEXT)

    new = again.vault.column("person")
    assert sorted(new.values()) == sorted(PEOPLE)
    assert not set(new) & set(PEOPLE.values())
    assert {old: new[label] for old, label in again.renamed.items()} == vault.column("person")


def test_the_published_table_gets_the_new_ones(vault):
    again = reissue(vault, RandomPseudonym("person"), CONTEXT)

    column = look_up(["734212", None, "734211"], again.renamed, "person")

    assert again.vault.reversed_cells(column, "person").tolist() == [
        "Persona Número 1",
        None,
        "Persona Número 0",
    ]
    with pytest.raises(DataError, match="1 of 1 cell"):
        look_up(["999999"], again.renamed, "person")


def test_other_columns_of_the_vault_stay(vault):
    both = vault.joined(Vault.of([Identities("dni", {"12345678Z": "x1"})]))

    again = reissue(both, RandomPseudonym("person"), CONTEXT)

    assert again.vault.column("dni") == {"x1": "12345678Z"}
    assert repr(again) == "Renaming(person: 40)"


def test_the_same_key_gives_no_new_pseudonyms():
    technique = KeyedPseudonym("dni")
    codes = technique.relabel(["12345678Z", "87654321X"], CONTEXT)
    vault = Vault({"dni": dict(zip(codes, ["12345678Z", "87654321X"], strict=True))})

    with pytest.raises(ParameterError, match="2 of 2 would keep the pseudonym that they have"):
        reissue(vault, technique, CONTEXT)
    changed = reissue(vault, technique, TechniqueContext(CONTEXT.randomness, key=bytes(32)))

    assert not set(changed.vault.column("dni")) & set(codes)


def test_crowded_codes_are_never_given_again():
    """45 of the 900 codes of three digits are used: 45 blind draws would meet two of them."""
    vault = Vault({"p": {str(100 + n): f"person {n}" for n in range(45)}})

    again = reissue(vault, RandomPseudonym("p", length=3), CONTEXT)

    assert not set(again.vault.column("p")) & set(vault.column("p"))
