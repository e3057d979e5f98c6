"""Coarser values."""
