"""Giving what was written aside its names: tables and their certificate, all or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celosia.domain.ports import Draft
from celosia.domain.stopping import not_stopped
from celosia.engines.embedded import beside, synced
from celosia.errors import ParameterError
from celosia.register import write_certificate


def publish(
    draft: Draft, certificate: Path, proof: Mapping[str, Any], also: Sequence[Draft] = ()
) -> None:
    """Write the certificate aside too, then give all names one after the other.

    `also` are further tables that the certificate speaks of. Ctrl-C waits while names are given.
    """
    if certificate.is_dir():
        raise ParameterError(f"{certificate} is a folder, and the certificate needs that name.")
    with aside(certificate) as draft_proof:
        write_certificate(dict(proof), draft_proof)
        synced(draft_proof)
        with not_stopped():
            for each in (draft, *also):
                each.publish()
            draft_proof.replace(certificate)
            synced(certificate.parent)


@contextmanager
def aside(path: Path) -> Iterator[Path]:
    """Give a hidden name in the same folder; whatever is left there at the end is removed."""
    draft = beside(path)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)
