"""Releases and their certificates."""

from celosia.register.certificate import certificate_of, json_ready, write_certificate

__all__ = ["certificate_of", "json_ready", "write_certificate"]
