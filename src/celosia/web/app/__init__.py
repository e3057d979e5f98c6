"""The guided app: pages that lead from a table to its release."""

from celosia.web.app.pages import mount

__all__ = ["mount"]
