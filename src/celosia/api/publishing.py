"""Giving what was written aside its names: tables and their certificate, all or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from celosia.domain.ports import Draft
from celosia.domain.stopping import not_stopped
from celosia.errors import ParameterError
from celosia.files.atomic import Aside, last
from celosia.register import write_certificate


def publish(
    draft: Draft, certificate: Path, proof: Mapping[str, Any], also: Sequence[Draft] = ()
) -> None:
    """Write the certificate aside too, then give all names one after the other.

    `also` are further tables that the certificate speaks of. Ctrl-C waits while names are given.
    """
    if certificate.is_dir():
        raise ParameterError("workflow.folder-certificate-needs-name", certificate=certificate)
    aside = Aside(certificate)
    try:
        write_certificate(dict(proof), aside.path)
        last(aside.path)
        with not_stopped():
            for each in (draft, *also):
                each.publish()
            aside.publish()
    finally:
        aside.discard()
