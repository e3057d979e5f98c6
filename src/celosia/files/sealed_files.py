"""Files that are encrypted as they are written, so that who destroys the key has erased them.

AES-256-GCM in chunks, as in STREAM (Hoang, Reyhanitabar, Rogaway, Vizár, *Online
Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance*, CRYPTO 2015): each chunk is bound
to its place and to whether it is the last, so that none can be cut off, moved or repeated. Every
file has a key of its own, derived from a random salt, so that no nonce is used twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from secrets import token_bytes
from typing import IO, Any

from celosia.errors import DataError, MissingExtraError

MAGIC = b"CELOSIA\x01"
SALT = 16
CHUNK = 1 << 20
"""Bytes that are sealed at once, and that are in memory when a file of any size is read."""
TAG = 16
HEAD = len(MAGIC) + SALT
KEY_BYTES = 32
NONCE = 12


class SealedWriter:
    """Seals what is written to it into a new file that only its owner may read."""

    def __init__(self, path: Path, key: bytes) -> None:
        self.path = path
        salt = token_bytes(SALT)
        self._cipher = _file_cipher(key, salt)
        self._number, self._held = 0, bytearray()
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._file = os.fdopen(descriptor, "wb")
        self._file.write(MAGIC + salt)

    def write(self, block: bytes) -> None:
        """Take the next bytes."""
        self._held += block
        while len(self._held) > CHUNK:  # the last chunk is known only at the end
            self._seal(bytes(self._held[:CHUNK]), last=False)
            del self._held[:CHUNK]

    def close(self) -> None:
        """Seal what is left, and let it last."""
        if not self._file.closed:
            self._seal(bytes(self._held), last=True)
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def abandon(self) -> None:
        """Close it without an end, so that nobody can take it for whole, and remove it."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def _seal(self, plain: bytes, last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._number), plain, bytes([last])))
        self._number += 1


def seal_file(plain: Path, sealed: Path, key: bytes) -> None:
    """Seal a copy of a file."""
    writer = SealedWriter(sealed, key)
    try:
        with plain.open("rb") as source:
            while block := source.read(CHUNK):
                writer.write(block)
        writer.close()
    except BaseException:
        writer.abandon()
        raise


def unseal_file(sealed: Path, plain: Path, key: bytes) -> None:
    """Write what a sealed file holds to a new file that only its owner may read."""
    descriptor = os.open(plain, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as target:
        for block in unsealed_blocks(sealed, key):
            target.write(block)


def unsealed_blocks(sealed: Path, key: bytes) -> Iterator[bytes]:
    """Give what a sealed file holds, block by block.

    Raises
    ------
    DataError
        When the key is another one, or a byte was changed, cut off or added.
    """
    with sealed.open("rb") as file:
        yield from _blocks(file, key)


def plain_size(sealed: Path) -> int:
    """Tell how many bytes a sealed file holds, without opening it."""
    body = sealed.stat().st_size - HEAD
    return body - TAG * -(-body // (CHUNK + TAG))


def seal_bytes(plain: bytes, key: bytes) -> bytes:
    """Seal a small value: a nonce, then the chunk.

    >>> key = bytes(32)
    >>> unseal_bytes(seal_bytes(b"Ana", key), key)
    b'Ana'
    """
    nonce = token_bytes(NONCE)
    return bytes(nonce + _gcm(key).encrypt(nonce, plain, None))


def unseal_bytes(sealed: bytes, key: bytes) -> bytes:
    """Open what `seal_bytes` sealed."""
    return bytes(_open(_gcm(key), sealed[:NONCE], sealed[NONCE:], None))


def _blocks(file: IO[bytes], key: bytes) -> Iterator[bytes]:
    head = file.read(HEAD)
    if len(head) < HEAD or not head.startswith(MAGIC):
        raise DataError("files.sealed-file-damaged")
    cipher = _file_cipher(key, head[len(MAGIC) :])
    number, chunk = 0, file.read(CHUNK + TAG)
    while True:
        following = file.read(CHUNK + TAG)
        yield _open(cipher, _nonce(number), chunk, bytes([not following]))
        if not following:
            return
        number, chunk = number + 1, following


def _open(cipher: Any, nonce: bytes, chunk: bytes, bound: bytes | None) -> bytes:
    from cryptography.exceptions import InvalidTag

    try:
        return bytes(cipher.decrypt(nonce, chunk, bound))
    except (InvalidTag, ValueError):
        raise DataError("files.sealed-file-damaged") from None


def _nonce(number: int) -> bytes:
    return number.to_bytes(NONCE, "big")


def _file_cipher(key: bytes, salt: bytes) -> Any:
    _gcm(key)  # says what is missing
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return _gcm(HKDF(SHA256(), KEY_BYTES, salt, b"celosia sealed file").derive(key))


def _gcm(key: bytes) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError:
        raise MissingExtraError("files.sealing-needs-cryptography") from None
    return AESGCM(key)
