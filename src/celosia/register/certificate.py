"""The certificate that stands beside a release: enough to check it again, and no raw value."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf, isnan
from pathlib import Path
from typing import Any, Final

from celosia.files.file_format import is_file_name
from celosia.text.messages import Message

GUARDED: Final = Message("register.guarded")
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
        return (*changed, *((GUARDED,) if self.personal_data else ()))

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


def write_certificate(certificate: Mapping[str, Any], path: Path) -> None:
    """Write a certificate as JSON that people can read."""
    text = json.dumps(json_ready(certificate), indent=2, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def read_certificate(path: Path) -> dict[str, Any] | None:
    """Read a certificate; None where there is none, or what is there is somebody else's."""
    try:
        proof = json.loads(path.read_text(encoding="utf-8"))
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
