"""Fingerprints of files and texts."""

from __future__ import annotations

import hashlib
from pathlib import Path


def file_hash(path: Path) -> str:
    """Hash a file's bytes with SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def text_hash(text: str) -> str:
    """Hash a text with SHA-256.

    >>> text_hash("")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(text.encode()).hexdigest()
