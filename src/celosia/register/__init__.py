"""Releases and their certificates."""

from celosia.register.certificate import (
    certificate_of,
    file_hash,
    json_ready,
    text_hash,
    write_certificate,
)

__all__ = ["certificate_of", "file_hash", "json_ready", "text_hash", "write_certificate"]
