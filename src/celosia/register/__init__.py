"""Releases and their certificates."""

from celosia.register.certificate import (
    ENDING,
    FoundCertificate,
    as_json,
    certificate_of,
    json_ready,
    outputs_of,
    read_certificate,
)

__all__ = [
    "ENDING",
    "FoundCertificate",
    "as_json",
    "certificate_of",
    "json_ready",
    "outputs_of",
    "read_certificate",
]
