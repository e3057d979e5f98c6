"""Partitions that are found in the data: crisp and fuzzy."""
