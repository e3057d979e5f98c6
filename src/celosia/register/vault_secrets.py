"""What opens a vault: a passphrase that somebody remembers, or a file with a random key."""

from __future__ import annotations

import secrets
import unicodedata
from pathlib import Path

from celosia.errors import DataError, ParameterError
from celosia.register.vault_files import write_new

_SHORTEST_PASSPHRASE = 12
_KEY_BYTES = 32


def passphrase_secret(passphrase: str) -> bytes:
    """Turn a passphrase into bytes, the same however its accents were typed.

    >>> passphrase_secret("muñeca de trapo") == passphrase_secret("mun\u0303eca de trapo")
    True
    """
    if len(passphrase) < _SHORTEST_PASSPHRASE:
        raise ParameterError("register.passphrase-too-short-use-least", least=_SHORTEST_PASSPHRASE)
    return unicodedata.normalize("NFC", passphrase).encode()


def new_key() -> str:
    """Draw a key, as a key file holds it."""
    return secrets.token_hex(_KEY_BYTES)


def write_key_file(path: str | Path) -> None:
    """Write a new random key that only its owner may read; an existing file stays."""
    write_new(Path(path), new_key().encode() + b"\n")


def read_key_file(path: str | Path) -> bytes:
    """Read the key of a file that `write_key_file` wrote."""
    return key_of(Path(path).read_bytes())


def key_of(content: bytes) -> bytes:
    r"""Take the key from the content of a key file.

    >>> key = new_key()
    >>> key_of(f"{key}\n".encode()) == bytes.fromhex(key)
    True
    """
    try:
        key = bytes.fromhex(content.strip().decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise DataError("register.key-file-does-not-hold", digits=2 * _KEY_BYTES)
    return key
