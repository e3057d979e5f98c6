"""The certificate that stands beside a release: enough to check it again, and no raw value."""

from __future__ import annotations

import json
import re
from math import isinf, isnan
from pathlib import Path
from typing import Any

from celosia.domain.places import is_file_name


def certificate_of(release: str | Path) -> Path:
    """Name the certificate of a release: beside a file, in the working folder for a table.

    >>> certificate_of("clinic.release 2024").name
    'clinic.release_2024.certificate.json'
    """
    if is_file_name(str(release)):
        path = Path(release)
        return path.with_name(path.name + ".certificate.json")
    return Path(re.sub(r"[^\w.-]+", "_", str(release)) + ".certificate.json")


def write_certificate(certificate: dict[str, Any], path: Path) -> None:
    """Write a certificate as JSON that people can read."""
    text = json.dumps(json_ready(certificate), indent=2, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


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
