"""Columns and records that are left out."""
