"""Releases and their certificates."""

from celosia.register.certificate import file_hash, text_hash, write_certificate

__all__ = ["file_hash", "text_hash", "write_certificate"]
