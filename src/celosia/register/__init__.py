"""Releases and their certificates."""

from celosia.register.certificate import (
    FoundCertificate,
    certificate_beside,
    certificate_of,
    json_ready,
    write_certificate,
)

__all__ = [
    "FoundCertificate",
    "certificate_beside",
    "certificate_of",
    "json_ready",
    "write_certificate",
]
