"""What ties a certificate to the original, for its owner and an auditor, and tells nobody else."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from celosia.errors import DataError, ParameterError
from celosia.files.secret_files import restored_on_failure, write_new, write_over
from celosia.register.certificate import ENDING, certificate_of

_SALT = 32
_NOTE: Final = "Private: do not give this file away with the release. Show it to an auditor."
_TOLD: Final = ("server", "table")
"""What a certificate may name of the original as it is."""


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

    def of_table(self, identifying: Mapping[str, str | int]) -> dict[str, str | int]:
        """Give what a certificate may say of what identifies a table."""
        hidden = {key: value for key, value in identifying.items() if key not in _TOLD}
        told = {key: value for key, value in identifying.items() if key in _TOLD}
        return {**told, "commitment": self.commitment(json.dumps(hidden, sort_keys=True))}

    def commitment(self, text: str) -> str:
        """Hash a text with the salt: HMAC-SHA-256."""
        return hmac.digest(self.salt, text.encode(), "sha256").hex()

    @contextmanager
    def keeping(self, release: str | Path) -> Iterator[None]:
        """Write the salt beside a certificate; what was there comes back if what follows fails."""
        path = evidence_of(release)
        if path.is_dir():
            raise ParameterError("register.folder-evidence-needs-name", path=path)
        content = json.dumps({"note": _NOTE, "salt": self.salt.hex()}, indent=2) + "\n"
        with restored_on_failure(path):
            (write_over if path.exists() else write_new)(path, content.encode())
            yield


def evidence_of(release: str | Path) -> Path:
    """Name the private file of a release, which stands beside its certificate.

    >>> evidence_of("release.csv").name
    'release.csv.evidence.json'
    """
    return _beside(certificate_of(release))


def read_evidence(release: str | Path) -> Evidence:
    """Read the private file of a release."""
    return evidence_beside(certificate_of(release))


def evidence_beside(certificate: Path) -> Evidence:
    """Read the private file that stands beside a certificate."""
    path = _beside(certificate)
    if not path.is_file():
        raise DataError("register.no-only-owner-without-nobody", name=path.name)
    try:
        entries: dict[str, Any] = json.loads(path.read_bytes())
        return Evidence(bytes.fromhex(entries["salt"]))
    except (ValueError, KeyError, TypeError):
        raise DataError("register.damaged-changed-use-another-copy", name=path.name) from None


def _beside(certificate: Path) -> Path:
    return certificate.with_name(certificate.name.removesuffix(ENDING) + ".evidence.json")
