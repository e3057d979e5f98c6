"""A vault that is added to while a release is published."""

from __future__ import annotations

from threading import Event, Thread

import pytest
from tests.support.people import OTHER, PEOPLE, QUICK, SECRET

from celosia.core.technique import Identities
from celosia.errors import ParameterError
from celosia.vault.upkeep import destroy_vault, rotate_vault
from celosia.vault.vault import VaultFile, open_vault

MORE = [Identities("person", {"Ana": "111111"})]
OTHERS = [Identities("person", {"Luis": "222222"})]


def fails(after):
    after()
    raise OSError("full")


def test_a_failure_takes_back_what_was_added(file):
    vault, before = VaultFile(file, SECRET), file.read_bytes()

    with pytest.raises(OSError, match="full"), vault.keep(MORE):
        raise OSError("full")

    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_what_is_added_gets_its_place_with_the_release_or_at_the_end(file):
    with VaultFile(file, SECRET).keep(MORE) as aside:
        assert "111111" not in open_vault(file, SECRET).column("person")
        aside.publish()
        assert open_vault(file, SECRET).reidentify("111111", "person") == "Ana"
    with VaultFile(file, SECRET).keep(OTHERS):
        pass

    assert {"111111", "222222"} <= set(open_vault(file, SECRET).column("person"))


def test_a_new_vault_is_gone_after_a_failure(tmp_path):
    vault = VaultFile(tmp_path / "new.vault", SECRET)

    with pytest.raises(OSError, match="full"), vault.keep(MORE):
        raise OSError("full")

    assert not vault.path.exists()


def test_two_releases_at_once_do_not_undo_each_other(file):
    """The first one fails while the second one would add: what the second one added stays."""
    vault, begun = VaultFile(file, SECRET), Event()

    def second():
        begun.wait()
        with vault.keep(OTHERS):
            pass

    def let_it_try():
        begun.set()
        other.join(timeout=2)  # as long as it would take if it did not wait for the first

    other = Thread(target=second)
    other.start()
    with pytest.raises(OSError, match="full"), vault.keep(MORE):
        fails(after=let_it_try)
    other.join()

    held = open_vault(file, SECRET).column("person")
    assert set(held) == {*PEOPLE.values(), "222222"}


def test_a_rotation_waits_for_a_release_and_keeps_what_it_added(file):
    other = Thread(target=rotate_vault, args=(file, SECRET, OTHER, QUICK))

    with VaultFile(file, SECRET).keep(MORE):
        other.start()
        other.join(timeout=2)  # as long as it would take if it did not wait
        assert len(open_vault(file, SECRET).column("person")) == len(PEOPLE)
    other.join()

    held = open_vault(file, OTHER).column("person")
    assert set(held) == {*PEOPLE.values(), "111111"}


def test_a_destruction_waits_for_a_release_which_would_bring_the_vault_back(file):
    other = Thread(target=destroy_vault, args=(file,))

    with VaultFile(file, SECRET).keep(MORE):
        other.start()
        other.join(timeout=1)
        assert file.exists()
    other.join()

    assert list(file.parent.iterdir()) == []


def test_nothing_is_left_beside_a_vault_that_was_destroyed(tmp_path):
    vault = VaultFile(tmp_path / "new.vault", SECRET)
    with vault.keep(MORE):
        pass

    destroy_vault(vault.path)

    assert list(tmp_path.iterdir()) == []


def test_a_vault_needs_a_folder_and_something_to_keep(tmp_path):
    with pytest.raises(ParameterError, match="no folder"):
        VaultFile(tmp_path / "nowhere" / "x.vault", SECRET).check()
    with (
        pytest.raises(ParameterError, match="no identities"),
        VaultFile(tmp_path / "x.vault", SECRET).keep([]),
    ):
        pass
