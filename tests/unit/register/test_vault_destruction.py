"""The end of a vault: nothing of it is left."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest
from tests.support.people import PEOPLE, QUICK, SECRET

from celosia.errors import DataError, VerificationFailed
from celosia.vault.cipher import read_key_file, write_key_file
from celosia.vault.upkeep import DESTRUCTION_LIMITS, destroy_vault
from celosia.vault.vault import open_vault


def test_nothing_of_it_is_left_in_the_folder(file):
    content = file.read_bytes()
    os.link(file, file.parent.parent / "same-inode")

    destruction = destroy_vault(file)

    assert list(file.parent.iterdir()) == []
    assert (file.parent.parent / "same-inode").read_bytes() == b""
    assert destruction.files == ("people.vault",)
    assert destruction.overwritten == len(content)
    assert destruction.limits is DESTRUCTION_LIMITS


LIFE_OF_A_VAULT = """
import sys
from pathlib import Path

from celosia.core.technique import Identities
from celosia.vault.vault import Vault, open_vault
from celosia.vault.upkeep import destroy_vault
from celosia.vault.upkeep import rotate_vault
from tests.support.people import OTHER, PEOPLE, QUICK, SECRET

folder, caught = map(Path, sys.argv[1:])
copying = False

def copy_all(event, arguments):
    global copying
    if event in ("os.rename", "os.remove", "os.truncate") and not copying:
        copying = True
        for file in (file for file in folder.rglob("*") if file.is_file()):
            copies = len(list(caught.iterdir()))
            (caught / f"{copies} {event}").write_bytes(file.read_bytes())
        copying = False

sys.addaudithook(copy_all)
path = folder / "people.vault"
Vault.of([Identities("person", PEOPLE)]).write(path, SECRET, QUICK)
assert open_vault(path, SECRET).reidentify("734211", "person") == "Persona Número 0"
rotate_vault(path, SECRET, OTHER, QUICK)
destroy_vault(path)
"""


def test_plaintext_is_never_on_disk_from_writing_to_destruction(tmp_path):
    """Whatever is in the folder is copied before each rename, truncation and removal."""
    folder, caught = tmp_path / "folder", tmp_path / "caught"
    folder.mkdir()
    caught.mkdir()

    subprocess.run([sys.executable, "-c", LIFE_OF_A_VAULT, folder, caught], check=True)

    events = Counter(copy.name.split()[1] for copy in caught.iterdir())
    assert set(events) == {"os.rename", "os.truncate", "os.remove"}
    assert list(folder.iterdir()) == []
    for content in (copy.read_bytes() for copy in caught.iterdir()):
        assert not any(text.encode() in content for text in (*PEOPLE, *PEOPLE.values()))


def test_a_copy_beside_it_is_found_and_named(file):
    (file.parent / "backup.bin").write_bytes(b"archive" + file.read_bytes() + b"end")
    (file.parent / "notes.txt").write_text("nothing of it")

    with pytest.raises(VerificationFailed, match=r"1 other file .*: backup\.bin"):
        destroy_vault(file)

    assert not file.exists()
    assert (file.parent / "backup.bin").exists()


def test_another_vault_in_the_folder_is_no_copy(file, vault):
    vault.write(file.with_name("other.vault"), SECRET, QUICK)

    assert destroy_vault(file).searched == 1

    assert open_vault(file.with_name("other.vault"), SECRET).columns == vault.columns


def test_the_key_file_goes_too(vault, tmp_path):
    write_key_file(tmp_path / "key")
    vault.write(tmp_path / "v", read_key_file(tmp_path / "key"), QUICK)

    assert destroy_vault(tmp_path / "v", tmp_path / "key").files == ("key", "v")

    assert list(tmp_path.iterdir()) == []


def test_what_is_no_vault_is_not_touched(tmp_path):
    (tmp_path / "table.csv").write_text("name\nAna\n")

    with pytest.raises(DataError, match="was not touched"):
        destroy_vault(tmp_path / "table.csv")

    assert (tmp_path / "table.csv").read_text() == "name\nAna\n"


@pytest.mark.parametrize("kept", [14, 500, 3000])
def test_a_damaged_vault_can_be_destroyed(file, kept):
    file.write_bytes(file.read_bytes()[:kept])

    assert destroy_vault(file).overwritten == kept

    assert not file.exists()


def test_a_link_leads_to_the_file_itself(file, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(file)

    destroy_vault(link)

    assert not file.exists()


def test_a_file_that_is_no_key_is_not_destroyed_with_the_vault(file):
    thesis = file.with_name("thesis.txt")
    thesis.write_text("years of work", encoding="utf-8")

    with pytest.raises(DataError, match="key file"):
        destroy_vault(file, thesis)

    assert thesis.read_text(encoding="utf-8") == "years of work"
    assert file.exists()
