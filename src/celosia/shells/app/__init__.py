"""The guided app: pages that lead from a table to its release."""

from celosia.shells.app.mounting import mount

__all__ = ["mount"]
