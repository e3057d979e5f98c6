"""A sealed file gives back what was put into it, or says that it is damaged."""

from __future__ import annotations

import pytest

from celosia.errors import DataError
from celosia.files.sealed_files import (
    CHUNK,
    HEAD,
    TAG,
    SealedWriter,
    plain_size,
    seal_bytes,
    seal_file,
    unseal_bytes,
    unseal_file,
    unsealed_blocks,
)

KEY = bytes(range(32))
PLAIN = b"Juan Garcia;12345678Z\n" * 120_000  # two chunks and a half


def sealed(tmp_path, plain=PLAIN, key=KEY):
    path = tmp_path / "sealed"
    writer = SealedWriter(path, key)
    writer.write(plain)
    writer.close()
    return path


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 7])
def test_what_is_sealed_is_given_back(tmp_path, size):
    (tmp_path / "plain").write_bytes(PLAIN[:size])

    seal_file(tmp_path / "plain", tmp_path / "sealed", KEY)
    unseal_file(tmp_path / "sealed", tmp_path / "again", KEY)

    assert (tmp_path / "again").read_bytes() == PLAIN[:size]
    assert plain_size(tmp_path / "sealed") == size
    assert (tmp_path / "sealed").stat().st_mode & 0o777 == 0o600


def test_nothing_of_it_can_be_read(tmp_path):
    one, other = sealed(tmp_path).read_bytes(), (tmp_path / "sealed").rename(tmp_path / "first")

    assert b"Garcia" not in one
    assert sealed(tmp_path).read_bytes() != other.read_bytes()  # the same is sealed otherwise


CHANGES = {
    "a bit": lambda it: it[:100] + bytes([it[100] ^ 1]) + it[101:],
    "the head": lambda it: b"X" + it[1:],
    "the salt": lambda it: it[:10] + bytes([it[10] ^ 1]) + it[11:],
    "a byte at the end": lambda it: it + b"x",
    "its end": lambda it: it[:-1],
    "its last chunk": lambda it: it[: HEAD + 2 * (CHUNK + TAG)],
    "all chunks": lambda it: it[:HEAD],
    "the order": lambda it: (
        it[:HEAD]
        + it[HEAD + CHUNK + TAG : HEAD + 2 * (CHUNK + TAG)]
        + it[HEAD : HEAD + CHUNK + TAG]
        + it[HEAD + 2 * (CHUNK + TAG) :]
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_was_changed_is_found(tmp_path, change):
    path = sealed(tmp_path)
    path.write_bytes(change(path.read_bytes()))

    with pytest.raises(DataError, match="damaged"):
        list(unsealed_blocks(path, KEY))


def test_another_key_opens_nothing(tmp_path):
    with pytest.raises(DataError, match="another key"):
        list(unsealed_blocks(sealed(tmp_path), bytes(32)))
    with pytest.raises(DataError, match="another key"):
        unseal_bytes(seal_bytes(b"Ana", KEY), bytes(32))


def test_an_upload_that_is_given_up_leaves_nothing(tmp_path):
    writer = SealedWriter(tmp_path / "sealed", KEY)
    writer.write(PLAIN)

    writer.abandon()

    assert list(tmp_path.iterdir()) == []
