"""What a visitor is asked for and nobody keeps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """Go to the process of one job, and to no file, log or address."""

    key: bytes | None = None
    """Of techniques that need one."""
    vault: bytes | None = None
    """Opens the vault that keeps who is behind each pseudonym; without it there is none."""
