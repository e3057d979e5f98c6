"""Releases and their certificates."""
