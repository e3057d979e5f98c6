"""Releases and their certificates."""

from celosia.register.certificate import (
    ENDING,
    FoundCertificate,
    certificate_of,
    json_ready,
    outputs_of,
    read_certificate,
    write_certificate,
)

__all__ = [
    "ENDING",
    "FoundCertificate",
    "certificate_of",
    "json_ready",
    "outputs_of",
    "read_certificate",
    "write_certificate",
]
