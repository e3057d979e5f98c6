"""Made-up tables to try Celosía on: nobody in them exists."""

from celosia.demo.hospital import hospital, write_hospital

__all__ = ["hospital", "write_hospital"]
