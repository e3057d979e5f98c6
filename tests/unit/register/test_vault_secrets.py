"""Passphrases and key files."""

from __future__ import annotations

import stat

import pytest
from tests.support.people import QUICK

from celosia.errors import DataError, ParameterError
from celosia.vault.cipher import passphrase_secret, read_key_file, write_key_file
from celosia.vault.vault import open_vault


def test_a_key_file_opens_a_vault(vault, tmp_path):
    write_key_file(tmp_path / "key")
    vault.write(tmp_path / "v", read_key_file(tmp_path / "key"), QUICK)

    assert open_vault(tmp_path / "v", read_key_file(tmp_path / "key")).columns == vault.columns
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_a_key_file_is_never_replaced(tmp_path):
    write_key_file(tmp_path / "key")
    before = read_key_file(tmp_path / "key")

    with pytest.raises(DataError, match="exists already"):
        write_key_file(tmp_path / "key")

    assert read_key_file(tmp_path / "key") == before


@pytest.mark.parametrize("content", ["", "abc", "ñ" * 64, "00" * 31], ids=repr)
def test_another_file_is_no_key(tmp_path, content):
    (tmp_path / "key").write_text(content, encoding="utf-8")

    with pytest.raises(DataError, match="64 digits in hexadecimal"):
        read_key_file(tmp_path / "key")


def test_a_short_passphrase():
    with pytest.raises(ParameterError, match="at least 12"):
        passphrase_secret("1234")
