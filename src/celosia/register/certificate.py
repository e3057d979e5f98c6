"""What stands beside a release: a certificate for everybody, and evidence for its owner alone.

The certificate says what holds for the published table, is enough to check it again, and holds no
raw value. It commits to the original by a salted hash. The evidence holds the salt, which opens the
commitment, and all that was measured of what is not published.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import isinf, isnan
from pathlib import Path
from typing import Any, Final

from celosia.errors import DataError
from celosia.files.file_format import is_file_name
from celosia.files.untrusted_text import parse_json
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message

GUARDED: Final = Message("register.guarded")
TOLD_APART: Final = Message("register.told-apart")
ALL_GUARDED: Final = "guarded"
"""The verdict of a certificate that all published columns are guarded."""
CHANGED_FILE: Final = Message("register.changed-file")
CHANGED_TABLE: Final = Message("register.changed-table")
ENDING: Final = ".certificate.json"


@dataclass(frozen=True, slots=True, eq=False)
class FoundCertificate:
    """A certificate that lies beside a file, or in the working folder for a server's table."""

    path: Path
    proof: Mapping[str, Any]
    of_this_file: bool
    """Whether it is about the file as it is now, byte by byte; or the table, cell by cell."""

    @property
    def notes(self) -> tuple[Message, ...]:
        """What a person should know who looks at the file: whether it changed, what it is."""
        about = CHANGED_TABLE if "server" in self.proof.get("output", {}) else CHANGED_FILE
        changed = () if self.of_this_file else (about,)
        told_apart = (TOLD_APART,) if self.told_apart else ()
        return (*changed, *told_apart, *((GUARDED,) if self.personal_data else ()))

    @property
    def told_apart(self) -> bool:
        """Whether it says that more than the quasi-identifiers finds people."""
        return bool(self.proof.get("guard", {}).get("verdict", ALL_GUARDED) != ALL_GUARDED)

    @property
    def personal_data(self) -> bool:
        """Whether it says that the table is personal data."""
        return self.proof.get("personal_data") is True


def certificate_of(release: str | Path) -> Path:
    """Name the certificate of a release: beside a file, in the working folder for a table.

    >>> certificate_of("clinic.release 2024").name
    'clinic.release_2024.certificate.json'
    """
    if is_file_name(str(release)):
        path = Path(release)
        return path.with_name(path.name + ENDING)
    return Path(re.sub(r"[^\w.-]+", "_", str(release)) + ENDING)


def as_json(entries: Mapping[str, Any]) -> bytes:
    """Write a certificate, or evidence, as JSON that people can read."""
    text = json.dumps(json_ready(dict(entries)), indent=2, ensure_ascii=False, allow_nan=False)
    return f"{text}\n".encode()


def read_certificate(path: Path) -> dict[str, Any] | None:
    """Read a certificate; None where there is none, or what is there is somebody else's."""
    try:
        proof = parse_json(path.read_text(encoding="utf-8"))
        known = [*outputs_of(proof), proof.get("input", {}), *proof.get("techniques", [])]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    if not outputs_of(proof) or not all(isinstance(part, dict) for part in known):
        return None
    return dict(proof)


def outputs_of(proof: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Give what a certificate says of each table that it is about."""
    if "outputs" in proof:
        return list(proof["outputs"])
    return [proof["output"]] if "output" in proof else []


def json_ready(value: Any) -> Any:
    """Write what JSON has no number for: an infinite one as a text, an unknown one as null.

    >>> json_ready({"delta": float("inf"), "mean": float("nan")})
    {'delta': 'Infinity', 'mean': None}
    """
    if isinstance(value, dict):
        return {str(key): json_ready(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_ready(item) for item in value]
    if isinstance(value, float) and isnan(value):
        return None
    if isinstance(value, float) and isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


_SALT = 32
_CERTIFICATE = "certificate_sha256"
_NOTE: Final = Message("register.evidence-note")
_PLACE: Final = ("server", "table")
"""What says where a table is, not what it holds."""


@dataclass(frozen=True, slots=True, repr=False)
class Evidence:
    """A random salt: whoever has it and the original can see that a certificate is about it.

    A plain hash of the original would let somebody who knows all of it but one cell try values for
    that cell. What is hashed with a salt that they do not have tells them nothing.
    """

    salt: bytes

    @classmethod
    def new(cls) -> Evidence:
        """Draw a salt."""
        return cls(secrets.token_bytes(_SALT))

    def of_table(self, identifying: Mapping[str, str | int]) -> str:
        """Commit to a table by what identifies its content, wherever it lies."""
        content = {key: value for key, value in identifying.items() if key not in _PLACE}
        return self.commitment(json.dumps(content, sort_keys=True))

    def commitment(self, text: str) -> str:
        """Hash a text with the salt: HMAC-SHA-256."""
        return hmac.digest(self.salt, text.encode(), "sha256").hex()

    def file(self, certificate: bytes, private: Mapping[str, Any]) -> bytes:
        """Write the private file that stands beside a certificate: the salt, and the rest."""
        entries = {"note": _NOTE.text(ENGLISH), "salt": self.salt.hex(), **private}
        return as_json({**entries, _CERTIFICATE: sha256(certificate).hexdigest()})


def evidence_of(release: str | Path) -> Path:
    """Name the private file of a release, which stands beside its certificate.

    >>> evidence_of("release.csv").name
    'release.csv.evidence.json'
    """
    return private_file_of(certificate_of(release))


def evidence_beside(certificate: Path) -> Evidence:
    """Read the salt in the private file that stands beside a certificate."""
    entries = _entries(private_file_of(certificate))
    return Evidence(bytes.fromhex(entries["salt"]))


def belong_together(certificate: Path) -> bool:
    """Tell whether the private file beside a certificate was written with it.

    Files that were copied one by one may be of two releases: then the salt opens nothing.
    """
    told = _entries(private_file_of(certificate)).get(_CERTIFICATE)
    return told is None or told == sha256(certificate.read_bytes()).hexdigest()


def evidence_there(certificate: Path) -> bool:
    """Tell whether a private file that can be read stands beside a certificate."""
    path = private_file_of(certificate)
    try:
        return path.is_file() and bool(_entries(path))
    except (DataError, OSError):  # somebody else's, or not ours to read
        return False


def private_beside(certificate: Path) -> dict[str, Any] | None:
    """Read what only the owner may know of a release; None where that file is not there."""
    path = private_file_of(certificate)
    if not path.is_file():
        return None
    entries = _entries(path)
    return {k: value for k, value in entries.items() if k not in ("note", "salt", _CERTIFICATE)}


def _entries(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise DataError("register.no-only-owner-without-nobody", name=path.name)
    try:
        entries: dict[str, Any] = parse_json(path.read_bytes())
        bytes.fromhex(entries["salt"])
    except (ValueError, KeyError, TypeError):
        raise DataError("register.damaged-changed-use-another-copy", name=path.name) from None
    return entries


def private_file_of(certificate: Path) -> Path:
    """Name the private file that stands beside a certificate."""
    return certificate.with_name(certificate.name.removesuffix(ENDING) + ".evidence.json")
