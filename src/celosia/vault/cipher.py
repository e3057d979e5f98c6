"""How a vault is sealed: Argon2id makes the key from a passphrase, AES-256-GCM does the rest."""

from __future__ import annotations

import json
import secrets
import unicodedata
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from celosia.core.parameters import check_whole
from celosia.errors import DataError, MissingExtraError, ParameterError
from celosia.files.private_files import write_new
from celosia.files.untrusted_text import parse_json

_SHORTEST_PASSPHRASE = 12
"""A stolen vault can be tried without end, so a passphrase is longer than the 8 characters that
NIST SP 800-63B asks for where a server counts the tries."""
_KEY_BYTES = 32
"""Of AES-256."""


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


MARK: Final = b"CELOSIA-VAULT "
"""What every vault begins with; the number of its format and a line end follow."""
_FORMAT = 1
_LONGEST_HEADER = 1024
"""Where a file has no line end until here, it is cut short; ours take about 200 bytes."""
# 128 bits of salt: RFC 9106, section 3.1. 96 bits of nonce, 128 of tag: NIST SP 800-38D, 5.2.1.
_SALT, _NONCE, _KEY, _TAG, _CHECKSUM = 16, 12, 32, 16, 32
# What is sealed is held in memory some times over, and the library refuses 2 GiB at once.
_SMALLEST_BUCKET, _LARGEST_BUCKET = 1 << 12, 1 << 30
_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Cost:
    """What each try of a passphrase costs; by default the second choice of RFC 9106.

    References: Biryukov, Dinu, Khovratovich and Josefsson, RFC 9106, 2021, section 4.
    """

    memory_kib: int = 65_536
    passes: int = 3
    lanes: int = 4

    def __post_init__(self) -> None:
        check_whole("Cost: memory_kib", self.memory_kib, least=19_456)
        check_whole("Cost: passes", self.passes, least=2)
        check_whole("Cost: lanes", self.lanes, least=1)
        if self.memory_kib > 1 << 22 or self.passes > 64 or self.lanes > 64:
            raise ParameterError("register.cost-most-4-gib-memory")


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the sealed bytes, readable by anybody and changeable by nobody."""

    cost: Cost
    salt: bytes
    nonce: bytes
    sealed: int
    """How many sealed bytes follow."""

    def written(self) -> bytes:
        """Write it as two lines."""
        entries = {
            "kdf": "argon2id",
            **asdict(self.cost),
            "salt": self.salt.hex(),
            "cipher": "aes-256-gcm",
            "nonce": self.nonce.hex(),
            "sealed": self.sealed,
        }
        return MARK + f"{_FORMAT}\n{json.dumps(entries)}\n".encode()


def seal(content: bytes, secret: bytes, cost: Cost) -> bytes:
    """Seal bytes under a secret; every call has a salt and a nonce of its own.

    The content is padded to the next power of two (4 KiB at least), so that the size tells no more
    than that. The header is authenticated with it.

    References: Dworkin, NIST SP 800-38D, 2007.
    """
    padded = _padded(content)
    salt, nonce = secrets.token_bytes(_SALT), secrets.token_bytes(_NONCE)
    header = Header(cost, salt, nonce, len(padded) + _TAG).written()
    body: bytes = _cipher(secret, salt, cost).encrypt(nonce, padded, header)
    return header + body + sha256(header + body).digest()


def unseal(vault: bytes, secret: bytes) -> bytes:
    """Open what `sealed` gave, or say whether the file or the passphrase is wrong."""
    header = read_header(vault)
    start = len(header.written())
    body, checksum = vault[start:-_CHECKSUM], vault[-_CHECKSUM:]
    if len(body) != header.sealed:
        raise DataError(
            "register.vault-cut-short-bytes-too",
            got=len(vault),
            expected=start + header.sealed + _CHECKSUM,
        )
    if sha256(vault[:-_CHECKSUM]).digest() != checksum:
        raise DataError("register.vault-damaged-changed-after-written")
    cipher = _cipher(secret, header.salt, header.cost)
    from cryptography.exceptions import InvalidTag

    try:
        padded = cipher.decrypt(header.nonce, body, vault[:start])
    except InvalidTag:
        raise ParameterError("register.vault-does-not-open-not") from None
    length = int.from_bytes(padded[:_LENGTH], "big")
    return bytes(padded[_LENGTH : _LENGTH + length])


def read_header(vault: bytes) -> Header:
    """Read the header of a vault, or say what the file is instead."""
    if not vault.startswith(MARK):
        raise DataError("register.file-not-identity-vault-celos")
    lines = vault[:_LONGEST_HEADER].split(b"\n", 2)
    if lines[0] != MARK + str(_FORMAT).encode() and len(lines) > 1:
        raise DataError("register.vault-format-version-celos-does")
    if len(lines) < 3:
        raise DataError("register.vault-cut-short-inside-header")
    header = _header_of(lines[1])
    if not vault.startswith(header.written()):
        raise _changed_header()
    return header


def _header_of(line: bytes) -> Header:
    try:
        entries: dict[str, Any] = parse_json(line)
        cost = Cost(*(entries[name] for name in ("memory_kib", "passes", "lanes")))
        salt, nonce = bytes.fromhex(entries["salt"]), bytes.fromhex(entries["nonce"])
        header = Header(cost, salt, nonce, entries["sealed"])
    except (ValueError, KeyError, TypeError, ParameterError):
        raise _changed_header() from None
    if len(salt) != _SALT or len(nonce) != _NONCE or not isinstance(header.sealed, int):
        raise _changed_header()
    return header


def _changed_header() -> DataError:
    return DataError("register.header-vault-damaged-changed-use")


def _padded(content: bytes) -> bytes:
    framed = len(content).to_bytes(_LENGTH, "big") + content
    if len(framed) > _LARGEST_BUCKET:
        raise DataError("register.identities-take-mib-vault-holds", size=len(framed) >> 20)
    bucket = max(_SMALLEST_BUCKET, 1 << (len(framed) - 1).bit_length())
    return framed.ljust(bucket, b"\0")


def _cipher(secret: bytes, salt: bytes, cost: Cost) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
    except ImportError:
        raise MissingExtraError("register.identity-vault-needs-cryptography-pip") from None
    kdf = Argon2id(
        salt=salt,
        length=_KEY,
        iterations=cost.passes,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    )
    return AESGCM(kdf.derive(secret))
