"""What a release is for."""

from __future__ import annotations

from enum import StrEnum


class UseCase(StrEnum):
    """The five use cases of the guide, by its letters.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, section 4.

    >>> [case.k for case in UseCase]
    [None, 3, 5, 3, None]
    """

    INTERNAL_DEIDENTIFIED = "A"
    INTERNAL = "B"
    EXTERNAL = "C"
    RETENTION = "D"
    SYNTHETIC = "E"

    @property
    def k(self) -> int | None:
        """The least size of a class that the guide advises (step 4); None where it asks none."""
        return {UseCase.INTERNAL: 3, UseCase.EXTERNAL: 5, UseCase.RETENTION: 3}.get(self)
